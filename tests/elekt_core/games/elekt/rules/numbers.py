"""The numbers of the rules specification of ruleset ``elekt-2e-r1``: chapter and how many rules it has."""

from __future__ import annotations

CHAPTERS = {
    "E0": 7,
    "E1": 12,
    "E2": 12,
    "E3": 8,
    "E4": 7,
    "E5": 2,
    "E6": 9,
    "E7": 14,
    "E8": 18,
    "E9": 23,
    "E10": 8,
    "E11": 8,
    "E12": 7,
    "E13": 6,
    "E14": 11,
    "E15": 13,
    "E16": 8,
    "E17": 2,
    "E18": 14,
    "E19": 9,
    "E20": 9,
    "E24": 5,
    "C1": 62,
}

NUMBERS = tuple(f"{chapter}.{n}" for chapter, size in CHAPTERS.items() for n in range(1, size + 1))
