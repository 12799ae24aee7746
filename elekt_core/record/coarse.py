"""Facts of a record that is coarser than move by move: who won which card in each round, or the result alone.

The record says from where on it is so, and how fine it still is. No position follows from these facts: the one before
them is the last that is known. docs/notation.md, "Coarser records".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from ..contract import Event, Game
from ..errors import CoreError
from .stop import STOPS

ROUNDS, RESULT, MOVES = "rounds", "result", "moves"
NOBODY: Final = -1
"""Whose a card was that nobody won."""


class RecordedCoarsely(NamedTuple):
    """From here on no decisions are recorded: only ``rounds``, or only the ``result``."""

    detail: str


class RoundTold(NamedTuple):
    """Round ``number`` (from 1, of those that are told) is over: ``cards`` by id, and which seat won each
    (``NOBODY``: none did)."""

    number: int
    cards: tuple[str, ...]
    winners: tuple[int, ...]


class ResultTold(NamedTuple):
    """The game is over: each seat's place from 1, and its points (none where nobody said them)."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


COARSE_FACTS = (RecordedCoarsely, RoundTold, ResultTold)
ENDS_BESIDE: Final = (*STOPS, ResultTold)
"""Facts with which a match ends beside its game."""


class Coarse:
    """How fine a stream is, fact by fact."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.detail = MOVES
        self.rounds = 0
        self.result: ResultTold | None = None

    def check(self, fact: Event) -> None:
        """Raises CoreError (``wrong_coarse``) where it cannot follow; ``why`` is a word of docs/notation.md. A fact
        that is none of these is one of the game's."""
        if why := self._flaw(fact):
            raise CoreError("wrong_coarse", why=why)

    def take(self, fact: Event) -> None:
        match fact:
            case RecordedCoarsely(detail):
                self.detail = detail
            case RoundTold():
                self.rounds += 1
            case ResultTold():
                self.result = fact

    def _flaw(self, fact: Event) -> str:
        if self.result is not None:
            return "over"
        match fact:
            case RecordedCoarsely(detail):
                return "" if (self.detail, detail) in LOWERED else "detail"
            case RoundTold():
                return self._wrong_round(fact)
            case ResultTold(places, scores):
                if self.detail == MOVES:
                    return "not_begun"
                if places not in set(rankings(self.seats)):
                    return "places"
                return "scores" if scores and len(scores) != self.seats else ""
            case _:
                return "" if self.detail == MOVES else "finer"

    def _wrong_round(self, fact: RoundTold) -> str:
        if self.detail != ROUNDS:
            return "not_begun" if self.detail == MOVES else "finer"
        if fact.number != self.rounds + 1:
            return "number"
        if len(fact.cards) != len(fact.winners) or len({*fact.cards}) != len(fact.cards):
            return "cards"
        return "" if {*fact.winners} <= {NOBODY, *range(self.seats)} else "no_such_seat"


LOWERED = {(MOVES, ROUNDS), (MOVES, RESULT), (ROUNDS, RESULT)}


def rankings(seats: int) -> Iterator[tuple[int, ...]]:
    """All places that so many seats can have, equal ones included: 1, 1, 3."""
    for places in product(range(1, seats + 1), repeat=seats):
        if all(place == 1 + sum(other < place for other in places) for place in places):
            yield places


def words_coarse(fact: Event, language: str, names: Sequence[str], game: Game[Any] | None) -> str:
    """One sentence for the log. ``game`` says what cards are called."""
    polish = language == "pl"
    match fact:
        case RecordedCoarsely(detail):
            return DETAILS.get(detail, ("", ""))[polish]
        case RoundTold(number, cards, winners):
            called = {} if game is None else {face.id: face.words.name for face in game.gallery(language)}
            nobody = "nikt" if polish else "nobody"
            told = [
                f"{called.get(card, card)} – {nobody if seat == NOBODY else names[seat]}"
                for card, seat in zip(cards, winners, strict=True)
            ]
            said = "; ".join(told) or ("nikt nic nie zdobył" if polish else "nobody won a card")
            return f"{'Runda' if polish else 'Round'} {number}: {said}."
        case ResultTold(places, scores):
            points = [f" ({score} {'pkt' if polish else 'pts'})" for score in scores] or [""] * len(places)
            order = sorted(range(len(places)), key=lambda seat: places[seat])
            told = [f"{places[seat]}. {names[seat]}{points[seat]}" for seat in order]
            return f"{'Wynik' if polish else 'Result'}: {', '.join(told)}."
    return ""


DETAILS: Final = {
    ROUNDS: (
        "From here on it is recorded round by round: who won which card.",
        "Odtąd zapis jest runda po rundzie: kto zdobył którą kartę.",
    ),
    RESULT: ("From here on only the result is recorded.", "Odtąd zapisano tylko wynik."),
}
