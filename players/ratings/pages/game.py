"""Why a game moved its players: each seat's line as it was published, and as it is known now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from web.errors import Refused

from .. import queries, rulings
from ..elo import ONE, POINT, shown
from ..events import CLUB
from ..models import Correction, RatedGame
from ..naming import Named, people
from ..outcome import player_of
from ..queries import Change, Explained
from . import choosing, sources, words


@dataclass(frozen=True, slots=True)
class OpponentShown:
    person: Named
    rating: int
    place: int


@dataclass(frozen=True, slots=True)
class LineShown:
    """Why: ``k`` times ``scored`` less ``expected``, shared by ``duels`` opponents, is ``change``. Points have one
    decimal as they are shown. ``place`` is 0 where only the winner is known."""

    person: Named
    place: int
    opponents: tuple[OpponentShown, ...]
    expected: float
    scored: float
    k: int
    before: float
    after: float
    duels: int

    @property
    def change(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class SeatShown:
    """``known`` is None once the game is annulled; ``differs`` if it is not as published."""

    published: LineShown
    known: LineShown | None

    @property
    def differs(self) -> bool:
        return self.known != self.published


@dataclass(frozen=True, slots=True)
class CorrectionShown:
    """``by`` is None if it was no player: a program, or the clock."""

    at: datetime
    what: str
    by: Named | None
    reason: str


@dataclass(frozen=True, slots=True)
class GameShown:
    """``url`` leads to where it was played, for those who may look there; ``can_correct`` for those who may do that."""

    game: UUID
    ladder: str
    on: str
    number: int
    played_at: datetime
    annulled: bool
    corrected: list[CorrectionShown]
    seats: list[SeatShown]
    url: str
    can_correct: bool = False
    suspended: bool = False

    @property
    def differs(self) -> bool:
        return any(seat.differs for seat in self.seats)


def game(game_id: UUID, me: UUID | None) -> GameShown:
    """Raises Refused (unknown_game)."""
    seats = queries.explain(game_id)
    row = RatedGame.objects.select_related("ladder").get(game=game_id)
    changes = [change for seat in seats for change in (seat.published, seat.known) if change is not None]
    named = people(change.who for change in changes)
    return GameShown(
        row.game,
        choosing.title(row.ladder),
        choosing.of(row.ladder),
        row.number,
        row.played_at,
        row.annulled,
        _corrections(row),
        [_seat(seat, named) for seat in seats],
        sources.links([row.source], me).get(row.source, ""),
        rulings.is_entitled(me) and not row.source.startswith("tournament:") and row.ladder.mode == CLUB,
        row.suspended,
    )


def _corrections(row: RatedGame) -> list[CorrectionShown]:
    made = list(Correction.objects.filter(rated=row).order_by("id"))
    named = people(one.actor for one in made if _is_player(one.actor))
    return [CorrectionShown(one.at, _what(one), named.get(one.actor), one.reason) for one in made]


def _what(one: Correction) -> str:
    return words.measure("game_suspended" if one.data.get("suspended") else one.kind)


def _is_player(actor: str) -> bool:
    try:
        return player_of(actor) is not None
    except Refused:
        return False


def _seat(seat: Explained, named: Mapping[str, Named]) -> SeatShown:
    return SeatShown(_line(seat.published, named), None if seat.known is None else _line(seat.known, named))


def _line(change: Change, named: Mapping[str, Named]) -> LineShown:
    opponents = tuple(OpponentShown(named[one.who], shown(one.value), one.place) for one in change.opponents)
    return LineShown(
        named[change.who],
        change.place,
        opponents,
        change.expected / ONE,
        change.scored / ONE,
        change.k,
        change.before / POINT,
        change.after / POINT,
        len(opponents) if change.place and all(one.place for one in opponents) else 1,
    )
