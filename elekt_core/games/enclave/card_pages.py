"""Everything known about one card, for the pages about cards."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

from ...kit.card_page import CardPage, card_page
from .cards import CARD_FILE, GROUPS, PRINTED, TREE, Card
from .faces import CardFace, CardWords, printed_face, words_of

BY_KIND: Final = {
    "protective": ("Z14.1", "Z14.3", "Z16.2"),
    "healing": ("Z16.2", "Z16.3", "Z16.4"),
    "prospector_upgrade": ("Z4.1", "Z4.2", "Z4.5"),
    "machine_upgrade": ("Z4.1", "Z4.2", "Z4.4"),
    "knowledge": ("Z15.8",),
}
BY_DECK: Final = {
    "office": ("Z12.1",),
    "knife_square": ("Z12.1",),
    "mission": ("Z13.1", "Z14.1", "Z15.2"),
    "trap": ("Z14.1", "Z14.4"),
    "prize": ("Z15.6", "Z15.7", "Z20.6"),
    "tree": ("Z17.2", "Z18.1"),
}
OWN: Final = {
    "tree_loki": ("Z18.2",),
    "tree_warsztat_u_anzelma": ("Z18.3.1", "Z18.3.3"),
    "tree_stragan_mamy_lou": ("Z18.3.2", "Z18.3.3"),
    "tree_jego_wysokosc_jaszczur": ("Z18.4",),
    "tree_kolekcja_pana_woo": ("Z18.5",),
    "tree_alba_chryzostom": ("Z18.6",),
    "tree_doktor_tertius": ("Z18.7",),
    "tree_abordaz_dla_angelosa": ("Z18.8", "Z18.9", "Z18.10"),
    "tree_lap_synchron": ("Z14.14", "Z18.11"),
    "tree_amber_svensen": ("Z11.5", "Z18.12"),
    "tree_ultima_thule": ("Z8.8", "Z18.13"),
    "tree_akunen": ("Z14.12", "Z18.14"),
    "tree_mowiace_lisy": ("Z18.15.1",),
    "tree_jakub_tyllo": ("Z18.15.2",),
    "tree_zakon_kranca_swiata": ("Z18.16",),
}
"""The rules about single cards: those of the Tree (Z18)."""


def page_of(id_: str, language: str) -> CardPage[CardFace, CardWords] | None:
    """None if no card has this id."""
    copies = [card for card in PRINTED if card.id == id_]
    if not copies:
        return None
    card = copies[0]
    return card_page(
        printed_face(card, language, len(copies)),
        language,
        lambda other: words_of(card, other),
        copies=len(copies),
        provenance=_provenances()[id_],
        rules=rules_of(card),
    )


@cache
def _provenances() -> dict[str, str]:
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    return {row["id"]: row["provenance"] for deck in GROUPS for row in data[deck]}


def rules_of(card: Card) -> tuple[str, ...]:
    """The rules that say how a card works."""
    return (*BY_DECK[GROUPS[card.deck]], *BY_KIND.get(card.kind, ()), *OWN.get(card.id, ()))


def shown_by(number: str) -> tuple[str, ...]:
    """The ids of the cards that show a rule (``rules_of``)."""
    return tuple(dict.fromkeys(card.id for card in PRINTED if number in rules_of(card)))


assert {card.id for card in PRINTED if card.deck == TREE} == set(OWN)
