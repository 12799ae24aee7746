"""The rules by number in Polish and English, and which of them each fact follows from."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from ....contract import Event
from ....rulebook import Chapter, OpenQuestion, Rule, Rulebook, terms
from .. import events as e
from ..cards import Card, CardSet

KINDS: Final = {"K26": "questions", "K27": "words"}
"""Chapters that are lists of their own."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


_ASKED: Final = {entry["rule"]: entry for entry in _read("ambiguities.toml")["ambiguity"]}
OURS: Final = frozenset(_ASKED)
"""Rules with an answer of ours to what the rulebook leaves open, or with a value that is lost there."""


@cache
def rulebook(language: str) -> Rulebook:
    """All rules in ``"pl"`` or ``"en"``."""
    book = _read(f"{language}.toml")
    return Rulebook(
        language,
        tuple(_chapter(part, book, language) for part in book["section"]),
        terms(_read("glossary.toml")["term"], language),
    )


def _chapter(part: dict[str, Any], book: dict[str, Any], language: str) -> Chapter:
    rules = tuple(_rule(number, text, book, language) for number, text in part["rules"])
    return Chapter(part["id"], part["title"], rules, kind=KINDS.get(part["id"], "rules"))


def _rule(number: str, text: str, book: dict[str, Any], language: str) -> Rule:
    mark = "ours" if number in OURS else "R"
    source = book["sources"][mark]
    if number not in OURS:
        return Rule(number, text, marks=(mark,), sources=(source,))
    entry = _ASKED[number]
    question, answer, why = entry[language]
    open_ = OpenQuestion(question, answer, why, source, book["confidence"][entry["confidence"]])
    return Rule(number, text, marks=(mark,), sources=(source,), open=open_)


CITED: Final[dict[type, tuple[str, ...]]] = {
    e.StartingLocationsDealt: ("K4.3",),
    e.FirstPlayerFound: ("K4.4",),
    e.DeckShuffled: ("K4.6", "K4.7"),
    e.HandDealt: ("K4.6",),
    e.TurnStarted: ("K6.1",),
    e.LocationPlayed: ("K8.1",),
    e.ShillingsGained: ("K5.3",),
    e.ShillingsTaken: ("K5.4",),
    e.DefendersPlaced: ("K9.1",),
    e.AttackersPlaced: ("K10.1",),
    e.AttackersSpent: ("K10.7",),
    e.SiegePlaced: ("K17.1",),
    e.SiegeReturned: ("K17.4",),
    e.FortificationPlaced: ("K16.8", "K17.2"),
    e.FortificationRemoved: ("K17.2",),
    e.SupportPlayed: ("K11.1",),
    e.SupportLaidOut: ("K11.4",),
    e.FaceDownSeen: ("K22.4",),
    e.AttackerRemoved: ("K11.1",),
    e.HandDiscarded: ("K11.1",),
    e.CardRecovered: ("K11.1",),
    e.AttackTakenOver: ("K11.6",),
    e.AttackMoved: ("K11.7",),
    e.CardReserved: ("K12.1",),
    e.CardTakenBack: ("K12.3",),
    e.CardsPaid: ("K13.1",),
    e.CardsSold: ("K14.1",),
    e.ConflictStarted: ("K16.1",),
    e.UnitsRevealed: ("K16.2",),
    e.UnitCountered: ("K15.2",),
    e.UnitAssassinated: ("K15.3",),
    e.StrengthAdded: ("K16.6",),
    e.ConflictWonByDefender: ("K16.8",),
    e.ConflictWonByAttacker: ("K16.9",),
    e.UnitsDiscarded: ("K16.15",),
    e.UnitsRetreated: ("K15.8",),
    e.CasualtiesDiscarded: ("K16.9", "K16.10"),
    e.CardsPassed: ("K18.1",),
    e.SurplusDiscarded: ("K18.2",),
    e.DeckReshuffled: ("K21.2",),
    e.EndCardRevealed: ("K19.1",),
    e.EndPhaseStarted: ("K19.4",),
    e.SeatConceded: ("K23.2",),
}
"""Fact -> the rules that it follows from; facts of several origins are told apart by ``Cited``."""

ENDS: Final = ("K20.1", "K20.1", "K20.1", "K19.6", "K19.10", "K23.2")
"""By the reason of GameEnded."""


class Cited:
    """The ``Citer`` of contract.py: rules that follow from the fact alone, and from the conflict in progress."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self._paid = False

    def rules(self, event: Event, after: Any) -> tuple[str, ...]:
        paid, self._paid = self._paid, isinstance(event, e.CardsPaid)
        match event:
            case e.GameEnded(reason=reason):
                return (ENDS[reason],)
            case e.CardsDrawn():
                return ("K13.1",) if paid else ("K18.3",) if not after.played else ("K11.1",)
            case e.ShillingsGained(card=card) if card >= 0:
                gains = self._cards.cards[card].gains
                return ("K15.5",) if gains else ("K8.1",) if self._cards.cards[card].shillings else ("K11.1",)
            case e.ShillingsTaken(card=card) if card >= 0 and self._cards.cards[card].steals:
                return ("K15.6",)
            case e.ShillingsTaken(card=card) if card >= 0 and self._cards.cards[card].effects:
                return ("K11.1",)
        return CITED.get(type(event), ())


def shown_by(cards: CardSet, number: str) -> tuple[str, ...]:
    """The ids of the cards that show a rule, in the order of the card set."""
    return tuple(card.id for card in cards.cards if number in rules_of(card))


def rules_of(card: Card) -> tuple[str, ...]:
    """The rules that say how a card works."""
    own = {
        "K9.3": card.garrison,
        "K11.3": card.reaction,
        "K11.4": card.persists,
        "K15.2": card.counters,
        "K15.3": card.assassinates,
        "K15.5": card.gains,
        "K15.6": card.steals,
        "K15.8": card.retreats,
        "K15.9": card.ally,
    }
    return tuple(number for number, has in own.items() if has)
