"""The form by which a rated game is corrected, annulled, or its last correction taken back: asked with GET, it shows
what would follow; sent, it is done."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from uuid import UUID

from django.utils.translation import gettext as _

from web.errors import BadRequest, Refused
from web.explain import explain

from .. import rulings
from ..commands import AnnulGame, CorrectGame, OfGame, UndoCorrection, What
from ..elo import shown
from ..models import Correction, RatedGame
from ..naming import Named, people
from ..rerating import known_lines
from ..services import seats_of
from . import choosing


@dataclass(frozen=True, slots=True)
class SeatAsked:
    number: int
    person: Named
    place: str


@dataclass(frozen=True, slots=True)
class MovedShown:
    person: Named
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class LadderMoved:
    title: str
    moved: list[MovedShown]


@dataclass(frozen=True, slots=True)
class Form:
    """``foreseen`` is None as long as nothing was asked for; ``refused`` says why it cannot be."""

    game: RatedGame
    seats: list[SeatAsked]
    what: str
    reason: str
    can_undo: bool
    foreseen: list[LadderMoved] | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What stood in the form as it was sent; places as texts, by seat. ``look``: what would follow is asked for."""

    what: str = ""
    places: tuple[str, ...] | None = None
    reason: str = ""
    look: bool = False


def form(game: UUID, written: Written) -> Form:
    """Filled as it was sent, else with what is known. Raises Refused (unknown_game)."""
    rated = rulings.game_of(game)
    seats = seats_of(rated)
    places = written.places
    if places is None:
        places = tuple(str(line.place) for line in known_lines(rated))
    named = people(seats)
    rows = [
        SeatAsked(number, named[who], place[:3])
        for number, (who, place) in enumerate(zip_longest(seats, places[: len(seats)], fillvalue=""), 1)
    ]
    return Form(
        rated,
        rows,
        written.what[:20] or (What.CORRECT if rated.annulled else What.ANNUL),
        written.reason[:1000],
        Correction.objects.filter(rated=rated).exists(),
    )


def asked(filled: Form) -> OfGame:
    """Raises BadRequest (unknown_ruling), Refused (no_outcome)."""
    game, reason = filled.game.game, filled.reason
    match filled.what:
        case What.CORRECT:
            places = tuple(int(row.place) if row.place.isascii() and row.place.isdigit() else 0 for row in filled.seats)
            if places.count(1) == 1 and not any(place for place in places if place != 1):
                return CorrectGame(game, winner=places.index(1), reason=reason)
            return CorrectGame(game, places=places, reason=reason)
        case What.ANNUL:
            return AnnulGame(game, reason)
        case What.UNDO:
            return UndoCorrection(game, reason)
    raise BadRequest("unknown_ruling", what=filled.what[:40], known=", ".join(What))


def foreseen(filled: Form) -> list[LadderMoved]:
    """Raises Refused."""
    done = rulings.preview(asked(filled)).ladders
    named = people(move.who for one in done for move in one.moved)
    return [
        LadderMoved(
            choosing.title(one.ladder),
            [MovedShown(named[move.who], shown(move.before), shown(move.after)) for move in one.moved],
        )
        for one in done
    ]


def sentence(refused: Refused) -> str:
    if refused.code == "no_outcome":
        return _("Places are numbers starting from 1. If you know only the winner, enter just the 1.")
    return explain(refused).sentence
