"""Polish terms of the game (E26), in the cases that sentences need."""

from __future__ import annotations

from collections.abc import Sequence

ATTRIBUTES = {"occultism": "Okultyzm", "cunning": "Podstęp", "violence": "Przemoc", "power": "Władza"}
ATTRIBUTES_OF = {"occultism": "Okultyzmu", "cunning": "Podstępu", "violence": "Przemocy", "power": "Władzy"}
"""Genitive."""
ATTRIBUTES_SEEN = {"occultism": "Okultyzm", "cunning": "Podstęp", "violence": "Przemoc", "power": "Władzę"}
"""Accusative."""

ZONES = {"missions": "Strefa Misji", "influences": "Strefa Wpływów", "court": "Strefa Dworu"}
ZONES_OF = {"missions": "Strefy Misji", "influences": "Strefy Wpływów", "court": "Strefy Dworu"}
ZONES_IN = {"missions": "Strefie Misji", "influences": "Strefie Wpływów", "court": "Strefie Dworu"}
"""Nominative, genitive ("do Strefy"), locative ("w Strefie")."""

PHASES = {
    "recruitment": "faza rekrutacji",
    "assignment": "faza przydziału",
    "confrontation": "faza konfrontacji",
    "round_end": "faza zakończenia rundy",
}

TYPES = {"cultist": "Kultysta", "spectre": "Upiór"}

KINDS = {
    "basic": "Jednostka Podstawowa",
    "elite": "Jednostka Elitarna",
    "mission": "Misja",
    "influence": "Wpływ",
    "privilege": "Przywilej",
}
KINDS_SEEN = {"mission": "Misję", "influence": "Wpływ", "privilege": "Przywilej"}
"""Accusative."""

ABILITIES = {"instant": "Zdolność natychmiastowa", "permanent": "Zdolność stała"}

DECKS_OF = {"missions": "Misji", "influences": "Wpływów", "privileges": "Przywilejów", "elite": "Jednostek Elitarnych"}
"""After "talia"."""

DIRECTIONS = {
    "clockwise": "zgodnie z ruchem wskazówek zegara",
    "counter_clockwise": "przeciwnie do ruchu wskazówek zegara",
}


class Noun:
    """Singular nominative, genitive, accusative, instrumental; plural nominative, genitive; feminine or masculine."""

    __slots__ = ("a", "feminine", "g", "i", "n", "pg", "pn")

    def __init__(self, n: str, g: str, a: str, i: str, pn: str, pg: str, *, feminine: bool) -> None:
        self.n, self.g, self.a, self.i, self.pn, self.pg, self.feminine = n, g, a, i, pn, pg, feminine

    def case(self, case: str) -> str:
        return str(getattr(self, case))


UNIT = Noun("Jednostka", "Jednostki", "Jednostkę", "Jednostką", "Jednostki", "Jednostek", feminine=True)
BASIC = Noun(
    "Jednostka Podstawowa",
    "Jednostki Podstawowej",
    "Jednostkę Podstawową",
    "Jednostką Podstawową",
    "Jednostki Podstawowe",
    "Jednostek Podstawowych",
    feminine=True,
)
ELITE = Noun(
    "Jednostka Elitarna",
    "Jednostki Elitarnej",
    "Jednostkę Elitarną",
    "Jednostką Elitarną",
    "Jednostki Elitarne",
    "Jednostek Elitarnych",
    feminine=True,
)
CULTIST = Noun("Kultysta", "Kultysty", "Kultystę", "Kultystą", "Kultyści", "Kultystów", feminine=False)
SPECTRE = Noun("Upiór", "Upiora", "Upiora", "Upiorem", "Upiory", "Upiorów", feminine=False)

DETERMINERS = {
    "this": {"n": ("ta", "ten"), "g": ("tej", "tego"), "a": ("tę", "tego"), "i": ("tą", "tym")},
    "other": {"n": ("inna", "inny"), "g": ("innej", "innego"), "a": ("inną", "innego"), "i": ("inną", "innym")},
    "any": {
        "n": ("dowolna", "dowolny"),
        "g": ("dowolnej", "dowolnego"),
        "a": ("dowolną", "dowolnego"),
        "i": ("dowolną", "dowolnym"),
    },
    "each": {"n": ("każda", "każdy"), "g": ("każdej", "każdego"), "a": ("każdą", "każdego"), "i": ("każdą", "każdym")},
    "own": {"n": ("twoja", "twój"), "g": ("swojej", "swojego"), "a": ("swoją", "swojego"), "i": ("swoją", "swoim")},
    "your": {"n": ("twoja", "twój"), "g": ("twojej", "twojego"), "a": ("twoją", "twojego"), "i": ("twoją", "twoim")},
    "same": {
        "n": ("ta sama", "ten sam"),
        "g": ("tej samej", "tego samego"),
        "a": ("tę samą", "tego samego"),
        "i": ("tą samą", "tym samym"),
    },
    "it": {"n": ("ona", "on"), "g": ("niej", "niego"), "a": ("ją", "go"), "i": ("nią", "nim")},
}
"""By case: with a feminine, with a masculine noun."""


def determiner(word: str, noun: Noun, case: str) -> str:
    return DETERMINERS[word][case][0 if noun.feminine else 1]


def counted(n: int, one: str, few: str, many: str) -> str:
    """``1 żeton``, ``2 żetony``, ``5 żetonów``, ``22 żetony``."""
    if n == 1:
        return f"1 {one}"
    return f"{n} {few if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else many}"


def heat(n: int) -> str:
    """Accusative, as after "zapłacić"."""
    return counted(n, "Żar", "Żary", "Żarów") if n else "0 Żarów"


def joined(words: Sequence[str], last: str) -> str:
    """``a, b lub c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
