"""The form by which a rated game is corrected, annulled, or its last correction taken back: asked with GET, it shows
what would follow; sent, it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from web.errors import Refused
from web.explain import explain

from .. import rulings
from ..elo import shown
from ..models import Correction, RatedGame
from ..naming import Named, people
from ..rerating import known_lines
from ..rulings import Asked
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


def form(game: UUID, given: Mapping[str, str]) -> Form:
    """Filled as it was sent, else with what is known. Raises Refused (unknown_game)."""
    rated = rulings.game_of(game)
    seats = rulings.seats_of(rated)
    known = [str(line.place) for line in known_lines(rated)] or [""] * len(seats)
    named = people(seats)
    rows = [
        SeatAsked(number, named[who], given.get(f"place_{number}", place)[:3])
        for number, (who, place) in enumerate(zip(seats, known, strict=True), 1)
    ]
    return Form(
        rated,
        rows,
        given.get("what", rulings.CORRECT if rated.annulled else rulings.ANNUL)[:20],
        given.get("reason", "")[:1000],
        Correction.objects.filter(rated=rated).exists(),
    )


def asked(filled: Form) -> Asked:
    """Raises Refused (no_outcome)."""
    if filled.what != rulings.CORRECT:
        return Asked(filled.game.game, filled.what)
    places = [int(row.place) if row.place.isascii() and row.place.isdigit() else 0 for row in filled.seats]
    if places.count(1) == 1 and not any(place for place in places if place != 1):
        return Asked(filled.game.game, filled.what, winner=places.index(1))
    return Asked(filled.game.game, filled.what, places)


def foreseen(filled: Form) -> list[LadderMoved]:
    """Raises Refused."""
    done = rulings.preview(asked(filled))
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
