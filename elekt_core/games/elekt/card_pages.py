"""Cards for the pages about cards: one by itself, what differs between two lists, and which ones a fact brings into
play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from . import events as e
from .board import CardFace, gallery
from .cards import Card, CardSet
from .rules.shown import rules_of
from .words import CardText, card_text
from .words.provenance import part_name, told

LANGUAGES: Final = ("pl", "en")


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card with all that is known of it: ``texts`` are its words by language, ``rules`` the numbers that say how it
    works, ``origin`` says in a sentence where it comes from and ``completed`` which of its parts are not printed."""

    face: CardFace
    copies: int
    texts: tuple[tuple[str, CardText], ...]
    provenance: str
    origin: str
    completed: tuple[str, ...]
    rules: tuple[str, ...]


def card_page(cards: CardSet, id_: str, language: str) -> CardPage | None:
    """None for an id that no card has."""
    card = next((card for card in cards.cards if card.id == id_), None)
    if card is None:
        return None
    return CardPage(
        face=next(face for face in gallery(cards, language) if face.id == id_),
        copies=card.copies,
        texts=tuple((other, card_text(card, other)) for other in (language, *(x for x in LANGUAGES if x != language))),
        provenance=card.provenance,
        origin=told(card, language),
        completed=tuple(dict.fromkeys(part_name(part, language) for part in card.completed)),
        rules=tuple(sorted(rules_of(card), key=_number)),
    )


def _number(rule: str) -> tuple[str, tuple[int, ...]]:
    """C1.9 comes before C1.10."""
    return rule[:1], tuple(int(part) if part.isdigit() else 0 for part in rule[1:].split("."))


@dataclass(frozen=True, slots=True)
class CardChange:
    """``old`` is None for an added card, ``new`` for a removed one; ``parts`` names what a changed one says anew."""

    id: str
    old: CardFace | None
    new: CardFace | None
    parts: tuple[str, ...] = ()


def changes(old: CardSet, new: CardSet, language: str) -> tuple[CardChange, ...]:
    """What differs between two lists, card by card: the new one's order, then what is gone."""
    before = {card.id: card for card in old.cards}
    faces = {face.id: face for face in gallery(old, language)}
    found = []
    for card, face in zip(new.cards, gallery(new, language), strict=True):
        earlier = before.pop(card.id, None)
        if earlier is None:
            found.append(CardChange(card.id, None, face))
        elif parts := _parts(earlier, card, language):
            found.append(CardChange(card.id, faces[card.id], face, parts))
    return (*found, *(CardChange(id_, faces[id_], None) for id_ in before))


FIELDS: Final = (
    "name_pl", "name_en", "group", "kind", "type", "symbols", "copies", "titles", "ability", "provenance", "completed",
)  # fmt: skip


def _parts(old: Card, new: Card, language: str) -> tuple[str, ...]:
    changed = [field for field in FIELDS if getattr(old, field) != getattr(new, field)]
    return tuple(dict.fromkeys(part_name(field, language) for field in changed))


def brought_by(cards: CardSet, event: Any) -> Sequence[str]:
    """Ids of the cards that the fact brings into play in view of all: a Unit in a Zone, a card turned up on a board."""
    match event:
        case e.UnitAssigned() | e.UnitPlaced():
            return (cards.printed[event.unit].id,)
        case e.CardRevealed():
            return (cards.printed[event.card].id,)
        case _:
            return ()
