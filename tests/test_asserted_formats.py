"""Every format, asserted: texts that are of it and texts that are not; and none of them asserted unless asked for."""

from __future__ import annotations

import pytest
from compiled import validator, verdict
from nemcon.read.keywords import FORMATS_FROM

FORMATS: dict[str, tuple[list[str], list[str]]] = {
    "date": (["2024-02-29", "0001-12-31"], ["2023-02-29", "2024-13-01", "24-01-01", "2024-1-1", "2024-01-01T"]),
    "time": (
        ["10:15:00Z", "23:59:60Z", "10:15:00.25+01:30", "22:59:60-01:00"],
        ["10:15:00", "24:00:00Z", "10:15:60Z", "10:15Z", "10:15:00+24:00"],
    ),
    "date-time": (
        ["2024-02-29T10:15:00Z", "1985-04-12t23:20:50.52z", "1998-12-31T23:59:60Z"],
        ["2024-02-30T10:15:00Z", "2024-02-29 10:15:00Z", "2024-02-29T10:15:00", "2024-02-29"],
    ),
    "duration": (["P1Y2M3D", "PT0S", "P4W", "P1DT12H"], ["P", "PT", "P1", "1D", "P1YT", "P2D1Y", "P1W2D"]),
    "email": (["me@example.org", '"a b"@example.org'], ["me", "@example.org", "a b@example.org", "me@"]),
    "idn-email": (["m\u00fc@example.org"], ["m\u00fc"]),
    "hostname": (["example.org", "a-b.c", "localhost"], ["-a.b", "a_b", "a" * 64 + ".org", "a..b"]),
    "idn-hostname": (["b\u00fccher.example"], ["-b\u00fccher.example", "a..b"]),
    "ipv4": (["192.0.2.1", "0.0.0.0"], ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "\u0661.2.3.4"]),
    "ipv6": (["::1", "2001:db8::8a2e:370:7334", "::ffff:192.0.2.1"], [":::", "1::2::3", "12345::", "fe80::1%eth0"]),
    "uri": (["https://example.org/a?b#c", "urn:a:b"], ["//example.org", "a b:c", "/relative", "http://[::1"]),
    "uri-reference": (["../a?b#c", "", "//example.org"], ["a b", "\\\\share", "#a\\b"]),
    "iri": (["https://example.org/\u00fc"], ["/\u00fc", "\u00fc b"]),
    "iri-reference": (["\u00fc/a"], ["\u00fc b", "\\\\\u00fc"]),
    "uri-template": (["/a{/b}{?c*}", "plain"], ["/a{b", "/a}b"]),
    "json-pointer": (["", "/a~0b/~1/0"], ["a", "/~2", "#/a", "/a~"]),
    "relative-json-pointer": (["0", "1/a", "2#"], ["/a", "-1/a", "01/a", "1#/a"]),
    "regex": (["^a+(?<n>b)\\k<n>$"], ["(", "a{2,1}", "^\\Z$", "[b-a]"]),
    "uuid": (["2eb8aa08-aa98-11ea-b4aa-73b441d16380"], ["2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380"]),
}  # fmt: skip


def test_every_format_that_can_be_asserted_is_here() -> None:
    assert FORMATS.keys() == FORMATS_FROM.keys()


@pytest.mark.parametrize("name", FORMATS)
def test_asserted(name: str) -> None:
    good, bad = FORMATS[name]
    module = validator({"format": name}, assert_formats=True)
    assert [text for text in good if not verdict(module, text)] == []
    assert [text for text in bad if verdict(module, text)] == []
    assert verdict(module, 12) and verdict(module, None)
    (error,) = module.iter_errors(bad[0])
    assert (error.keyword, error.keyword_location) == ("format", "/format")


@pytest.mark.parametrize("name", [*FORMATS, "of-our-own"])
def test_not_asserted_unless_asked_for(name: str) -> None:
    assert verdict(validator({"format": name}), "\x00 no format has this")
