"""Features (``judging``) in words: that a side has less of it, and more; English, then Polish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Pair = tuple[str, str]

NONE: Final[tuple[Pair, Pair]] = (("", ""), ("", ""))

WORDS: Final[Mapping[str, tuple[Pair, Pair]]] = {
    "points": (
        ("fewer victory points", "more victory points"),
        ("mniej punktów zwycięstwa", "więcej punktów zwycięstwa"),
    ),
    "bonus_points": (
        ("fewer bonus points", "more bonus points"),
        ("mniej dodatkowych punktów", "więcej dodatkowych punktów"),
    ),
    "knowledge": (("less Knowledge", "more Knowledge"), ("mniej Wiedzy", "więcej Wiedzy")),
    "tree_tokens": (("fewer Tree tokens", "more Tree tokens"), ("mniej żetonów Drzewa", "więcej żetonów Drzewa")),
    "tokens_to_victory": (
        ("further from victory by Tree tokens", "closer to victory by Tree tokens"),
        ("dalej do zwycięstwa żetonami Drzewa", "bliżej zwycięstwa żetonami Drzewa"),
    ),
    "money": (("less money", "more money"), ("mniej pieniędzy", "więcej pieniędzy")),
    "conditions": (("worse condition", "better condition"), ("gorsza kondycja", "lepsza kondycja")),
    "worst_condition": (
        ("a condition at or near the critical level", "no condition near the critical level"),
        ("kondycja na poziomie krytycznym lub blisko niego", "kondycja z dala od poziomu krytycznego"),
    ),
    "maximum": (
        ("lower maximum of condition", "higher maximum of condition"),
        ("niższe maksimum kondycji", "wyższe maksimum kondycji"),
    ),
    "protection": (("less protection", "more protection"), ("mniej ochrony", "więcej ochrony")),
    "healing": (("fewer means to heal", "more means to heal"), ("mniej środków leczących", "więcej środków leczących")),
    "sesame": (
        ("prizes sell for less", "prizes sell for more"),
        ("tańsza sprzedaż pryzów", "droższa sprzedaż pryzów"),
    ),
    "sarcophagus": (("smaller sarcophagus", "larger sarcophagus"), ("mniejszy sarkofag", "większy sarkofag")),
    "tokens_for_later": (
        ("fewer tokens for later", "more tokens for later"),
        ("mniej żetonów na później", "więcej żetonów na później"),
    ),
    "shepherd_ahead": (
        ("less from the Shepherd", "more from the Shepherd"),
        ("mniej od Pasterza", "więcej od Pasterza"),
    ),
    "oracle_ahead": (("no Oracle ahead", "the Oracle ahead"), ("bez Wyroczni", "Wyrocznia przed sobą")),
    "markets_ahead": (
        ("less from the markets", "more from the markets"),
        ("gorsze widoki na zakupy", "lepsze widoki na zakupy"),
    ),
    "boarding_ahead": (
        ("worse prospects of the boarding", "better prospects of the boarding"),
        ("gorsze widoki na abordaż", "lepsze widoki na abordaż"),
    ),
    "wounds_ahead": (
        ("fewer wounds ahead", "more wounds ahead"),
        ("mniej ran przed sobą", "więcej ran przed sobą"),
    ),
    "rewards_ahead": (
        ("worse prospects of rewards", "better prospects of rewards"),
        ("gorsze widoki na nagrody", "lepsze widoki na nagrody"),
    ),
    "tree_ahead": (
        ("less from the Tree", "more from the Tree"),
        ("mniej przy Drzewie", "więcej przy Drzewie"),
    ),
}

SAME: Final[Mapping[str, str]] = {"tokens_to_victory": "tree_tokens"}
"""By feature the one that is the same reason (``Hints.reason_of``)."""
