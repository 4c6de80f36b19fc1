"""Regular expressions of ECMA-262: what they mean for `re`, which are refused, which explode, and their examples."""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Iterator
from itertools import islice

import pytest
from nemcon.read.ecma import (
    NotLinear,
    Untranslatable,
    explosive,
    matching,
    not_matching,
    steps,
    translate,
)
from nemcon.read.formats import automaton

MEANINGS: list[tuple[str, list[str], list[str]]] = [
    (r"^\d$", ["7"], ["\u0663", "x", "7\n"]),
    (r"^\w$", ["a", "_"], ["\u00e9", "-"]),
    (r"^\s$", [" ", "\ufeff", "\u00a0", "\u2029", "\v"], ["\x1c", "\x85", "\u180e"]),
    (r"^\S$", ["\x1c", "a"], ["\u3000"]),
    (r"\bcaf\b", ["caf\u00e9", "a caf"], ["cafe"]),
    (r"\B-\B", ["--"], ["a-", "-a"]),
    ("^a$", ["a"], ["a\n", "\na", "b\na"]),
    ("^.$", ["a", "\x85", "\x0b", "\U0001f4a9"], ["\n", "\r", "\u2028", "\u2029"]),
    (r"^\ud83d\udca9$", ["\U0001f4a9"], ["\ud83d"]),
    (r"^[\ud83d\udca9-\ud83d\udcab]$", ["\U0001f4aa"], ["\U0001f4ac", "\ud83d"]),
    (r"^\u{1F4A9}\u{61}$", ["\U0001f4a9a"], ["a"]),
    (r"^\cA\x41\0[\b]$", ["\x01A\0\x08"], ["A"]),
    (r"^\p{Lu}\p{Letter}\P{L}$", ["\u00c4\u00e9-"], ["aa-", "Aaa"]),
    (r"^\p{Script=Greek}\p{sc=Cyrl}\p{scx=Deva}$", ["\u03b1\u0436\u0964"], ["aaa"]),
    (
        r"^\p{CWKCF}\p{Changes_When_NFKC_Casefolded}\P{CWKCF}$",
        ["A\u00ada", "\ufb01\u00bd1"],
        ["aaa", "AAA"],
    ),
    (
        r"^\p{sc=Zzzz}\p{Script=Unknown}\p{scx=Zzzz}$",
        ["\u0378\U0001fffe\ue000"],
        ["aaa", "\u0378a\u0378"],
    ),
    (r"^[^\p{Nd}_]$", ["a"], ["\u0663", "_"]),
    (r"^\p{Emoji}\p{ASCII}\p{Any}$", ["\U0001f4a9a\n"], ["aaa"]),
    ("a[]", [], ["a", ""]),
    ("^[^]$", ["\n", "a"], [""]),
    (r"^[\w-.]$", ["-", ".", "a"], ["+"]),
    (r"^[&&||~~\--a]$", ["&", "|", "~", "-", "A"], ["b"]),
    (r"^\-\_\@\/\"$", ['-_@/"'], [""]),
    ("^a{,2}$", ["a{,2}"], ["a", ""]),
    ("^x{y}]$", ["x{y}]"], ["x"]),
    (r"^(?<year>\d)-\k<year>$", ["1-1"], ["1-2"]),
    (r"^(?<\u0061b>x)\k<ab>$", ["xx"], ["x"]),
    (r"^(a)?b\1$", ["aba", "b"], ["ab", "ba"]),
    (r"^\1(a)$", ["a"], ["aa"]),
    (r"^(a\1)$", ["a"], ["aa"]),
    (r"^(?:(a)|\1b)$", ["a", "b"], ["ab"]),
    (r"(?<=a|bc)d", ["ad", "bcd"], ["cd", "d"]),
    (r"(?<!a|bc)d", ["d", "cd"], ["ad", "bcd"]),
    (r"(?<=[]|\$x)y", ["$xy"], ["xy"]),
    (r"(?<=(a)|(b))\1c", ["aac", "bc", "abc"], ["ac", "xc"]),
    (r"(?<=(a)|(a))\1", ["aa"], ["abb", "a"]),
    (r"(?<=(a)|(ba)|b)\2c", ["ac", "bc", "babac"], ["c", "xc"]),
    (r"(?<=(.)|(ab))\2c\1", ["abcb", "ababcb"], ["abca"]),
    ("^(?:^)?a(?:$)*$", ["a"], ["ba", "ab"]),
    (r"^(?:\b)*a(?:\B){0,2}$", ["a"], ["-a"]),
    ("^.(?:(?<=a))?(?:(?<!c))+b$", ["ab", "bb"], ["cb"]),
    ("^(?=.*b)a+?b*$", ["aab"], ["aa"]),
    ("(?=a)*b", ["b"], ["a"]),
    ("(?x) ^ a b # comment", ["ab", "abc"], ["a b", "xab"]),
    ("(?x)^a # one\n | ^ [ ] {2} \\# $", ["ab", "  #"], ["b", " #"]),
    (
        "(?i)^stra\u00dfe[^k]$",
        ["STRA\u00dfEx", "\u017ftra\u00dfe!"],
        ["strassex", "stra\u00dfeK", "stra\u00dfe\u212a"],
    ),
    (r"(?i)^\u00e9\u0431\p{Lu}$", ["\u00c9\u0411a", "\u00e9\u0431A"], ["ee1", "\u00c9\u0411-"]),
    (r"(?i)^\b.\b.$", ["\u017f-", "\u212a-", "k-"], ["\u017fk", "--", "\u0131\u0131"]),
    (r"(?i)^-\B.\b.\B.\b$", ["-\u0131k\u017f"], ["-\u017fkk", "-\u0131k\u0131"]),
    ("(?i)^\u0131\u03c3$", ["\u0131\u03c2", "\u0131\u03a3"], ["I\u03c3", "i\u03c3"]),
    (
        "(?i)^\u00e5\u00df[\u1f80]$",
        ["\u212b\u1e9e\u1f88", "\u00c5\u00df\u1f80"],
        ["ass", "\u00e5ss\u1f80"],
    ),
    (r"(?i)^[a-z]\W\w[^\W]$", ["\u212a-\u017fk"], ["kkss", "k-s-", "\u0131-ss"]),
    ("(?ms)^a.b$", ["x\na\nb\ny", "a b"], ["xa b", "a by"]),
    ("", ["", "a"], []),
    ("a|", ["", "b"], []),
]


@pytest.mark.parametrize(("source", "found", "missed"), MEANINGS, ids=[it[0] for it in MEANINGS])
def test_means_what_ecma_262_says(source: str, found: list[str], missed: list[str]) -> None:
    pattern = re.compile(translate(source))
    assert [text for text in found if not pattern.search(text)] == []
    assert [text for text in missed if pattern.search(text)] == []


REFUSALS = [
    ("(", "there is a `(` without its `)`"),
    (")", "there is a `)` without its `(`"),
    ("[a", "there is a `[` without its `]`"),
    ("a**", "there is nothing for `*` to repeat"),
    ("{1}", "there is nothing for `{` to repeat"),
    ("a{2,1}", "the quantifier counts from 2 to 1"),
    ("a{1,100000}", "a quantifier counts further than 65535"),
    ("a{99999999999999999999}", "a quantifier counts further than 65535"),
    ("[b-a]", "a range of characters goes backwards"),
    (r"[a-\p{L}]", "a property is the end of a range of characters"),
    ("^*", "an assertion is repeated"),
    ("(?m)^{1,2}", "an assertion is repeated"),
    ("(?ms)a$?", "an assertion is repeated"),
    ("(?P<n>a)", "`(?P` begins no group of ECMA-262"),
    (r"(?i)(a)\1", "it refers to a group, and case does not matter"),
    ("a(?i)b", "`(?i` begins no group of ECMA-262"),
    ("(?#x)", "`(?#` begins no group of ECMA-262"),
    ("(?<1>a)", "the name of a group is no identifier"),
    ("(?<n>a)(?<n>b)", "two groups are named 'n'"),
    (r"\k<n>", "there is no group named 'n'"),
    (r"\1", "there is no group 1 to refer to"),
    (r"a\Z", r"`\Z` means nothing in ECMA-262"),
    (r"\a", r"`\a` means nothing in ECMA-262"),
    ("\\", "the pattern ends in a backslash"),
    (r"\x1", "an escape has too few hexadecimal digits"),
    (r"\u{110000}", "there is no such code point"),
    (r"\p{Nonsense}", "the Unicode property 'Nonsense' is unknown"),
    ("(?<=a+)b", "it looks back over texts of different lengths"),
    (r"(?:(a)|b)*\1", "it refers to a group that a loop may leave out"),
    (r"(a*)*b\1", "it refers to a group in a loop that may match nothing"),
    (r"(?:(?=(a)))?a\1", "it refers to a group in a loop that may match nothing"),
    (r"(?:\b)**", "there is nothing for `*` to repeat"),
    (r"(?<=([ab]){2})\1c", "it refers to a group in a loop that it looks back over"),
    (r"(?<=(a)(?=\1))b", "it refers to a group in what it looks back over, and from there as well"),
    (
        r"^(ab|a)*?b\1$",
        "it refers to a group in a lazy loop, of which Python 3.10 loses the last turn",
    ),
    (r"(?!(a))\1", "it refers to a group inside a negative assertion"),
    (r"(?:(?:(?:\ba?){999}){999}){2}", "it repeats what may match nothing more than 65535 times"),
    (
        r"(?:" * 90 + r"\ba?" + "){8}" * 90,
        "it repeats what may match nothing more than 65535 times",
    ),
    ("(" * 500 + ")" * 500, "groups nest more than 100 deep"),
    ("".join(rf"(a)\{n}" for n in range(1, 101)), "it refers to more than 99 groups"),
]


@pytest.mark.parametrize(("source", "why"), REFUSALS, ids=[it[0][:20] for it in REFUSALS])
def test_is_refused_with_the_reason(source: str, why: str) -> None:
    with pytest.raises(Untranslatable) as caught:
        translate(source)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    "source", ["(" * 99 + "a" + ")" * 99, "(?:(?:(?:a{65535}){65535}){65535})"]
)
def test_what_is_just_allowed_compiles(source: str) -> None:
    re.compile(translate(source))


_ATOMS = [
    "a", "b", "c", "0", "_", "-", ".", r"\d", r"\w", r"\s", r"\b", r"\B", "^", "$", r"\S", r"\W", "[ab]", "[^a]", "[]",
    "[^]", r"[\w-]", r"[a-c\d]", r"[^\s\-]", r"\x61", r"\u{63}", r"\cJ", r"\0", r"\p{L}", r"\P{Lu}", r"[\p{Nd}_]",
    r"\ud83d\udca9", r"[\b]", "[&&]", r"[\]a]", "[[]", r"\$",
]  # fmt: skip
_LETTERS = "abc0_-.\n\r\u2028\ufeff \u00e9A\U0001f4a9\u0663\0\x08[]&$\x85\x1c"


def _pattern(choose: random.Random, depth: int) -> str:
    if depth == 0 or choose.random() < 0.35:
        return choose.choice(_ATOMS)
    one, other = _pattern(choose, depth - 1), _pattern(choose, depth - 1)
    count = choose.choice(["*", "+", "?", "{2}", "{1,2}", "*?", "{0}"])
    around = choose.choice(["(?=", "(?!", "(?<=", "(?<!"])
    shapes = [
        one + other,
        f"(?:{one}|{other})",
        f"(?:a{one}){count}",
        f"{around}{one}){other}",
        rf"({one}){other}\1",
    ]
    return choose.choice(shapes)


# Another engine's crash would end the whole run; what it says on newer Pythons does not depend on the version.
@pytest.mark.skipif(
    sys.version_info < (3, 11),
    reason="the last release of regress for Python 3.10 crashes the interpreter",
)
def test_agrees_with_another_engine() -> None:
    regress = pytest.importorskip("regress")
    choose = random.Random(262)
    pairs = 0
    for _ in range(1_500):
        source = _pattern(choose, 3)
        try:
            ours = re.compile(translate(source))
            theirs = regress.Regex(source, "u")
        except (Untranslatable, regress.RegressError):
            continue
        for _ in range(12):
            text = "".join(choose.choices(_LETTERS, k=choose.randint(0, 5)))
            assert bool(ours.search(text)) == bool(theirs.find(text)), (source, text)
            pairs += 1
    assert pairs > 10_000


EXPLODE = [
    "^(a+)+$", "^(a|a)*$", "(a*)*b", "^(a?b?)*$", r"^([a-z]+)*\d$", r"(\w+\s?)*$", "^(.*,)*x$", "(?=(a+)+$)b",
    "(a+)+(?!.)", r"(a+)+\b", r"^(\d{1,3}){30}$", "^(.*a){25}$", "^(a|aa){1,64}$", "^(?:a|a){30}$", "(x+x+)+y",
    "^(a{3,20})*$", "x" * 600 + "(a+)+$", "(" * 90 + "a" + "+)" * 90 + "$",
    "(((((a{1,7}){1,7}){1,7}){1,7}){1,7}){1,7}$",
]  # fmt: skip
NEARLY = [
    "(?:(?:a|a)*b)*", "a(?:" + "a?" * 30 + "b)?",
    "a?" * 12 + "b", "^(?:(?:a?){7}){7}b$", "^(?:(?:a?b?){3}){4}c$", "a*a*a*a*b", r"^\d*\d*\d*\d*x$", r"(?:\s*,?\s*;?\s*){6}$",
    "(?:" + "|".join(f"w{n}" for n in range(2_000)) + ")(a+)+$",
]  # fmt: skip
CALM = [
    "^(?:a?){30}$", "a(?:(?:a?){30}b)?",
    "^(?:" + "|".join(f"word{n}" for n in range(2_000)) + ")$", "^(?:" + "|".join(f"w{n}" for n in range(30)) + ")+$", r"\s+$", "^a?b?c?a?b?c?$",
    "^[a-z]+(-[a-z]+)*$", "^([a-z]{1,3}-)*$", "^(a{3})*$", r"^([0-9a-f]{32}\s?)*$", "(a+)+", r"^(\d{1,3}\.){3}\d{1,3}$",
    "^(([a-z0-9]|[a-z0-9][a-z0-9-]*[a-z0-9])[.])*([a-z0-9]|[a-z0-9][a-z0-9-]*[a-z0-9])$", r"^\S+@\S+$", r"^(\w+\.)*\w+$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==)?$", "^(/[^/]+)+$", r'^("[^"]*"|[^",]+)(,("[^"]*"|[^",]+))*$',
    r"^(\\.|[^\\])*$", "^(foo|bar|baz)*$", r"^\s*(\S+\s+)*\S+\s*$", r"^(?!-)([A-Za-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,}$",
]  # fmt: skip


@pytest.mark.parametrize("source", [*EXPLODE, *NEARLY])
def test_what_can_explode_is_told(source: str) -> None:
    assert explosive(source) is not None


@pytest.mark.parametrize("source", CALM)
def test_no_false_alarm(source: str) -> None:
    assert explosive(source) is None


def _some_patterns(choose: random.Random, count: int) -> Iterator[str]:
    while count:
        source = _pattern(choose, 4)
        try:
            translate(source), steps(source)
        except (Untranslatable, NotLinear):
            continue
        count -= 1
        yield source


def test_an_automaton_says_what_re_says() -> None:
    choose = random.Random(1991)
    for source in _some_patterns(choose, 1_500):
        known, found = re.compile(translate(source)), automaton(steps(source))
        for _ in range(10):
            text = "".join(choose.choices(_LETTERS, k=choose.randint(0, 6)))
            assert bool(known.search(text)) is bool(found(text)), (source, text)


@pytest.mark.parametrize("source", [*EXPLODE[:7], *EXPLODE[8:14], *NEARLY[:5]])
def test_an_automaton_takes_no_longer_than_the_text_is_long(source: str) -> None:
    found = automaton(steps(source))
    start = time.process_time()
    for text in ("a" * 20_000 + "!", "a ," * 7_000, "x" * 20_000 + "\n", "7" * 20_000 + "a"):
        found(text)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (r"^(a+)+\1$", "it refers back to a group"),
        ("(?=(a+)+$)(b|b)*c", "an assertion in it is as slow itself"),
        ("(?:(?:a{1,9}){1000}){1000}", "its automaton would be too large"),
    ],
)
def test_no_automaton_is_made_of(source: str, why: str) -> None:
    with pytest.raises(NotLinear) as caught:
        steps(source)
    assert str(caught.value) == why


EXAMPLES = [it[0] for it in MEANINGS if it[0] not in ("a[]", "", "a|")]


@pytest.mark.parametrize(
    "source", [*EXAMPLES, "^[A-Z]{2,4}-[0-9]+$", "^(?!con$)[a-z]+$", "^(?!^x|y)"]
)
def test_examples_match_and_near_misses_do_not(source: str) -> None:
    pattern = re.compile(translate(source))
    good = list(islice(matching(source, pattern.search), 10))
    bad = list(islice(not_matching(source, pattern.search), 10))
    assert good and bad
    assert all(map(pattern.search, good)) and not any(map(pattern.search, bad))
    assert good == list(islice(matching(source, pattern.search), 10))


def test_examples_keep_to_lengths() -> None:
    assert {len(text) for text in _matching("^a+$", 30, 40)} <= set(range(30, 41))
    assert next(_matching("^[a-f0-9]+$", 64, 64))
    assert list(_matching("^abc$", 4)) == []
    assert list(not_matching("", re.compile("").search)) == []


def _matching(source: str, low: int, high: int | None = None) -> Iterator[str]:
    return matching(source, re.compile(translate(source)).search, low, high)
