"""Features (``judging``) in words: that a side has less of it, and more; English, then Polish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Pair = tuple[str, str]

NONE: Final[tuple[Pair, Pair]] = (("", ""), ("", ""))

WORDS: Final[Mapping[str, tuple[Pair, Pair]]] = {
    "titles": (("fewer Titles", "more Titles"), ("mniej Tytułów", "więcej Tytułów")),
    "titles_near_the_end": (
        ("further from the last Title", "closer to the last Title"),
        ("dalej do ostatniego Tytułu", "bliżej ostatniego Tytułu"),
    ),
    "privileges": (("fewer Privileges", "more Privileges"), ("mniej Przywilejów", "więcej Przywilejów")),
    "heat": (("less Heat", "more Heat"), ("mniej Żaru", "więcej Żaru")),
    "units": (("fewer Units", "more Units"), ("mniej Jednostek", "więcej Jednostek")),
    "symbols": (("weaker Units", "stronger Units"), ("słabsze Jednostki", "silniejsze Jednostki")),
    "elite_units": (
        ("fewer Elite Units", "more Elite Units"),
        ("mniej Jednostek Elitarnych", "więcej Jednostek Elitarnych"),
    ),
    "sceptre": (("no Sceptre", "the Sceptre"), ("bez Berła", "Berło")),
    "heat_to_gather": (
        ("less Heat to gather", "more Heat to gather"),
        ("mniej Żaru do zebrania", "więcej Żaru do zebrania"),
    ),
    "occultism_ahead": (
        ("worse prospects in Occultism", "better prospects in Occultism"),
        ("gorsze widoki na Okultyzm", "lepsze widoki na Okultyzm"),
    ),
    "cunning_ahead": (
        ("worse prospects in Cunning", "better prospects in Cunning"),
        ("gorsze widoki na Podstęp", "lepsze widoki na Podstęp"),
    ),
    "violence_ahead": (
        ("worse prospects in Violence", "better prospects in Violence"),
        ("gorsze widoki na Przemoc", "lepsze widoki na Przemoc"),
    ),
    "titles_ahead": (
        ("worse prospects of Titles", "better prospects of Titles"),
        ("gorsze widoki na Tytuły", "lepsze widoki na Tytuły"),
    ),
    "privilege_ahead": (
        ("worse prospects of a Privilege", "better prospects of a Privilege"),
        ("gorsze widoki na Przywilej", "lepsze widoki na Przywilej"),
    ),
    "tokens_to_attach": (
        ("fewer tokens to attach", "more tokens to attach"),
        ("mniej żetonów do dołączenia", "więcej żetonów do dołączenia"),
    ),
    "swap_to_make": (("no swap to make", "a swap to make"), ("brak zamiany do zrobienia", "zamiana do zrobienia")),
    "unit_to_annihilate": (
        ("no win in Violence to use", "a win in Violence to use"),
        ("brak wygranej w Przemocy do użycia", "wygrana w Przemocy do użycia"),
    ),
    "moves_left": (
        ("fewer assignments left", "more assignments left"),
        ("mniej przydziałów przed sobą", "więcej przydziałów przed sobą"),
    ),
}

SAME: Final[Mapping[str, str]] = {"titles_near_the_end": "titles", "symbols": "units", "elite_units": "units"}
"""By feature the one that is the same reason (``Hints.reason_of``)."""
