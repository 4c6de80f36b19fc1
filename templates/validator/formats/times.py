def _format_date(value: str) -> bool:
    """RFC 3339, section 5.6, full-date."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    year, month, day = int(value[:4]), int(value[5:7]), int(value[8:])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= days[month - 1]


def _format_time(value: str) -> bool:
    """RFC 3339, section 5.6, full-time; a leap second ends a day in UTC."""
    found = re.fullmatch(
        r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
        r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))",
        value,
    )
    if not found:
        return False
    hour, minute, second = int(found[1]), int(found[2]), int(found[3])
    away, minutes_away = int(found[5] or 0), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or away > 23 or minutes_away > 59:
        return False
    offset = (60 * away + minutes_away) * (-1 if found[4] == "-" else 1)
    return second < 60 or (60 * hour + minute - offset) % 1440 == 1439


def _format_date_time(value: str) -> bool:
    """RFC 3339, section 5.6, date-time."""
    return value[10:11] in ("T", "t") and (
        _format_date(value[:10]) and _format_time(value[11:])
    )


def _format_duration(value: str) -> bool:
    """RFC 3339, appendix A: no unit is left out between two others."""
    time = (
        r"T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
    )
    date = r"(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
    return bool(re.fullmatch(rf"P(?:[0-9]+W|{date}(?:{time})?|{time})", value))


def _format_calendar_date(value: str) -> bool:
    """RFC 3339, full-date, in a year of the calendar: it has no year 0."""
    return value[:4] != "0000" and _format_date(value)


def _format_calendar_date_time(value: str) -> bool:
    """RFC 3339, date-time, in a year of the calendar: it has no year 0."""
    return value[:4] != "0000" and _format_date_time(value)
