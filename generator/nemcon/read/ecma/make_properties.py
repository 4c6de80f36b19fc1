"""Writes properties.txt: the sets of characters behind `\\p{...}`.

Run by hand on a Python with Unicode 15.1 (3.13) and the `regex` package, when the Unicode version is to change:
`python -m nemcon.read.ecma.make_properties`.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from importlib import import_module
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
    "ASCII_Hex_Digit AHex|Alphabetic Alpha|Bidi_Control Bidi_C|Bidi_Mirrored Bidi_M"
    "|Case_Ignorable CI|Cased|Changes_When_Casefolded CWCF|Changes_When_Casemapped CWCM"
    "|Changes_When_Lowercased CWL"
    "|Changes_When_Titlecased CWT|Changes_When_Uppercased CWU|Dash"
    "|Default_Ignorable_Code_Point DI|Deprecated Dep|Diacritic Dia|Emoji"
    "|Emoji_Component EComp|Emoji_Modifier EMod|Emoji_Modifier_Base EBase"
    "|Emoji_Presentation EPres|Extended_Pictographic ExtPict|Extender Ext"
    "|Grapheme_Base Gr_Base|Grapheme_Extend Gr_Ext|Hex_Digit Hex|IDS_Binary_Operator IDSB"
    "|IDS_Trinary_Operator IDST|ID_Continue IDC|ID_Start IDS|Ideographic Ideo"
    "|Join_Control Join_C|Logical_Order_Exception LOE|Lowercase Lower|Math"
    "|Noncharacter_Code_Point NChar|Pattern_Syntax Pat_Syn|Pattern_White_Space Pat_WS"
    "|Quotation_Mark QMark|Radical|Regional_Indicator RI|Sentence_Terminal STerm"
    "|Soft_Dotted SD|Terminal_Punctuation Term|Unified_Ideograph UIdeo|Uppercase Upper"
    "|Variation_Selector VS|White_Space space|XID_Continue XIDC|XID_Start XIDS"
)
SCRIPTS = (
    "Adlam Adlm|Ahom|Anatolian_Hieroglyphs Hluw|Arabic Arab|Armenian Armn|Avestan Avst"
    "|Balinese Bali|Bamum Bamu|Bassa_Vah Bass|Batak Batk|Bengali Beng|Bhaiksuki Bhks"
    "|Bopomofo Bopo|Brahmi Brah|Braille Brai|Buginese Bugi|Buhid Buhd"
    "|Canadian_Aboriginal Cans|Carian Cari|Caucasian_Albanian Aghb|Chakma Cakm|Cham"
    "|Cherokee Cher|Chorasmian Chrs|Common Zyyy|Coptic Copt Qaac|Cuneiform Xsux|Cypriot Cprt"
    "|Cypro_Minoan Cpmn|Cyrillic Cyrl|Deseret Dsrt|Devanagari Deva|Dives_Akuru Diak"
    "|Dogra Dogr|Duployan Dupl|Egyptian_Hieroglyphs Egyp|Elbasan Elba|Elymaic Elym"
    "|Ethiopic Ethi|Georgian Geor|Glagolitic Glag|Gothic Goth|Grantha Gran|Greek Grek"
    "|Gujarati Gujr|Gunjala_Gondi Gong|Gurmukhi Guru|Han Hani|Hangul Hang"
    "|Hanifi_Rohingya Rohg|Hanunoo Hano|Hatran Hatr|Hebrew Hebr|Hiragana Hira"
    "|Imperial_Aramaic Armi|Inherited Zinh Qaai|Inscriptional_Pahlavi Phli"
    "|Inscriptional_Parthian Prti|Javanese Java|Kaithi Kthi|Kannada Knda|Katakana Kana|Kawi"
    "|Kayah_Li Kali|Kharoshthi Khar|Khitan_Small_Script Kits|Khmer Khmr|Khojki Khoj"
    "|Khudawadi Sind|Lao Laoo|Latin Latn|Lepcha Lepc|Limbu Limb|Linear_A Lina|Linear_B Linb"
    "|Lisu|Lycian Lyci|Lydian Lydi|Mahajani Mahj|Makasar Maka|Malayalam Mlym|Mandaic Mand"
    "|Manichaean Mani|Marchen Marc|Masaram_Gondi Gonm|Medefaidrin Medf|Meetei_Mayek Mtei"
    "|Mende_Kikakui Mend|Meroitic_Cursive Merc|Meroitic_Hieroglyphs Mero|Miao Plrd|Modi"
    "|Mongolian Mong|Mro Mroo|Multani Mult|Myanmar Mymr|Nabataean Nbat|Nag_Mundari Nagm"
    "|Nandinagari Nand|New_Tai_Lue Talu|Newa|Nko Nkoo|Nushu Nshu|Nyiakeng_Puachue_Hmong Hmnp"
    "|Ogham Ogam|Ol_Chiki Olck|Old_Hungarian Hung|Old_Italic Ital|Old_North_Arabian Narb"
    "|Old_Permic Perm|Old_Persian Xpeo|Old_Sogdian Sogo|Old_South_Arabian Sarb"
    "|Old_Turkic Orkh|Old_Uyghur Ougr|Oriya Orya|Osage Osge|Osmanya Osma|Pahawh_Hmong Hmng"
    "|Palmyrene Palm|Pau_Cin_Hau Pauc|Phags_Pa Phag|Phoenician Phnx|Psalter_Pahlavi Phlp"
    "|Rejang Rjng|Runic Runr|Samaritan Samr|Saurashtra Saur|Sharada Shrd|Shavian Shaw"
    "|Siddham Sidd|SignWriting Sgnw|Sinhala Sinh|Sogdian Sogd|Sora_Sompeng Sora|Soyombo Soyo"
    "|Sundanese Sund|Syloti_Nagri Sylo|Syriac Syrc|Tagalog Tglg|Tagbanwa Tagb|Tai_Le Tale"
    "|Tai_Tham Lana|Tai_Viet Tavt|Takri Takr|Tamil Taml|Tangsa Tnsa|Tangut Tang|Telugu Telu"
    "|Thaana Thaa|Thai|Tibetan Tibt|Tifinagh Tfng|Tirhuta Tirh|Toto|Ugaritic Ugar|Vai Vaii"
    "|Vithkuqi Vith|Wancho Wcho|Warang_Citi Wara|Yezidi Yezi|Yi Yiii|Zanabazar_Square Zanb"
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
    yield f"# Unicode {unicodedata.unidata_version}: made by make_properties.py"
    text = "".join(map(chr, range(sys.maxunicode + 1)))
    for short, names in {**CATEGORIES, **GROUPS}.items():
        yield f"=g={short} " + " ".join(f"g={name}" for name in names.split())
    for short in CATEGORIES:
        yield f"g={short}:" + ranges(
            code for code, char in enumerate(text) if unicodedata.category(char) == short
        )
    later = _later(text)
    tables = (("", "b", BINARY), ("Script=", "s", SCRIPTS), ("Script_Extensions=", "x", SCRIPTS))
    for kind, letter, table in tables:
        for entry in table.split("|"):
            name, *aliases = entry.split()
            if aliases:
                yield f"={letter}={name} " + " ".join(f"{letter}={alias}" for alias in aliases)
            members = _members(rf"\p{{{kind}{name}}}", text)
            yield f"{letter}={name}:" + ranges(code for code in members if code not in later)
    ignorable = {text[code] for code in _members(r"\p{DI}", text) if code not in later}
    yield "=b=Changes_When_NFKC_Casefolded b=CWKCF"
    yield "b=Changes_When_NFKC_Casefolded:" + ranges(
        code for code, char in enumerate(text) if _folded(char, ignorable) != char
    )


def _folded(char: str, ignorable: set[str]) -> str:
    """NFKC_Casefold (Unicode, section 3.13.5): folded and in normal form, without what may be ignored."""
    before, text = "", unicodedata.normalize("NFD", char)
    while text != before:
        before = text
        text = "".join(it for it in text.casefold() if it not in ignorable)
        text = unicodedata.normalize("NFKC", text)
    return text


def _members(pattern: str, text: str) -> Iterator[int]:
    """The code points that a property of the `regex` package holds."""
    regex: Any = import_module("regex")
    for found in regex.finditer(f"{pattern}+", text):
        yield from range(found.start(), found.end())


def _later(text: str) -> set[int]:
    """The characters that `regex` knows and this Unicode version does not."""
    unknown = set(_members(r"\p{Cn}", text))
    return {
        code
        for code, char in enumerate(text)
        if unicodedata.category(char) == "Cn" and code not in unknown
    }


if __name__ == "__main__":
    Path(__file__).with_name("properties.txt").write_text(
        "\n".join(lines()) + "\n", encoding="ascii"
    )
