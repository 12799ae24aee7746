"""A game written down coarsely: round by round, who won which card, or the result alone.

Answers are keys or short names, as in ``session``: ``coarse:rounds`` (``coarse:result``) says that no decisions follow;
``won:CARD`` and ``seat:1`` in turn, up to ``round:over``, are a round; ``result`` (not where only the result is
recorded), each seat's ``place:2`` and its ``points:7``, or ``points:none`` once, are the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..contract import Event, Game
from ..errors import CoreError
from ..record.coarse import (
    NOBODY,
    RESULT,
    ROUNDS,
    Coarse,
    RecordedCoarsely,
    ResultTold,
    RoundTold,
    rankings,
)
from ..shorthand.syntax import SEATS
from .words import Choice, Question, resolved

COARSER: Final = "coarse:"
"""An entry that begins so says that no decisions follow."""
MAX_POINTS = 200
MAX_WON = 24
"""In one round."""


@dataclass
class CoarseAsking:
    """The answers to an entry so far. ``choices`` is empty once it is whole."""

    game: Game[Any]
    coarse: Coarse
    language: str
    names: Sequence[str]
    recent: Sequence[str] = ()
    """What was answered in earlier entries."""
    answered: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    _telling: str = ""
    """``round`` or ``result``, once that is known."""
    _whole: bool = False

    def __post_init__(self) -> None:
        self._telling = RESULT if self.coarse.detail == RESULT else ""

    def take(self, picks: Sequence[str]) -> None:
        """Raises CoreError: what ``Session.enter`` raises."""
        for number, pick in enumerate(picks):
            choices = self.choices()
            if not choices:
                raise CoreError("scribe_too_many", pick=pick, number=number)
            chosen = resolved(pick, choices)
            if chosen is None:
                expected = [choice.label for choice in choices[:8]]
                raise CoreError("scribe_not_possible", pick=pick, number=number, expected=expected)
            self.answered.append(chosen.key)
            self._take(chosen.key)

    @property
    def fact(self) -> Event | None:
        """What is known once the entry is whole."""
        if not self._whole:
            return None
        if self._telling == RESULT:
            return ResultTold(tuple(self.places), tuple(self.points))
        return RoundTold(self.coarse.rounds + 1, tuple(self.cards), tuple(self.winners))

    def question(self) -> Question:
        return Question("" if self._whole else self._text(), self.choices())

    def choices(self) -> tuple[Choice, ...]:
        if self._whole:
            return ()
        if self._telling == RESULT:
            return tuple(self._of_result())
        if len(self.cards) > len(self.winners):
            seats = [Choice(f"seat:{seat}", "seat", name, also=(SEATS[seat],)) for seat, name in self._seats()]
            return (*seats, self._choice("seat:none", "nobody", "nikt"))
        return tuple(self._of_round())

    # --- what can be answered --------------------------------------------------------------------------------------

    def _of_round(self) -> Iterator[Choice]:
        if not self.answered:
            yield self._choice("result", "the game is over: the result", "gra skończona: wynik")
        yield self._choice("round:over", "the round is over", "runda skończona")
        if len(self.cards) >= MAX_WON:
            return
        faces = [{face.id: face.words.name for face in self.game.gallery(one)} for one in self._languages]
        latest = {key: at for at, key in enumerate(self.recent)}
        free = [card for card in faces[0] if card not in self.cards]
        for card in sorted(free, key=lambda one: (-latest.get(f"won:{one}", -1), faces[0][one])):
            label, *also = (names.get(card, card) for names in faces)
            yield Choice(f"won:{card}", "card", label, card, tuple(also))

    def _of_result(self) -> Iterator[Choice]:
        told, seats = len(self.places), self.coarse.seats
        if told < seats:
            for place in sorted({one[told] for one in rankings(seats) if list(one[:told]) == self.places}):
                said = self._said(f"place {place}", f"miejsce {place}")
                yield Choice(f"place:{place}", "fact", said, "", (f"{place}",))
            return
        if not self.points:
            yield self._choice("points:none", "points unknown", "punkty nieznane")
        for points in range(MAX_POINTS + 1):
            yield Choice(f"points:{points}", "fact", f"{points}")

    def _take(self, key: str) -> None:
        what, _, value = key.partition(":")
        match what:
            case "won":
                self._telling = "round"
                self.cards.append(value)
            case "seat":
                self.winners.append(NOBODY if value == "none" else int(value))
            case "round":
                self._telling, self._whole = "round", True
            case "result":
                self._telling = RESULT
            case "place":
                self.places.append(int(value))
            case _:
                if value != "none":
                    self.points.append(int(value))
                self._whole = value == "none" or len(self.points) == self.coarse.seats

    # --- words -----------------------------------------------------------------------------------------------------

    def _text(self) -> str:
        number = self.coarse.rounds + 1
        if self._telling == RESULT:
            told = len(self.places)
            seat = told if told < self.coarse.seats else len(self.points)
            asked = ("place?", "które miejsce?") if told < self.coarse.seats else ("points?", "ile punktów?")
            return f"{self.names[seat]}: {self._said(*asked)}"
        if len(self.cards) > len(self.winners):
            return self._said(f"Round {number}: who won it?", f"Runda {number}: kto ją zdobył?")
        return self._said(f"Round {number}: which card was won?", f"Runda {number}: którą kartę zdobyto?")

    def _seats(self) -> Iterator[tuple[int, str]]:
        return enumerate(self.names[: self.coarse.seats])

    def _said(self, english: str, polish: str) -> str:
        return polish if self.language == "pl" else english

    def _choice(self, key: str, english: str, polish: str) -> Choice:
        mine, other = (polish, english) if self.language == "pl" else (english, polish)
        return Choice(key, "fact", mine, "", (other,))

    @property
    def _languages(self) -> tuple[str, str]:
        return ("pl", "en") if self.language == "pl" else ("en", "pl")


def begun(picks: Sequence[str], coarse: Coarse) -> CoreError | RecordedCoarsely:
    """What an entry says that begins with ``coarse:``, or why it cannot be."""
    fact = RecordedCoarsely(picks[0].removeprefix(COARSER))
    try:
        if fact.detail not in (ROUNDS, RESULT):
            raise CoreError("wrong_coarse", why="detail")
        coarse.check(fact)
    except CoreError:
        return CoreError("scribe_not_possible", pick=picks[0], number=0, expected=[])
    if len(picks) > 1:
        return CoreError("scribe_too_many", pick=picks[1], number=1)
    return fact
