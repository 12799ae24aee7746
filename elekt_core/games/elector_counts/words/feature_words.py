"""Features (``judging``) in words: that a side has less of it, and more; and phases. English, then Polish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Pair = tuple[str, str]

NONE: Final[tuple[Pair, Pair]] = (("", ""), ("", ""))

WORDS: Final[Mapping[str, tuple[Pair, Pair]]] = {
    "free_points": (
        ("fewer points in open locations", "more points in open locations"),
        ("mniej punktów w nieobsadzonych lokacjach", "więcej punktów w nieobsadzonych lokacjach"),
    ),
    "guarded_points": (
        ("fewer points behind defenders", "more points behind defenders"),
        ("mniej bronionych punktów", "więcej bronionych punktów"),
    ),
    "fortified_points": (
        ("fewer points behind Fortifications", "more points behind Fortifications"),
        ("mniej punktów za Fortyfikacjami", "więcej punktów za Fortyfikacjami"),
    ),
    "conquered_points": (
        ("fewer points in besieged locations", "more points in besieged locations"),
        ("mniej punktów w obleganych lokacjach", "więcej punktów w obleganych lokacjach"),
    ),
    "firm_points": (
        ("weaker sieges", "firmer sieges"),
        ("słabsze Oblężenia", "pewniejsze Oblężenia"),
    ),
    "shillings": (("fewer shillings", "more shillings"), ("mniej szylingów", "więcej szylingów")),
    "cards": (("fewer cards", "more cards"), ("mniej kart", "więcej kart")),
    "units": (("weaker units in hand", "stronger units in hand"), ("słabsze jednostki", "silniejsze jednostki")),
    "locations": (
        ("poorer locations in hand", "richer locations in hand"),
        ("gorsze lokacje na ręce", "lepsze lokacje na ręce"),
    ),
    "reserve": (("fewer cards in reserve", "more cards in reserve"), ("mniejsza Rezerwa", "większa Rezerwa")),
    "reserved_worth": (
        ("a poorer reserve", "a richer reserve"),
        ("gorsze karty w Rezerwie", "lepsze karty w Rezerwie"),
    ),
    "support": (("less Support", "more Support"), ("mniej Wsparcia", "więcej Wsparcia")),
    "tokens": (("fewer tokens in play", "more tokens in play"), ("mniej żetonów w grze", "więcej żetonów w grze")),
    "end_in_sight": (
        ("behind as the end draws near", "ahead as the end draws near"),
        ("strata do odrobienia tuż przed końcem", "przewaga tuż przed końcem"),
    ),
}

SAME: Final[Mapping[str, str]] = {"firm_points": "conquered_points", "reserved_worth": "reserve"}
"""By feature the one that is the same reason (``Hints.reason_of``)."""

PHASES: Final[Mapping[str, Pair]] = {
    "main": ("before the End phase", "przed fazą „Końca Gry”"),
    "end": ("End phase", "faza „Końca Gry”"),
}
