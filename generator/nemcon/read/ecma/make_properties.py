"""Writes properties.txt: the sets of characters behind `\\p{...}`.

Run by hand on a Python with Unicode 15.1 (3.13) and the `regex` package, when the Unicode version is to change:
`python -m nemcon.read.ecma.make_properties`.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

CATEGORIES = {
    "Lu": "Uppercase_Letter", "Ll": "Lowercase_Letter", "Lt": "Titlecase_Letter", "Lm": "Modifier_Letter",
    "Lo": "Other_Letter", "Mn": "Nonspacing_Mark", "Mc": "Spacing_Mark", "Me": "Enclosing_Mark",
    "Nd": "Decimal_Number digit", "Nl": "Letter_Number", "No": "Other_Number", "Pc": "Connector_Punctuation",
    "Pd": "Dash_Punctuation", "Ps": "Open_Punctuation", "Pe": "Close_Punctuation", "Pi": "Initial_Punctuation",
    "Pf": "Final_Punctuation", "Po": "Other_Punctuation", "Sm": "Math_Symbol", "Sc": "Currency_Symbol",
    "Sk": "Modifier_Symbol", "So": "Other_Symbol", "Zs": "Space_Separator", "Zl": "Line_Separator",
    "Zp": "Paragraph_Separator", "Cc": "Control cntrl", "Cf": "Format", "Cs": "Surrogate", "Co": "Private_Use",
    "Cn": "Unassigned",
}  # fmt: skip
GROUPS = {
    "L": "Letter", "LC": "Cased_Letter", "M": "Mark Combining_Mark", "N": "Number", "P": "Punctuation punct",
    "S": "Symbol", "Z": "Separator", "C": "Other",
}  # fmt: skip
BINARY = (
    "Alphabetic Alpha|Lowercase Lower|Uppercase Upper|White_Space space|Cased|Case_Ignorable CI|Dash"
    "|Default_Ignorable_Code_Point DI|Diacritic Dia|Extender Ext|Grapheme_Base Gr_Base|Grapheme_Extend Gr_Ext"
    "|Hex_Digit Hex|ASCII_Hex_Digit AHex|ID_Continue IDC|ID_Start IDS|XID_Continue XIDC|XID_Start XIDS|Ideographic Ideo"
    "|Join_Control Join_C|Math|Noncharacter_Code_Point NChar|Quotation_Mark QMark|Radical|Emoji|Emoji_Component EComp"
    "|Emoji_Modifier EMod|Emoji_Modifier_Base EBase|Emoji_Presentation EPres|Extended_Pictographic ExtPict"
    "|Unified_Ideograph UIdeo|Variation_Selector VS|Regional_Indicator RI|Sentence_Terminal STerm"
    "|Terminal_Punctuation Term"
)
SCRIPTS = (
    "Latin Latn|Greek Grek|Cyrillic Cyrl|Armenian Armn|Hebrew Hebr|Arabic Arab|Syriac Syrc|Thaana Thaa"
    "|Devanagari Deva|Bengali Beng|Gurmukhi Guru|Gujarati Gujr|Oriya Orya|Tamil Taml|Telugu Telu|Kannada Knda"
    "|Malayalam Mlym|Sinhala Sinh|Thai Thai|Lao Laoo|Tibetan Tibt|Myanmar Mymr|Georgian Geor|Hangul Hang|Ethiopic Ethi"
    "|Cherokee Cher|Canadian_Aboriginal Cans|Ogham Ogam|Runic Runr|Khmer Khmr|Mongolian Mong|Hiragana Hira"
    "|Katakana Kana|Bopomofo Bopo|Han Hani|Yi Yiii|Gothic Goth|Coptic Copt|Common Zyyy|Inherited Zinh Qaai"
    "|Tagalog Tglg|Hanunoo Hano|Buhid Buhd|Tagbanwa Tagb|Limbu Limb|Tai_Le Tale|Linear_B Linb|Ugaritic Ugar"
    "|Cypriot Cprt|Braille Brai|Buginese Bugi|Glagolitic Glag|Tifinagh Tfng|Balinese Bali|Cuneiform Xsux|Nko Nkoo"
    "|Vai Vaii|Javanese Java|Adlam Adlm"
)


def ranges(members: Iterable[int]) -> str:
    """Sorted code points as distances from one boundary to the next, in base 36."""
    parts: list[str] = []
    at, low, last = 0, None, -2
    for code in [*members, None]:
        if code is not None and code == last + 1:
            last = code
            continue
        if low is not None:
            parts += [_base36(low - at), _base36(last - low)]
            at = last
        if code is not None:
            low, last = code, code
    return " ".join(parts)


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = digits[digit] + text
    return text


def lines() -> Iterator[str]:
    """The lines of the file."""
    import regex

    module: Any = regex
    yield f"# Unicode {unicodedata.unidata_version}: made by make_properties.py"
    everything = [chr(code) for code in range(sys.maxunicode + 1)]
    for short, names in {**CATEGORIES, **GROUPS}.items():
        yield f"=g={short} " + " ".join(f"g={name}" for name in names.split())
    for short in CATEGORIES:
        yield f"g={short}:" + ranges(
            code for code, char in enumerate(everything) if unicodedata.category(char) == short
        )
    for kind, letter, table in (
        ("", "b", BINARY),
        ("Script=", "s", SCRIPTS),
        ("Script_Extensions=", "x", SCRIPTS),
    ):
        for entry in table.split("|"):
            name, *aliases = entry.split()
            if aliases:
                yield f"={letter}={name} " + " ".join(f"{letter}={alias}" for alias in aliases)
            match = module.compile(rf"\p{{{kind}{name}}}").fullmatch
            yield f"{letter}={name}:" + ranges(
                code for code, char in enumerate(everything) if match(char)
            )


if __name__ == "__main__":
    Path(__file__).with_name("properties.txt").write_text(
        "\n".join(lines()) + "\n", encoding="ascii"
    )
