"""A card as pages show it: its words, and what it does as a row of signs with numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...contract import UNKNOWN
from .cards import CARDS, GROUPS, MISSION, PRINTED, TREE, Card
from .words.card_text import card_text
from .words.face_terms import KIND_LINES, MARKS

HEALS, PROTECTS, HURTS = "heal", "shield", "wound"
FEATURES = ("max-physical", "max-psychic", "sesame", "sarcophagus")
REWARD_SIGNS = {
    "gain_knowledge": "knowledge",
    "gain_money": "money",
    "gain_tree_token": "leaf",
    "draw_prize": "prize",
    "oracle_peek": "oracle",
}


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card's words in one language."""

    name: str
    type_line: str
    text: str
    ability_line: str = ""
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """``sign`` is an emblem, ``kind`` is physical or psychic where it matters; ``label`` says it in words."""

    sign: str
    text: str
    label: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class CardFace:
    """``name`` is the one that decisions use (``knife_padded_coat.1``), ``id`` that of the gallery.

    Both are ``""`` for a face-down card. ``value`` is a market card's cost, or what a prize is sold for.
    """

    name: str = ""
    id: str = ""
    deck: str = ""
    kind: str = ""
    value: int = 0
    level: int = 0
    marks: tuple[Mark, ...] = ()
    rewards: tuple[Mark, ...] = ()
    words: CardWords = CardWords("", "", "")
    count: int = 1

    @property
    def sign(self) -> str:
        """The emblem of its kind."""
        return {"mission": "enclave", "trap": "trap", "tree": "tree"}.get(self.deck, self.kind)


@cache
def face(card: int, language: str) -> CardFace:
    """The face of a physical card; UNKNOWN lies face down."""
    if card == UNKNOWN:
        return CardFace()
    return _face(PRINTED[card], CARDS.names[card], language)


def printed_face(card: Card, language: str, count: int) -> CardFace:
    """The face of all copies of a card, for the gallery."""
    return _face(card, card.id, language, count)


def _face(card: Card, name: str, language: str, count: int = 1) -> CardFace:
    return CardFace(
        name=name,
        id=card.id,
        deck=GROUPS[card.deck],
        kind=card.kind,
        value=card.value,
        level=card.level,
        marks=_marks(card, language),
        rewards=_rewards(card, language),
        words=words_of(card, language),
        count=count,
    )


def words_of(card: Card, language: str) -> CardWords:
    line = KIND_LINES[language][card.kind or GROUPS[card.deck]].format(level=card.level)
    return CardWords(card.names[language], line, card_text(card, language))


def _marks(card: Card, language: str) -> tuple[Mark, ...]:
    said = MARKS[language]
    found = [
        Mark(sign, str(n), said[f"{sign}-{kind}"].format(n=n), kind)
        for sign, pair in ((PROTECTS, card.protect), (HEALS, card.heal), (HURTS, card.damage))
        for kind, n in zip(("physical", "psychic"), pair, strict=True)
        if n
    ]
    found += [
        Mark(sign, f"+{n}", said[sign].format(n=n), sign.partition("-")[2])
        for sign, n in zip(FEATURES, card.upgrade, strict=True)
        if n
    ]
    if card.knowledge:
        found.append(Mark("knowledge", str(card.knowledge), said["knowledge"].format(n=card.knowledge)))
    if card.deck == MISSION or (card.deck == TREE and card.rewards):
        found.append(Mark("trap", str(card.traps), said["traps"].format(n=card.traps)))
        found += [
            Mark(HURTS, str(n), said[f"fixed-{kind}"].format(n=n), kind)
            for kind, n in zip(("physical", "psychic"), card.fixed, strict=True)
            if n
        ]
    return tuple(found)


def _rewards(card: Card, language: str) -> tuple[Mark, ...]:
    said = MARKS[language]
    return tuple(Mark(REWARD_SIGNS[op], str(n), said[REWARD_SIGNS[op]].format(n=n)) for op, n in card.rewards)


def gallery(language: str) -> tuple[CardFace, ...]:
    """Every card once, in the order of the file."""
    found: dict[str, CardFace] = {}
    for card in PRINTED:
        if card.id not in found:
            found[card.id] = printed_face(card, language, sum(one.id == card.id for one in PRINTED))
    return tuple(found.values())
