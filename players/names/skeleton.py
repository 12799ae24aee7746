"""What a text looks like, whatever its characters: the skeleton of Unicode Technical Standard 39, section 4.

Two texts with the same skeleton are confusable. A skeleton is for comparing alone: it is not shown, and not kept, since
another version of the table gives another one.

Known gap: a text with letters that run from right to left is compared in the order in which it is stored, where the
standard's ``bidiSkeleton`` would first put it in the order in which it is seen.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from unicodedata import normalize

TABLE = Path(__file__).with_name("confusables.txt")
"""Unicode 16.0.0: characters and their prototypes, in hexadecimal."""

_IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Default_Ignorable_Code_Point (DerivedCoreProperties.txt): characters that are not seen."""


@lru_cache(maxsize=20_000)
def skeleton(text: str) -> str:
    """``internalSkeleton`` of the standard: decomposed (NFD), without what is not seen, each character by its
    prototype, and decomposed again."""
    return normalize("NFD", normalize("NFD", text).translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str | None]:
    table: dict[int, str | None] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            one, prototype = line.split(" ; ")
            table[int(one, 16)] = "".join(chr(int(code, 16)) for code in prototype.split())
    for first, last in _IGNORABLE:
        table |= dict.fromkeys(range(first, last + 1))
    return table
