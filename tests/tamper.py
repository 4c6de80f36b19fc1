"""Breaks a template in a copy of the checkout, one change at a time, and shows which tests see it: `make tamper`.

Golden folders and the comparison with the committed package are left out: they see every change, and say nothing about laws.
The generated package is made anew after each change, so what goes red is a test of behaviour. Exit code 1: a change that no
test saw; 2: tests are red as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
COPIED = (
    "examples",
    "generated",
    "generator",
    "schema",
    "templates",
    "tests",
    "pyproject.toml",
    "README.md",
)
TESTS = (
    "tests/test_canonical.py",
    "tests/test_targets.py",
    "tests/test_streams.py",
    "tests/test_validator.py",
    "tests/test_asserted_formats.py",
)
PASSED_OVER = "not committed_package"


@dataclass(frozen=True)
class Change:
    """What is broken, and how: `old` stands once in `file`, a template, and becomes `new`."""

    law: str
    file: str
    old: str
    new: str


CHANGES = (
    Change(
        "an exclusive bound is inclusive",
        "validator/keywords.jinja",
        "{% if k.exclusive %}={% endif %}",
        "",
    ),
    Change(
        "minLength, minItems and minProperties ask for one more",
        "validator/keywords.jinja",
        '{% if k.side == "lower" %}<{% else %}>{% endif %} {{ limit(check, k.limit, said) }}',
        '{% if k.side == "lower" %}<={% else %}>{% endif %} {{ limit(check, k.limit, said) }}',
    ),
    Change(
        "the format of a string is not asked",
        "validator/keywords.jinja",
        "not {{ k.check|format_function }}({{ v }})",
        "False",
    ),
    Change(
        "oneOf is content with more than one",
        "validator/keywords.jinja",
        "accepted(child, v, check) }}, {% endfor %})) != 1",
        "accepted(child, v, check) }}, {% endfor %})) < 1",
    ),
    Change(
        "a true counts as an integer",
        "validator/helpers.jinja",
        "    if isinstance(value, float):\n        return value.is_integer()\n"
        "    return isinstance(value, int) and value.__class__ is not bool\n",
        "    if isinstance(value, float):\n        return value.is_integer()\n    return isinstance(value, int)\n",
    ),
    Change(
        "1.0 is no integer",
        "validator/helpers.jinja",
        "    if isinstance(value, float):\n        return value.is_integer()\n    return isinstance(value, int) and",
        "    if isinstance(value, float):\n        return False\n    return isinstance(value, int) and",
    ),
    Change(
        "a missing property is not reported",
        "validator/report.jinja",
        "_fail_required(errors, {{ at }}, {{ check.pointer|literal }}, {{ name }})",
        "pass",
    ),
    Change(
        "errors name the keyword's place without the keyword",
        "validator/helpers.jinja",
        "    found = at, place, keyword,",
        '    found = at, place.rpartition("/")[0], keyword,',
    ),
    Change(
        "null and absent are one when dataclasses are written",
        "shared/module.jinja",
        "    if value.{{ field.attribute }} is not UNSET:",
        "    if value.{{ field.attribute }} is not UNSET and value.{{ field.attribute }} is not None:",
    ),
    Change(
        "what is absent becomes null in dataclasses",
        "shared/module.jinja",
        "        made.{{ field.attribute }} = {{ field.default }}\n",
        "        made.{{ field.attribute }} = {% if field.presence == 'optional' %}None{% else %}"
        "{{ field.default }}{% endif +%}\n",
    ),
    Change(
        "unknown keys are forgotten when written",
        "shared/module.jinja",
        "    plain.update(extras)\n",
        "    extras.update({})\n",
    ),
    Change(
        "Structs let msgspec pass over unknown keys",
        "structs/structs.py.jinja",
        "{% if it.name not in native.forgetful %}, forbid_unknown_fields=True{% endif %}):",
        "):",
    ),
    Change(
        "integers are taken as they came, 1.0 too",
        "shared/reading.jinja",
        "    return int(value) if isinstance(value, float) else value\n",
        "    return value\n",
    ),
    Change(
        "NaN is read as a number",
        "shared/reading.jinja",
        '    raise ValueError(f"{name} is not JSON")\n',
        "    return float(name)\n",
    ),
    Change(
        "a number past the floats becomes infinite",
        "shared/reading.jinja",
        "    return value if value - value == 0 else _exact(text)\n",
        "    return value\n",
    ),
    Change(
        "keys come out without escapes",
        "shared/writing.jinja",
        '            pieces += [("text", f"{mark}{_name(key)}:"), ("value", item)]\n',
        '            pieces += [("text", f\'{mark}"{key}":\'), ("value", item)]\n',
    ),
)


def apply(change: Change, templates: Path) -> None:
    """Makes the change in a folder of templates. Raises ValueError when its text is not there exactly once."""
    path = templates / change.file
    text = path.read_text("utf-8")
    if text.count(change.old) != 1:
        raise ValueError(
            f"{change.law}: its text stands {text.count(change.old)} times in {change.file}"
        )
    path.write_text(text.replace(change.old, change.new), "utf-8")


def seen_by(change: Change | None, folder: Path, tests: Sequence[str] = TESTS) -> list[str]:
    """The first of the tests that is red after the change (or as it is), in a copy of the checkout in `folder`."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy2(ROOT / name, folder / name)
    if change is not None:
        apply(change, folder / "templates")
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder / "generator"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    generate = [sys.executable, "-m", "nemcon", "generate", "--force"]
    subprocess.run(generate, cwd=folder, env=environment, check=True, capture_output=True)
    for made in (folder / "generated").rglob("*.py"):
        compile(
            made.read_text("utf-8"), made.name, "exec"
        )  # a change that is no Python proves nothing
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-k",
        PASSED_OVER,
        *tests,
    ]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)


def main() -> int:
    with TemporaryDirectory() as temporary:
        red = seen_by(None, Path(temporary).resolve())
    if red:
        print(f"red before anything is broken: {red[0]}", file=sys.stderr)
        return 2
    unseen = 0
    for number, change in enumerate(CHANGES, 1):
        with TemporaryDirectory() as temporary:
            red = seen_by(change, Path(temporary).resolve())
        unseen += not red
        first = red[0] if red else "NO TEST"
        print(
            f"{number:2}/{len(CHANGES)} {change.law} ({change.file})\n      seen by {first}",
            flush=True,
        )
    print(f"{len(CHANGES) - unseen} of {len(CHANGES)} changes were seen")
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
