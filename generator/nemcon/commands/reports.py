"""Findings as text, and as what machines read: JSON, GitHub annotations, JUnit, SARIF 2.1.0."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from nemcon.commands.terminal import say

FORMATS = ("text", "json", "github", "junit", "sarif")


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be: in which file, where in it (0: nowhere in particular), of which kind."""

    path: str
    rule: str
    message: str
    line: int = 0
    pointer: str | None = None
    keyword_location: str | None = None

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        pointer = f" {self.pointer or '(root)'}:" if self.pointer is not None else ""
        return f"{place}:{pointer} {self.message}"


def report(command: str, findings: Sequence[Finding], form: str) -> None:
    """Prints the findings of a command in one of FORMATS."""
    if form == "text":
        for finding in findings:
            say(str(finding))
    elif form == "json":
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    elif form == "github":
        for finding in findings:
            print(_github(finding))
    elif form == "junit":
        print(_junit(command, findings))
    else:
        print(json.dumps(_sarif(command, findings), indent=2))


def _github(finding: Finding) -> str:
    """https://docs.github.com/actions: workflow commands."""
    line = f",line={finding.line}" if finding.line else ""
    place = finding.path.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    where = f"{finding.pointer or '(root)'}: " if finding.pointer is not None else ""
    text = f"{where}{finding.message}".replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::error file={place}{line},title=nemcon {finding.rule}::{text}"


def _junit(command: str, findings: Sequence[Finding]) -> str:
    from xml.sax.saxutils import quoteattr

    cases = [
        f"  <testcase classname={quoteattr(finding.path)} name={quoteattr(_xml(finding.rule))}>\n"
        f"    <failure message={quoteattr(_xml(str(finding)))}/>\n"
        "  </testcase>\n"
        for finding in findings
    ] or [f'  <testcase classname="nemcon" name="{command}"/>\n']
    head = f'<testsuite name="nemcon {command}" tests="{len(cases)}" failures="{len(findings)}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{"".join(cases)}</testsuite>'


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

    physical: dict[str, object] = {"artifactLocation": {"uri": quote(finding.path)}}
    if finding.line:
        physical["region"] = {"startLine": finding.line}
    location: dict[str, object] = {"physicalLocation": physical}
    if finding.pointer is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer}]
    message = {"text": finding.message}
    return {"ruleId": finding.rule, "level": "error", "message": message, "locations": [location]}
