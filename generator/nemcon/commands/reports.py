"""Findings as text, and as what machines read: JSON, GitHub annotations, JUnit, SARIF 2.1.0."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Sequence

from nemcon.commands.terminal import say
from nemcon.records import dataclass

FORMATS = ("text", "json", "github", "junit", "sarif")
"""How bad a finding is: `error` alone makes a command fail."""


def format_option(parser: ArgumentParser, *more: str) -> None:
    """Adds the option that every command with findings has; `more` are formats of one command alone."""
    choices = (*FORMATS, *more)
    parser.add_argument(
        "--format", choices=choices, default="text", help="how findings are printed (text)"
    )


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be: in which file, where in it (0: nowhere in particular), of which kind.

    `cause` says in a few words what made it so, where the kind alone does not.
    """

    path: str
    rule: str
    message: str
    line: int = 0
    pointer: str | None = None
    keyword_location: str | None = None
    cause: str | None = None
    level: str = "error"
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        place += f":{self.column}" if self.column else ""
        pointer = f" {self.pointer or '(root)'}:" if self.pointer is not None else ""
        return f"{place}:{pointer} {self.message}"


def report(
    command: str, findings: Sequence[Finding], form: str, fine: Sequence[tuple[str, str]] = ()
) -> None:
    """Prints the findings of a command in one of FORMATS; `fine` are the files and what was found right about them."""
    if form == "text":
        for finding in findings:
            say(str(finding))
    elif form == "json":
        print(json.dumps([_json(finding) for finding in findings], indent=2))
    elif form == "github":
        for finding in findings:
            print(_github(finding))
    elif form == "junit":
        print(_junit(command, findings, fine))
    else:
        print(json.dumps(_sarif(command, findings), indent=2))


def _json(finding: Finding) -> dict[str, object]:
    unsaid = {"cause": None, "column": 0}
    said = vars(finding).items()
    return {name: value for name, value in said if name not in unsaid or value != unsaid[name]}


def _in_workspace(path: str) -> str:
    """A path as GitHub wants it: from the top of the checkout, when there is one."""
    top = os.environ.get("GITHUB_WORKSPACE")
    if not top or path.startswith("<"):
        return path
    found = os.path.relpath(os.path.abspath(path), os.path.abspath(top))
    return path if found.startswith("..") else found.replace(os.sep, "/")


def _github(finding: Finding) -> str:
    """https://docs.github.com/actions: workflow commands."""
    line = f",line={finding.line}" if finding.line else ""
    line += f",col={finding.column}" if finding.column else ""
    place = _in_workspace(finding.path).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    where = f"{finding.pointer or '(root)'}: " if finding.pointer is not None else ""
    text = f"{where}{finding.message}".replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    word = "notice" if finding.level == "note" else finding.level
    return f"::{word} file={place}{line},title=nemcon {finding.rule}::{text}"


def _junit(command: str, findings: Sequence[Finding], fine: Sequence[tuple[str, str]]) -> str:
    from xml.sax.saxutils import quoteattr

    def opening(path: str, name: str) -> str:
        return f"  <testcase classname={quoteattr(_xml(path))} name={quoteattr(_xml(name))}"

    cases = [
        f"{opening(finding.path, finding.rule)}>\n"
        f"    <{_JUNIT[finding.level]} message={quoteattr(_xml(str(finding)))}/>\n"
        "  </testcase>\n"
        for finding in findings
        if finding.level in _JUNIT
    ]
    failures = sum(finding.level == "error" for finding in findings)
    skipped = len(cases) - failures
    cases += [f"{opening(path, name)}/>\n" for path, name in fine]
    cases = cases or [f"{opening('nemcon', command)}/>\n"]
    counts = f'tests="{len(cases)}" failures="{failures}"'
    counts += f' skipped="{skipped}"' if skipped else ""
    head = f'<testsuite name="nemcon {command}" {counts}>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{"".join(cases)}</testsuite>'


_JUNIT = {"error": "failure", "warning": "skipped"}
"""What a case has inside; a note is none."""


def _xml(text: str) -> str:
    """`text` without the characters that XML 1.0 has no way to hold."""
    return "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in text)


def _sarif(command: str, findings: Sequence[Finding]) -> dict[str, object]:
    rules = [{"id": rule} for rule in dict.fromkeys(finding.rule for finding in findings)]
    driver = {"name": f"nemcon {command}", "rules": rules}
    results = [_result(finding) for finding in findings]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _result(finding: Finding) -> dict[str, object]:
    from urllib.parse import quote

    physical: dict[str, object] = {"artifactLocation": {"uri": quote(_in_workspace(finding.path))}}
    if finding.line:
        column = {"startColumn": finding.column} if finding.column else {}
        physical["region"] = {"startLine": finding.line, **column}
    location: dict[str, object] = {"physicalLocation": physical}
    if finding.pointer is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer}]
    message = {"text": finding.message}
    return {
        "ruleId": finding.rule,
        "level": finding.level,
        "message": message,
        "locations": [location],
    }
