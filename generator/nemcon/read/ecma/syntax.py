"""Regular expressions of ECMA-262 as a tree, and the parser that makes it.

The grammar is that of the `u` flag (ECMA-262, section 22.2.1), as JSON Schema recommends, with the liberties of its
annex B that real schemas take: needless escapes of punctuation, lone braces and brackets, `[\\w-.]`; and with the
flags of other engines where a pattern begins with them, as in `(?i)`.
"""

from __future__ import annotations

import re

from nemcon.read.ecma.nodes import (
    Back,
    Boundary,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    renumbered,
    simplified,
)
from nemcon.read.ecma.sets import (
    DIGITS,
    DOT,
    LAST,
    SPACES,
    WORDS,
    CharSet,
    complement,
    either_case,
    property_set,
    union,
)

MAX_DEPTH = 100
"""Groups may nest at most this deep."""
MAX_REPEAT = 65_535
"""A quantifier may count at most this far."""


class Untranslatable(Exception):
    """A text that is no regular expression of ECMA-262, or one that cannot be honoured; the argument says why."""


_FLAGS = re.compile(r"\(\?([imsx]+)\)")
_BARE = re.compile(r"\^|\$|\\[bB]|\(\?<[=!]")
_LOOSE = re.compile(r"(?:[ \t\n\r\f\v]|#[^\n]*(?:\n|\Z))+")
_NAME_ESCAPE = re.compile(r"\\u\{0*([0-9A-Fa-f]{1,5})\}|\\u([0-9A-Fa-f]{4})")
_CONTROL = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_CLASSES = {
    "d": DIGITS, "D": complement(DIGITS), "w": WORDS, "W": complement(WORDS), "s": SPACES, "S": complement(SPACES),
}  # fmt: skip


def parse(source: str) -> Node:
    """The tree of a pattern. Raises Untranslatable."""
    parser = _Parser(source)
    found = parser.whole()
    return found if parser.refers else simplified(found)


class _Parser:
    def __init__(self, source: str) -> None:
        self.text = source
        self.at = 0
        self.groups = 0
        self.depth = 0
        self.names: dict[str, int] = {}
        self.references: list[tuple[str, int]] = []
        self.refers = False
        self.flags = ""
        self.total, self.has_names = _count_groups(source)

    def whole(self) -> Node:
        begin = _FLAGS.match(self.text)
        if begin:
            self.flags = begin[1]
            self.at = begin.end()
        found = self.choice()
        if self.at < len(self.text):
            raise Untranslatable("there is a `)` without its `(`")
        return self._named(found)

    def peek(self, width: int = 1) -> str:
        return self.text[self.at : self.at + width]

    def take(self, text: str) -> bool:
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def choice(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Untranslatable(f"groups nest more than {MAX_DEPTH} deep")
        branches = [self.sequence()]
        while self.take("|"):
            branches.append(self.sequence())
        self.depth -= 1
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def sequence(self) -> Node:
        nodes: list[Node] = []
        self.pass_over()
        while self.at < len(self.text) and self.peek() not in ("|", ")"):
            bare = _BARE.match(self.text, self.at) is not None
            nodes.append(self.quantified(self.atom(), bare))
            self.pass_over()
        return nodes[0] if len(nodes) == 1 else Sequence(tuple(nodes))

    def pass_over(self) -> None:
        """Leaves out blanks and comments where the flag `x` says so."""
        loose = _LOOSE.match(self.text, self.at) if "x" in self.flags else None
        if loose:
            self.at = loose.end()

    def chars(self, found: CharSet) -> CharSet:
        return either_case(found) if "i" in self.flags else found

    def edge(self, start: bool) -> Node:
        if "m" not in self.flags:
            return Edge(start)
        return Choice((Edge(start), Look(Chars(complement(DOT)), not start, False)))

    def quantified(self, node: Node, bare: bool) -> Node:
        """A node with the quantifier behind it, if there is one; `bare` is an assertion that none may follow."""
        self.pass_over()
        counts = self.quantifier()
        if counts is None:
            return node
        if bare:
            raise Untranslatable("an assertion is repeated")
        least, most = counts
        if most is not None and most < least:
            raise Untranslatable(f"the quantifier counts from {least} to {most}")
        if max(least, most or 0) > MAX_REPEAT:
            raise Untranslatable(f"a quantifier counts further than {MAX_REPEAT}")
        return Repeat(node, least, most, self.take("?"))

    def quantifier(self) -> tuple[int, int | None] | None:
        for sign, counts in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return counts
        end = self.text.find("}", self.at)
        if self.peek() != "{" or end < 0:
            return None
        low, comma, high = self.text[self.at + 1 : end].partition(",")
        if not _is_number(low) or not (high == "" or _is_number(high)):
            return None
        self.at = end + 1
        if len(low) > 9 or len(high) > 9:
            raise Untranslatable(f"a quantifier counts further than {MAX_REPEAT}")
        return int(low), (int(high) if high else None) if comma else int(low)

    def atom(self) -> Node:
        char = self.peek()
        self.at += 1
        if char == "^":
            return self.edge(True)
        if char == "$":
            return self.edge(False)
        if char == ".":
            return Chars(((0, LAST),) if "s" in self.flags else DOT)
        if char == "(":
            return self.group()
        if char == "[":
            return Chars(self.character_class())
        if char == "\\":
            return self.escape()
        if char in "*+?":
            raise Untranslatable(f"there is nothing for `{char}` to repeat")
        if char == "{":
            self.at -= 1
            if self.quantifier() is not None:
                raise Untranslatable("there is nothing for `{` to repeat")
            self.at += 1
        return Chars(self.chars(((ord(char), ord(char)),)))

    def group(self) -> Node:
        for mark, ahead, negative in (
            ("?=", True, False),
            ("?!", True, True),
            ("?<=", False, False),
            ("?<!", False, True),
        ):
            if self.take(mark):
                return Look(self.closed(), ahead, negative)
        if self.take("?:"):
            return self.closed()
        name = None
        if self.take("?<"):
            name = self.name()
        elif self.peek() == "?":
            raise Untranslatable(f"`({self.peek(2)}` begins no group of ECMA-262")
        self.groups += 1
        number = self.groups
        if name is not None:
            if name in self.names:
                raise Untranslatable(f"two groups are named {name!r}")
            self.names[name] = number
        return Group(self.closed(), number)

    def closed(self) -> Node:
        found = self.choice()
        if not self.take(")"):
            raise Untranslatable("there is a `(` without its `)`")
        return found

    def name(self) -> str:
        end = self.text.find(">", self.at)
        name = _NAME_ESCAPE.sub(_spelled, self.text[self.at : end]) if end >= 0 else ""
        if not name.replace("$", "_").isidentifier():
            raise Untranslatable("the name of a group is no identifier")
        self.at = end + 1
        return name

    def escape(self) -> Node:
        char = self.peek()
        if char in ("b", "B"):
            self.at += 1
            return Boundary(char == "B", "i" in self.flags)
        if char == "k" and self.take("k<"):
            name = self.name()
            self.refer()
            self.references.append((name, len(self.references)))
            return Back(-len(self.references))
        if char and char in "123456789":
            end = self.at
            while end < len(self.text) and self.text[end] in "0123456789":
                end += 1
            number = int(self.text[self.at : end][:6])
            if number > self.total:
                raise Untranslatable(f"there is no group {number} to refer to")
            self.at = end
            self.refer()
            return Back(number)
        return Chars(self.chars(self.character_escape(False)))

    def refer(self) -> None:
        self.refers = True
        if "i" in self.flags:
            raise Untranslatable("it refers to a group, and case does not matter")

    def character_escape(self, in_class: bool) -> CharSet:
        """What follows a backslash and stands for characters."""
        char = self.peek()
        self.at += 1
        if char == "W":
            return complement(self.chars(WORDS))
        if char in _CLASSES:
            return _CLASSES[char]
        if char in ("p", "P"):
            return self.property(char == "P")
        code = self.code(char, in_class)
        return ((code, code),)

    def property(self, negative: bool) -> CharSet:
        end = self.text.find("}", self.at)
        if self.peek() != "{" or end < 0:
            raise Untranslatable("`\\p` needs a property in braces")
        text = self.text[self.at + 1 : end]
        self.at = end + 1
        found = property_set(text)
        if found is None:
            raise Untranslatable(f"the Unicode property {text!r} is unknown")
        return complement(found) if negative else found

    def code(self, char: str, in_class: bool) -> int:
        if not char:
            raise Untranslatable("the pattern ends in a backslash")
        if char in _CONTROL:
            return _CONTROL[char]
        if char == "0" and self.peek() not in tuple("0123456789"):
            return 0
        if char == "c" and self.peek().isascii() and self.peek().isalpha():
            self.at += 1
            return ord(self.text[self.at - 1]) % 32
        if char == "x":
            return self.hexadecimal(2)
        if char == "u":
            return self.unicode()
        if char == "b" and in_class:
            return 8
        if char.isascii() and char.isalnum():
            raise Untranslatable(f"`\\{char}` means nothing in ECMA-262")
        return ord(char)

    def hexadecimal(self, width: int) -> int:
        digits = self.peek(width)
        if len(digits) != width or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
            raise Untranslatable("an escape has too few hexadecimal digits")
        self.at += width
        return int(digits, 16)

    def unicode(self) -> int:
        if self.take("{"):
            end = self.text.find("}", self.at)
            digits = self.text[self.at : end] if end >= 0 else ""
            if (
                not digits
                or len(digits) > 8
                or not all(digit in "0123456789abcdefABCDEF" for digit in digits)
            ):
                raise Untranslatable("`\\u{` needs hexadecimal digits and `}`")
            self.at = end + 1
            if int(digits, 16) > 0x10FFFF:
                raise Untranslatable("there is no such code point")
            return int(digits, 16)
        high = self.hexadecimal(4)
        if 0xD800 <= high < 0xDC00 and self.peek(2) == "\\u":
            back = self.at
            self.at += 2
            try:
                low = self.hexadecimal(4)
            except Untranslatable:
                low = 0
            if 0xDC00 <= low < 0xE000:
                return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            self.at = back
        return high

    def character_class(self) -> CharSet:
        negative = self.take("^")
        parts: list[CharSet] = []
        while not self.take("]"):
            start = self.at
            first = self.class_atom()
            if self.peek() == "-" and self.peek(2) not in ("-]", "-"):
                self.at += 1
                parts.append(_range(first, self.class_atom()))
                if "\\p" in self.text[start : self.at].lower():
                    raise Untranslatable("a property is the end of a range of characters")
            else:
                parts.append(first)
        found = self.chars(union(parts))
        return complement(found) if negative else found

    def class_atom(self) -> CharSet:
        char = self.peek()
        if not char:
            raise Untranslatable("there is a `[` without its `]`")
        self.at += 1
        return self.character_escape(True) if char == "\\" else ((ord(char), ord(char)),)

    def _named(self, node: Node) -> Node:
        """References by name become references by number."""
        if not self.references:
            return node
        numbers: dict[int, int] = {}
        for name, index in self.references:
            if name not in self.names:
                raise Untranslatable(f"there is no group named {name!r}")
            numbers[-(index + 1)] = self.names[name]
        return renumbered(node, numbers)


def _spelled(escape: re.Match[str]) -> str:
    return chr(int(escape[1] or escape[2], 16))


def _range(first: CharSet, last: CharSet) -> CharSet:
    """`a-z`; with a class at either end the hyphen stands for itself (annex B.1.2)."""
    if len(first) != 1 or len(last) != 1 or first[0][0] != first[0][1] or last[0][0] != last[0][1]:
        return union([first, last, ((45, 45),)])
    if first[0][0] > last[0][0]:
        raise Untranslatable("a range of characters goes backwards")
    return ((first[0][0], last[0][0]),)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _count_groups(source: str) -> tuple[int, bool]:
    """How many groups capture, and whether any has a name."""
    count, named, at, in_class = 0, False, 0, False
    while at < len(source):
        char = source[at]
        if char == "\\":
            at += 1
        elif char == "[":
            in_class = True
        elif char == "]":
            in_class = False
        elif char == "(" and not in_class:
            has_name = source.startswith("(?<", at) and source[at + 3 : at + 4] not in ("=", "!")
            count += has_name or source[at + 1 : at + 2] != "?"
            named = named or has_name
        at += 1
    return count, named
