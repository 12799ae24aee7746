"""How tournaments affect ratings. An online match is rated when it ends; of real tables the results that stand are
rated, and later changes follow.

``changes`` is pure: from the state before a change and the one after it to what the ladder must be told. So an undone
correction brings the ladder back like any other change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Annotated
from uuid import UUID, uuid5

import structlog

from matches.games import game_with
from matches.tables import rating as matches
from players.ratings import commands as c
from players.ratings import naming, services
from players.ratings import queries as ratings
from players.ratings.commands import OfGame
from players.ratings.elo import shown
from players.ratings.events import LadderKey, ladder_key
from players.ratings.models import RatedGame
from players.ratings.outcome import check_seats, person, places_of
from players.ratings.queries import Told
from web.encoding import component
from web.errors import Refused

from .consent import noting
from .consent.noting import sitters
from .consent.standing import Standing, is_rated, standing
from .decisions.field import Newcomer
from .events import TournamentEvent
from .evolve import evolve_all
from .state import State, Table, TableRef

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A rated table: its players, as ratings name them, and their places by seat."""

    ref: TableRef
    seats: tuple[str, ...]
    places: tuple[int, ...]
    is_old: bool = False
    """Typed before anybody was asked whether they agree: it counts if it did then, and is not newly rated."""


@dataclass(frozen=True, slots=True)
class Changes:
    """By the id of the rated game: results that are new, changed or removed, and those that do not count until an
    objection is ruled on.
    """

    new: Mapping[UUID, Sitting]
    other: Mapping[UUID, Sitting]
    gone: frozenset[UUID]
    suspended: frozenset[UUID] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.new or self.other or self.gone or self.suspended)

    def __iter__(self) -> Iterator[UUID]:
        return iter({*self.new, *self.other, *self.gone, *self.suspended})


def key_of(state: State) -> LadderKey:
    return ladder_key(state.game, state.ruleset, state.settings.speed)


def is_rated_here(state: State, seats: int, bots: Sequence[str]) -> bool:
    """Whether a table of so many seats, called with these bots, is rated."""
    ruleset = game_with(state.game, state.cards).ruleset(state.ruleset)
    return bool(state.settings.rated) and not matches.why_not(
        ruleset,
        seats=seats,
        access="",
        cards=state.cards,
        options=state.options,
        bots=bots,
        time=state.settings.time,
    )


def with_ratings(state: State, newcomers: Sequence[Newcomer]) -> list[Newcomer]:
    """Give newcomers without a rating the one they have on this tournament's ladder."""
    values = ratings.ratings(key_of(state), [noting.named(one) for one in newcomers if not one.rating])
    known = {who: shown(value) for who, value in values.items()}
    return [one if one.rating else replace(one, rating=known.get(noting.named(one), 0)) for one in newcomers]


# --- what follows from a change ---------------------------------------------------------------------------


def changes(before: State, after: State) -> Changes:
    """A tournament that was just imported has no new results: it was not played here."""
    old, new = counting(before), counting(after)
    held, now_held = suspended(before), suspended(after)
    taken = before.status is not None and not after.settings.online
    added = {game: one for game, one in new.items() if taken and game not in old}
    other = {game: one for game, one in new.items() if game in old and old[game].places != one.places}
    gone = (old.keys() | held.keys()) - new.keys() - now_held.keys()
    return Changes(added, other, frozenset(gone), frozenset(now_held.keys() - held.keys()))


def counting(state: State) -> Mapping[UUID, Sitting]:
    """Every rated result of a real table. Forfeits and walkovers are not rated."""
    return _standing(state, Standing.COUNTS)


def suspended(state: State) -> Mapping[UUID, Sitting]:
    """Results that do not count as long as an objection is open."""
    return _standing(state, Standing.SUSPENDED)


def _standing(state: State, wanted: Standing) -> Mapping[UUID, Sitting]:
    if not is_rated(state):
        return {}
    found = {}
    for stage in state.stages.values():
        for one in stage.rounds:
            for table in one.tables.values():
                if table.is_done and standing(table) is wanted:
                    ref = TableRef(stage.key, one.no, table.no)
                    found[game_at(state, ref, table)] = _sitting(state, ref, table)
    return found


def _sitting(state: State, ref: TableRef, table: Table) -> Sitting:
    assert table.pairing.result is not None
    consent = table.consent
    seats = sitters(state, table) if consent is None else consent.who
    return Sitting(ref, seats, table.pairing.result.places, is_old=consent is None)


def game_at(state: State, ref: TableRef, table: Table) -> UUID:
    """The id under which a table is rated: with other players it is another game."""
    return uuid5(state.id, f"{ref.stage} {ref.round} {ref.table} {table.pairing.seats}")


# --- telling the ladder -----------------------------------------------------------------------------------


def follow(before: State, after: State, actor: str) -> None:
    """Rate the results of a change, last in its transaction. Results that the ladder refuses stand all the same;
    ``unrated`` lists them meanwhile.
    """
    told = changes(before, after)
    if not told:
        return
    known = _known(told)
    ladder = _Ladder(after, actor)
    for game in sorted(told.gone & known):
        ladder.annul(game)
    for game in sorted(told.suspended & known):
        ladder.suspend(game)
    for game, one in told.other.items():
        if game in known:
            ladder.correct(game, _seats_of(game), one)
    for game, one in told.new.items():
        if game in known:  # it counted before
            ladder.correct(game, _seats_of(game) if one.is_old else one.seats, one)
        elif not one.is_old:
            ladder.record(game, one)


@dataclass(frozen=True, slots=True)
class _Ladder:
    """Sends the changes to the ladder one by one, and goes on after a refusal."""

    state: State
    actor: str

    def record(self, game: UUID, one: Sitting) -> None:
        assert self.state.changed_at is not None
        self._told(
            game,
            partial(
                services.record,
                game=game,
                ladder=key_of(self.state),
                seats=one.seats,
                places=one.places,
                played_at=self.state.changed_at,
                source=f"tournament:{self.state.id}",
            ),
        )

    def correct(self, game: UUID, seats: Sequence[str], one: Sitting) -> None:
        self._change(c.CorrectGame(game, tuple(seats), tuple(one.places)))

    def annul(self, game: UUID) -> None:
        self._change(c.AnnulGame(game))

    def suspend(self, game: UUID) -> None:
        self._change(c.AnnulGame(game, suspended=True))

    def _change(self, command: OfGame) -> None:
        decision = uuid5(command.game, f"version {self.state.version}")
        self._told(command.game, partial(services.change, command, decision_id=decision))

    def _told(self, game: UUID, service: Callable[..., object]) -> None:
        try:
            service(actor=self.actor)
        except Refused as refused:
            log.warning("not rated", tournament=str(self.state.id), game=str(game), code=refused.code)


def _known(games: Iterable[UUID]) -> set[UUID]:
    return set(RatedGame.objects.filter(game__in=list(games)).values_list("game", flat=True))


def _seats_of(game: UUID) -> list[str]:
    """The players of the game: another may have taken over an entrant's place since."""
    return [(seat.known or seat.published).who for seat in ratings.explain(game)]


# --- what would be, and what is not -----------------------------------------------------------------------


@component("RatingMoved")
@dataclass(frozen=True, slots=True)
class PreviewLine:
    """The effect of a correction on somebody's rating, in whole points."""

    who: Annotated[str, "`player:<id>` or `bot:<name>`."]
    name: str
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


def preview(before: State, after: State) -> list[PreviewLine]:
    """The effects of changed results on ratings, however many there are, the largest change first; empty for a change
    that only adds results.

    As if the change were made now. Nothing is stored.
    """
    told = changes(before, after)
    known = {row.game: row for row in RatedGame.objects.filter(game__in=list(told))}
    out = sorted(told.gone | told.suspended)
    gone = [Told(game) for game in out if game in known and not known[game].annulled]
    other = [_told(game, _seats_of(game), one) for game, one in told.other.items() if game in known]
    again = [
        _told(game, _seats_of(game) if one.is_old else one.seats, one)
        for game, one in told.new.items()
        if game in known
    ]
    row = next((known[one.game].ladder for one in (*gone, *other, *again)), None)
    if row is None:
        return []
    added = {game: one for game, one in told.new.items() if game not in known and not one.is_old}
    new = [_told(game, one.seats, one) for game, one in added.items() if _can_be_rated(one)]
    moved = ratings.preview_of(row, [*gone, *other, *again], new)
    called = naming.names(move.who for move in moved)
    return [PreviewLine(move.who, called[move.who], shown(move.before), shown(move.after)) for move in moved]


def _told(game: UUID, seats: Sequence[str], one: Sitting) -> Told:
    return Told(game, tuple(seats), places_of(len(seats), one.places))


def _can_be_rated(one: Sitting) -> bool:
    try:
        check_seats(one.seats)
        places_of(len(one.seats), one.places)
    except Refused:
        return False
    return True


def looked_ahead(state: State, change: Sequence[TournamentEvent], at: datetime, by: UUID | None) -> State:
    """The state after a batch of events that ``by`` is about to append."""
    return evolve_all(state, noting.noted(state, change, "" if by is None else person(by), at), at)


def previews_of(
    state: State, batches: Sequence[Sequence[TournamentEvent]], at: datetime, by: UUID | None = None
) -> list[Sequence[PreviewLine]]:
    """The same for each of several batches, of which one will be appended."""
    worked_out: list[tuple[Changes, Sequence[PreviewLine]]] = []
    found: list[Sequence[PreviewLine]] = []
    for batch in batches:
        after = looked_ahead(state, batch, at, by)
        told = changes(state, after)
        lines = next((lines for known, lines in worked_out if known == told), None)
        if lines is None:
            lines = preview(state, after)
            worked_out.append((told, lines))
        found.append(lines)
    return found


def unrated(state: State) -> list[TableRef]:
    """Results that should be rated and are not on the ladder: it refused them, or they were imported."""
    counting_now = counting(state)
    rated = RatedGame.objects.filter(game__in=counting_now, annulled=False).values_list("game", flat=True)
    missing = counting_now.keys() - set(rated)
    return [one.ref for game, one in counting_now.items() if game in missing]
