"""The numbers of the rules specification: chapter, how many rules it has, and where each rule comes from."""

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
    "E21": 43,
    "E22": 5,
    "E23": 12,
    "E24": 5,
    "E25": 0,
    "E26": 0,
    "C1": 62,
}

NUMBERS = tuple(f"{chapter}.{n}" for chapter, size in CHAPTERS.items() for n in range(1, size + 1))

LISTS = ("E25", "E26")
"""Chapters without numbers of their own, cited as a whole: the register of ambiguities and the glossary."""

MARKS = {
    "E0": "ours; ours; ours; ours; ours; ours; ours",
    "E1": "R; R; R; R; R; R; R inf; R; R; R R2; R FAQ; R inf",
    "E2": "R; R; R; R; R; R; R; R; inf; R; ours; FAQ",
    "E3": "R; R; R; ours; R ours; ours; R; ours",
    "E4": "inf; R; FAQ; ours; ours; inf; ours",
    "E5": "R; inf",
    "E6": "R; R; ours; R; ours; R FAQ inf; ours; ours; inf",
    "E7": "R; R; R; R; R; inf; ours; ours; ours; inf; R ours; R; ours; ours",
    "E8": "R; R; ours; R; ours; R; R; R2; inf; R; ours; ours; ours; R; ours; inf; ours; ours",
    "E9": "R; R; ours; ours; inf; R; R; R; inf; ours; R; R; ours; inf; R; R; R2; R; inf; R; inf; R; ours",
    "E10": "R; R; R ours; R; R; ours; ours; ours",
    "E11": "R; R; ours; inf; ours; inf; R; ours",
    "E12": "R; R; inf; ours; inf; R; ours",
    "E13": "R; R inf; R; ours; inf; ours",
    "E14": "R; R; R; R FAQ; ours; ours; ours; ours; inf; R; ours",
    "E15": "R; R; R; R; R; R; R; ours; ours; R; R inf; inf; ours",
    "E16": "R; ours; ours; ours; ours; ours; ours; ours",
    "E17": "R; R",
    "E18": "R; R; R; R; R; R; R; R; R; R; R; R; ours; ours",
    "E19": "R; R; R; R; R; R; R; R; R",
    "E20": "R; R; R; inf; R; inf; R; R; R",
    "E21": (
        "R2; ours; R2; R2 inf; R2; R2; R2; R2; R2; R2; R2; ours; R2; ours; R2; R2; R2 ours; ours; ours; R2; "
        "R2; R2; ours; R2; R2; R2 ours; R2; R2; R2 ours; R2 ours; R2; R2; R2; R2; R2; inf; R2; R2; R2; R2; "
        "ours; ours; ours"
    ),
    "E22": "R2; R2; FAQ; FAQ; ours",
    "E23": "R1 R2; R1 R2; R2 ours; R1 R2; R1 R2; R1 R2; R1 R2; R1 R2; R1 R2; R1 R2; R1 R2; R1 R2",
    "E24": "ours; ours; ours; ours; ours",
    "C1": "; ".join(["ours"] * 62),
}
"""R: both editions alike, R1 and R2: one of them, FAQ: said in public, inf: inferred, ours: our own (E0.1)."""

AMBIGUOUS_IN = {
    "E2": (9,),
    "E3": (6, 8),
    "E4": (4,),
    "E6": (3, 5, 7, 8),
    "E7": (7, 8, 9, 13, 14),
    "E8": (3, 13, 15, 18),
    "E9": (3, 10, 13, 23),
    "E10": (6,),
    "E11": (3, 4, 5, 8),
    "E12": (4,),
    "E13": (4,),
    "E14": (6, 7, 9),
    "E15": (8, 12, 13),
    "E16": (2, 3, 5),
    "E18": (13,),
    "E19": (2, 3, 4),
    "E21": (2, 5, 14, 18, 19, 23, 24, 27, 28, 33, 41),
}

AMBIGUOUS = [f"{chapter}.{n}" for chapter, numbers in AMBIGUOUS_IN.items() for n in numbers]
"""E25: the rules that answer what the rulebooks leave open."""

TERMS = 56
"""E26."""
