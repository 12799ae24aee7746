"""What a command's fields may hold. These limits apply to what is sent from outside; the tournament's state decides
what is allowed in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournaments.decisions.results import MAX_SCORE
from tournaments.formats.contract import Result
from tournaments.settings import MAX_ENTRANTS
from web.decoding import Beside

MAX_NUMBER = 2**31 - 1
MAX_PENALTY = 1000
MAX_REMARK = 2000
MAX_ROUND = 1000
MAX_SEATS = 4

StageKey = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=MAX_ENTRANTS)]
RoundNumber = Annotated[int, Meta(ge=1, le=MAX_ROUND)]
Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
Seats = Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MAX_SEATS, description="From 0.")]
HalfPoints = Annotated[int, Meta(ge=0, le=MAX_PENALTY, description="Half-points; 0 is a warning.")]
Text = Annotated[str, Meta(min_length=1, max_length=MAX_REMARK)]
Reason = Annotated[str, Meta(max_length=MAX_REMARK, description="Kept in the change log.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoned:
    """A command that carries a reason."""

    reason: Reason = ""


Place = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Places = Annotated[tuple[Place, ...], Meta(min_length=2, max_length=MAX_SEATS)]
Score = Annotated[int, Meta(ge=-MAX_SCORE, le=MAX_SCORE)]
Scores = Annotated[tuple[Score, ...], Meta(max_length=MAX_SEATS)]
Forfeited = Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS, description="Seats, from 0.")]


@dataclass(frozen=True, slots=True)
class ResultFields:
    """How a result is sent."""

    places: Places
    scores: Scores = ()
    forfeited: Forfeited = ()

    def read(self) -> Result:
        return Result(self.places, self.scores, frozenset(self.forfeited))


@dataclass(frozen=True, slots=True)
class OtherResultFields:
    """How a correction is sent."""

    places: Annotated[Places | None, Meta(description="null takes the result away.")]
    scores: Scores = ()
    forfeited: Forfeited = ()

    def read(self) -> Result | None:
        return None if self.places is None else ResultFields(self.places, self.scores, self.forfeited).read()


SentResult = Annotated[Result, Beside(ResultFields)]
SentCorrection = Annotated[Result | None, Beside(OtherResultFields)]
