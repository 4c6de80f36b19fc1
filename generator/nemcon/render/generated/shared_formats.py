"""templates/shared/formats.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.printing import Code, get

SOURCE = "ce4975ebc882f42b"


def conversions(module: Any) -> Code:
    out: list[str] = []
    if "date-time" in get(module, "formats"):
        out.append(
            'class _DateTime(datetime.datetime):\n    """A datetime that keeps its text, since a datetime would be written in another way."""\n\n    text: str | None = None\n\n    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:\n        if self.text is None:\n            return super().__reduce_ex__(protocol)\n        return (_read_datetime, (self.text,))\n\n\ndef _read_datetime(text: str) -> datetime.datetime:\n    """The moment a text names. What is finer than a datetime stays in the text."""\n    day, clock = datetime.date.fromisoformat(text[:10]), _clock(text[11:])\n    made = datetime.datetime.combine(day, clock)\n    if _write_datetime(made) == text:\n        return made\n    kept = _DateTime.combine(day, clock)\n    kept.text = text\n    return kept\n\n\ndef _write_datetime(value: datetime.datetime) -> str:\n    if isinstance(value, _DateTime) and value.text is not None:\n        return value.text\n    return _with_z(value.isoformat())\n\n\n'
        )
    if "time" in get(module, "formats"):
        out.append(
            'class _Time(datetime.time):\n    """A time that keeps its text, since a time would be written in another way."""\n\n    text: str | None = None\n\n    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:\n        if self.text is None:\n            return super().__reduce_ex__(protocol)\n        return (_read_time, (self.text,))\n\n\ndef _read_time(text: str) -> datetime.time:\n    """The time a text names. What is finer than a time stays in the text."""\n    made = _clock(text)\n    if _write_time(made) == text:\n        return made\n    kept = _Time(made.hour, made.minute, made.second, made.microsecond, made.tzinfo)\n    kept.text = text\n    return kept\n\n\ndef _write_time(value: datetime.time) -> str:\n    if isinstance(value, _Time) and value.text is not None:\n        return value.text\n    return _with_z(value.isoformat())\n\n\n'
        )
    if ("date-time" in get(module, "formats")) or ("time" in get(module, "formats")):
        out.append(
            'def _clock(text: str) -> datetime.time:\n    """The time of a text in the format; a leap second is the second before it."""\n    end, zone = -1, datetime.timezone.utc\n    if text[-1] not in "Zz":\n        end = -6\n        minutes = int(text[-5:-3]) * 60 + int(text[-2:])\n        offset = datetime.timedelta(minutes=-minutes if text[-6] == "-" else minutes)\n        zone = datetime.timezone(offset)\n    micros = int(text[9:end][:6].ljust(6, "0"))\n    second = min(int(text[6:8]), 59)\n    return datetime.time(int(text[:2]), int(text[3:5]), second, micros, zone)\n\n\ndef _with_z(text: str) -> str:\n    return f"{text[:-6]}Z" if text.endswith("+00:00") else text\n\n\n'
        )
    if "uuid" in get(module, "formats"):
        out.append(
            'class _Uuid(UUID):\n    """A UUID that keeps its text, since a UUID would be written in another way."""\n\n    text: str | None = None\n\n    def __reduce__(self) -> tuple[Any, ...]:\n        return (_read_uuid, (_write_uuid(self),))\n\n\ndef _read_uuid(text: str) -> UUID:\n    made = UUID(text)\n    if str(made) == text:\n        return made\n    kept = _Uuid(text)\n    object.__setattr__(kept, "text", text)\n    return kept\n\n\ndef _write_uuid(value: UUID) -> str:\n    if isinstance(value, _Uuid) and value.text is not None:\n        return value.text\n    return str(value)\n\n\n'
        )
    if "decimal" in get(module, "formats"):
        out.append(
            'def _write_decimal(value: Any) -> str:\n    if not isinstance(value, Decimal):\n        raise TypeError(f"{value!r} is no Decimal")\n    return format(value, "f")\n\n\n'
        )
    return Code("".join(out))


def plain_entries(module: Any) -> Code:
    out: list[str] = []
    if "date-time" in get(module, "formats"):
        out.append(
            "    datetime.datetime: _write_datetime,\n    _DateTime: _write_datetime,\n"
        )
    if "date" in get(module, "formats"):
        out.append("    datetime.date: datetime.date.isoformat,\n")
    if "time" in get(module, "formats"):
        out.append("    datetime.time: _write_time,\n    _Time: _write_time,\n")
    if "uuid" in get(module, "formats"):
        out.append("    UUID: _write_uuid,\n    _Uuid: _write_uuid,\n")
    if "decimal" in get(module, "formats"):
        out.append("    Decimal: _write_decimal,\n")
    return Code("".join(out))
