"""What may follow a tie-break's abbreviation: ``BH-C1``, ``SB/C1/P``, ``KS/L60``, ``ARO/U1400``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

RULES = 2026
"""The edition of FIDE C.07 that is used unless a modifier names another: in force since 1 March 2026."""
EDITIONS = (2024, 2026)


@dataclass(frozen=True, slots=True)
class Modifiers:
    low: int = 0
    """Cut so many of the least significant parts (C.07, 14.1, 14.2)."""
    high: int = 0
    """Cut so many of the most significant ones too (14.3, 14.4)."""
    played: bool = False
    """P: forfeits count as games played against the scheduled opponent (14.6)."""
    percent: int = 50
    """L60: Koya counts opponents with so many per cent of the best possible score (14.5)."""
    above: int = 0
    """L+1, L-2: and so many half-points more."""
    unrated: int = 0
    """U1400: the rating of those who have none; 0 where the tournament names none."""
    floor: bool = False
    """F: a match-win percentage of less than 0.33 counts as 0.33."""
    reverse: bool = False
    """R: the other way round."""
    rules: int = RULES
    """V2024: by that year's edition."""


_FORMS = {
    "C": re.compile(r"C([1-9])"),
    "M": re.compile(r"M([1-9])"),
    "P": re.compile(r"P"),
    "L": re.compile(r"L(?:(\d{1,3})|([+-]\d{1,2}))"),
    "U": re.compile(r"U(\d{3,4})"),
    "F": re.compile(r"F"),
    "R": re.compile(r"R"),
    "V": re.compile(r"V(\d{4})"),
}


def split(code: str) -> tuple[str, list[str]]:
    """The abbreviation and its modifiers, in capitals: ``bh-c1`` and ``BH/C1`` are both ``BH``, ``C1``."""
    first, *rest = re.split(r"[/#]|-(?=[A-Z])", code.strip().upper())
    return first, rest


def modify(modifiers: Modifiers, text: str, allowed: str) -> Modifiers | None:
    """Adds a modifier; None if it is none of ``allowed``, a string of letters."""
    letter = text[:1]
    found = _FORMS[letter].fullmatch(text) if letter and letter in allowed and letter in _FORMS else None
    return None if found is None else _changed(modifiers, letter, found)


def _changed(modifiers: Modifiers, letter: str, found: re.Match[str]) -> Modifiers | None:
    match letter:
        case "C":
            return replace(modifiers, low=int(found[1]))
        case "M":
            return replace(modifiers, low=int(found[1]), high=int(found[1]))
        case "L" if found[1]:
            return replace(modifiers, percent=int(found[1])) if int(found[1]) <= 100 else None
        case "L":
            return replace(modifiers, above=int(found[2]))
        case "U":
            return replace(modifiers, unrated=int(found[1]))
        case "V":
            return replace(modifiers, rules=int(found[1])) if int(found[1]) in EDITIONS else None
        case "P":
            return replace(modifiers, played=True)
        case "F":
            return replace(modifiers, floor=True)
        case _:
            return replace(modifiers, reverse=True)
