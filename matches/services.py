"""Every change to tables and matches. People, bots, the API and the clock all come in here; there is no second way.

A service either does the whole of what was asked and returns, or raises and has changed nothing. ``actor`` says who
acts: ``"player:<id>"``, ``"bot:<name>"`` or ``"clock"``. A ``decision_id`` makes a request repeatable: sent twice, it
counts once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hmac import digest
from typing import Any
from uuid import UUID, uuid5

import structlog

from elekt_core.bots import bot_chance
from elekt_core.chance import Chance, SeededChance
from elekt_core.contract import Decision, Game, SeatNo, Setup
from elekt_core.errors import IllegalDecision, MalformedDecision
from elekt_core.record import match as course
from elekt_core.registry import get_bot
from ledger import store
from ledger.changing import Kept
from players import queries as players
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion

from . import after, changing, events, rating
from .cardlists import queries as card_lists
from .cardlists.shapes import Chosen
from .events import TableEvent, TableFold
from .games import game_of, game_with
from .models import Match, Seat, Secret, Table
from .simultaneous import still_asked
from .solo import readmodels as solo
from .timeline import Timeline, shelf

CLOCK = "clock"
POSITION = "position"
"""The option by which a match starts elsewhere than at the beginning. It tells all hands, so practice alone has it."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class TableChanged:
    """``match`` is there once the table has started."""

    table: UUID
    version: int
    match: UUID | None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision is stored: its facts begin with event ``first_seq`` and end with ``version``."""

    match: UUID
    version: int
    first_seq: int
    repeated: bool = False


def player_actor(player: UUID) -> str:
    return f"player:{player}"


def bot_actor(bot: str) -> str:
    return f"bot:{bot}"


# --- tables -----------------------------------------------------------------------------------------------


def open_table(
    *,
    host: UUID,
    game: str,
    seats: int,
    ruleset: str = "",
    cards: str = "",
    options: Mapping[str, Any] | None = None,
    access: str = Table.Access.ANYONE,
    invited: Sequence[UUID] = (),
    host_seat: int | None = 0,
    bots: Mapping[int, str] | None = None,
    reserved: Sequence[UUID | None] = (),
    rated: bool | None = None,
    speed: str = rating.LIVE,
    decision_id: UUID | None = None,
    seed: bytes | None = None,
    pinned: Chosen | None = None,
) -> TableChanged:
    """Open a table, with its host on ``host_seat`` (None: the host only watches) and ``bots`` by seat.

    The match starts at once if that takes all seats. At a practice table the host plays all seats but the
    bots'. ``reserved`` says whose each seat is (None: a bot's), where that is settled. ``rated``: the match
    counts on the ladder of this ``speed``; None: if it can, and the host has an account. ``seed`` is for simulations:
    play draws a secret one.
    ``cards`` is the id of an own card list, with ``:`` and a number for a certain version of it; ``pinned`` is a
    version that the host has in another way, such as from a match of theirs.
    Raises UnknownGame, BadSetup, BadRequest, NotFound, Conflict.
    """
    chosen = pinned or card_lists.chosen(cards, player=host, game=game)
    rules = game_with(game, chosen.cards if chosen else "")
    agreed = rules.ruleset(ruleset)
    if type(seats) is not int or seats not in agreed.seats:
        least, most = agreed.seats[0], agreed.seats[-1]
        raise BadRequest("bad_number_of_seats", field="seats", seats=seats, least=least, most=most)
    if access not in Table.Access.values:
        raise BadRequest("unknown_access", field="access", value=access)
    if POSITION in (options or {}) and access != Table.Access.PRACTICE:
        raise BadRequest("position_needs_practice", field="options")
    agreed.only_offered({name: value for name, value in (options or {}).items() if name != POSITION})
    setup = Setup(game, agreed.name, seats, dict(options or {}))
    rules.start(setup, SeededChance(bytes(32)))  # refuses what could not be started later
    known = players.names(invited).keys() - players.written_down(invited).keys()  # a name sits down nowhere
    if missing := [player for player in invited if player not in known]:
        raise NotFound("unknown_player", field="invited", player=str(missing[0]))
    obstacle = rating.why_not(
        agreed,
        seats=seats,
        access=access,
        cards=chosen.cards if chosen else "",
        options=options or {},
        bots=list((bots or {}).values()),
    )
    counts = rating.settled(rated, host, obstacle)
    opened = events.TableOpened(
        game,
        setup.ruleset,
        seats,
        setup.options,
        access,
        host,
        tuple(dict.fromkeys(invited)) if access == "named" else (),
        chosen.cards if chosen else "",
        chosen.list if chosen else None,
    )

    def decide(table: TableFold) -> list[TableEvent]:
        batch: list[TableEvent] = [opened]
        if reserved:
            batch.append(events.SeatsReserved(tuple(reserved)))
        if counts:
            batch.append(events.RatingAgreed(speed))
        taken: set[int] = set()
        if host_seat is not None and access != Table.Access.PRACTICE:
            batch.append(events.SeatTaken(_free_seat(host_seat, seats, taken), host))
        for seat, bot in sorted((bots or {}).items()):
            get_bot(rules, bot)
            batch.append(events.BotSeated(_free_seat(seat, seats, taken), bot))
        if access == Table.Access.PRACTICE:
            batch += [events.SeatTaken(seat, host) for seat in range(seats) if seat not in taken]
        return batch

    assert seed is None or set(range(seats)) == set(bots or ()), "a seed is given only where the match starts at once"
    table_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"table of {host}")
    return _change(table_id, host, decide, decision_id=decision_id, new=True, seed=seed)


def sit_down(
    *,
    table_id: UUID,
    player: UUID,
    seat: int | None = None,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> TableChanged:
    """Take ``seat``, or the first free one. The match starts with the last seat.

    Raises NotFound, NotAllowed (not invited), Conflict (table started or closed, seat taken, seated already, stale).
    """

    def decide(table: TableFold) -> list[TableEvent]:
        if table.seat_of(player) is not None:
            raise Conflict("already_seated")
        free = table.free_seats()
        if seat is None and not free:
            raise Conflict("no_free_seat")
        chosen = _wanted_seat(table, player, free) if seat is None else _known_seat(table, seat)
        if table.reserved_for(chosen) not in (None, player):
            raise NotAllowed("seat_is_reserved", seat=chosen)
        if chosen not in free:
            raise Conflict("seat_taken", seat=chosen)
        return [events.SeatTaken(chosen, player)]

    return _change(table_id, player, decide, decision_id=decision_id, expected_version=expected_version)


def stand_up(
    *, table_id: UUID, player: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> TableChanged:
    """Leave one's seat while the table has not started. Raises NotFound, Conflict."""

    def decide(table: TableFold) -> list[TableEvent]:
        seat = table.seat_of(player)
        if seat is None:
            raise Conflict("not_seated")
        return [events.SeatLeft(seat)]

    return _change(table_id, player, decide, decision_id=decision_id, expected_version=expected_version)


def seat_bot(
    *,
    table_id: UUID,
    by: UUID,
    seat: int,
    bot: str,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> TableChanged:
    """The host puts a bot on a free seat. Raises UnknownGame (no such bot), NotFound, NotAllowed, Conflict."""

    def decide(table: TableFold) -> list[TableEvent]:
        _check_host(table, by)
        get_bot(game_of(table), bot)
        if _known_seat(table, seat) not in table.free_seats():
            raise Conflict("seat_taken", seat=seat)
        if table.reserved_for(seat) is not None:
            raise Conflict("seat_is_reserved", seat=seat)
        rating.check_bot(table, bot)
        return [events.BotSeated(seat, bot)]

    return _change(table_id, by, decide, decision_id=decision_id, expected_version=expected_version)


def remove_bot(
    *, table_id: UUID, by: UUID, seat: int, decision_id: UUID | None = None, expected_version: int | None = None
) -> TableChanged:
    """The host takes a bot away. Raises NotFound, NotAllowed, Conflict."""

    def decide(table: TableFold) -> list[TableEvent]:
        _check_host(table, by)
        if not table.places[_known_seat(table, seat)].bot:
            raise Conflict("not_a_bot", seat=seat)
        return [events.SeatLeft(seat)]

    return _change(table_id, by, decide, decision_id=decision_id, expected_version=expected_version)


def close_table(
    *, table_id: UUID, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> TableChanged:
    """The host closes a table that has not started. Raises NotFound, NotAllowed, Conflict."""

    def decide(table: TableFold) -> list[TableEvent]:
        _check_host(table, by)
        return [events.TableClosed()]

    return _change(table_id, by, decide, decision_id=decision_id, expected_version=expected_version)


def _change(
    table_id: UUID,
    by: UUID,
    decide: Callable[[TableFold], list[TableEvent]],
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    new: bool = False,
    seed: bytes | None = None,
) -> TableChanged:
    """The match starts with the batch that takes the last seat."""

    def admit(table: TableFold) -> None:
        if not new and not (table.version and table.is_open_to(by)):
            raise NotFound("unknown_table", table=str(table_id))

    def whole(table: TableFold) -> list[TableEvent]:
        if not new and table.status != Table.Status.OPEN:
            raise Conflict("table_not_open")
        batch = decide(table)
        return [*batch, events.MatchStarted(store.new_stream())] if _is_full_after(table, batch) else batch

    def start(kept: Kept[TableFold, Sequence[TableEvent]]) -> None:
        if kept.state.match is not None:
            secret = secrets.token_bytes(32) if seed is None else seed
            changing.start_match(kept.state.match, kept.state, kept.actor, secret, kept.at)
            solo.match_began(kept.state.match, kept.state, kept.at)

    done = changing.TABLES.change(
        table_id,
        whole,
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=admit,
        also=start,
    )
    return TableChanged(table_id, done.version, done.state.match, done.repeated)


def _is_full_after(table: TableFold, batch: Sequence[TableEvent]) -> bool:
    opened = next((event for event in batch if isinstance(event, events.TableOpened)), None)
    free = set(range(opened.size)) if opened else set(table.free_seats())
    if any(isinstance(event, (events.TableClosed, events.SeatLeft)) for event in batch):
        return False
    taken = {event.seat for event in batch if isinstance(event, (events.SeatTaken, events.BotSeated))}
    return free <= taken


def _wanted_seat(table: TableFold, player: UUID, free: Sequence[int]) -> int:
    return table.reserved.index(player) if player in table.reserved else free[0]


def _check_host(table: TableFold, by: UUID) -> None:
    if by != table.host:
        raise NotAllowed("not_the_host")


def _known_seat(table: TableFold, seat: int) -> int:
    if type(seat) is not int or not 0 <= seat < len(table.places):
        raise NotFound("unknown_seat", field="seat", seat=seat)
    return seat


def _free_seat(seat: int, seats: int, taken: set[int]) -> int:
    if type(seat) is not int or not 0 <= seat < seats:
        raise NotFound("unknown_seat", field="seat", seat=seat)
    if seat in taken:
        raise Conflict("seat_taken", seat=seat)
    taken.add(seat)
    return seat


# --- matches ----------------------------------------------------------------------------------------------


def decide(
    *,
    match_id: UUID,
    seat: int,
    decision: Mapping[str, Any],
    expected_version: int,
    decision_id: UUID,
    actor: str,
) -> Decided:
    """One decision of one seat: ``{"kind": ..., ...}`` as the game encodes it. Its facts are stored as one batch.

    Raises NotFound, NotAllowed, BadRequest; StaleVersion where the match is elsewhere than at ``expected_version``,
    unless several seats are asked at once and only others have answered since; the game's own IllegalDecision with
    NotYourTurn, MatchOver and MalformedDecision.
    """
    return _decide(match_id, seat, decision, expected_version, decision_id, actor)


def concede(*, match_id: UUID, seat: int, decision_id: UUID, actor: str) -> Decided:
    """Give up. Possible at any time, so it needs no version. Raises NotFound, NotAllowed, IllegalDecision."""
    return _decide(match_id, seat, {"kind": "concede"}, None, decision_id, actor)


def decide_automatically(*, match_id: UUID, seat: int, expected_version: int) -> Decided | None:
    """Decide for a bot's seat, or for one that has conceded. None where that is no longer due.

    The decision's id follows from the match's secret, version and seat, and a bot's draws do too: however often this
    is called, and wherever, the match is moved on once, and in the same way.
    """
    row = Match.objects.select_related("table").filter(id=match_id).first()
    if row is None or row.version != expected_version or seat not in after.seats_due(row):
        return None
    timeline = shelf.get(match_id, lambda: game_of(row))
    if timeline.catch_up() != expected_version:
        return None
    game = timeline.game
    view = game.view(timeline.state(expected_version), SeatNo(seat))
    place = row.table.seat_rows.get(number=seat)
    if row.conceded >> seat & 1:
        actor, decision = CLOCK, game.default(view, SeatNo(seat))
    else:
        actor = bot_actor(place.bot)
        decision = _bot_decision(game, view, SeatNo(seat), place.bot, match_id, expected_version)
    try:
        return decide(
            match_id=match_id,
            seat=seat,
            decision=game.encode_decision(decision),
            expected_version=expected_version,
            decision_id=_automatic_id(match_id, seat, expected_version),
            actor=actor,
        )
    except StaleVersion:
        return None


def _bot_decision(game: Game[Any], view: Any, seat: SeatNo, bot: str, match_id: UUID, version: int) -> Decision:
    """What the bot chooses; where it fails or thinks too long, the choice that the game has for an absent player."""
    chance = _bot_chance(match_id, seat, version)
    try:
        return get_bot(game, bot).choose(game, view, game.options(view, seat), chance)
    except Exception as failure:  # its text may name what only the bot may know
        log.error("bot failed", match=str(match_id), version=version, bot=bot, failure=type(failure).__name__)
        return game.default(view, seat)


def read_decision(timeline: Timeline, seat: int, decision: Mapping[str, Any]) -> Decision:
    """Raises BadRequest, MalformedDecision."""
    if not isinstance(decision.get("kind"), str):
        raise BadRequest("not_a_decision", field="decision")
    if decision.get("seat", seat) != seat:
        raise MalformedDecision("bad_field", field="seat")
    body = {key: value for key, value in decision.items() if key != "seat"}
    return timeline.game.decode_decision(SeatNo(seat), body)


def _decide(
    match_id: UUID,
    seat: int,
    decision: Mapping[str, Any],
    expected_version: int | None,
    decision_id: UUID,
    actor: str,
) -> Decided:
    """The version is compared here: an answer stays good while only others that were asked, too, have answered."""

    def admit(playing: changing.Playing) -> None:
        _check_seat(playing.row, seat, actor)
        seen, version = expected_version, playing.version
        if seen not in (None, version) and not still_asked(playing.timeline, seat, seen, version):
            raise StaleVersion(seen, version)

    def move(playing: changing.Playing) -> changing.Move:
        game, state = playing.timeline.game, playing.timeline.state(playing.version)
        batch = _carry_out(game, state, read_decision(playing.timeline, seat, decision), _chance(match_id))
        return changing.Move(game, batch, state)

    done = changing.MATCHES.change(match_id, move, actor=actor, decision_id=decision_id, admit=admit)
    return Decided(match_id, done.version, done.first_seq, done.repeated)


def _check_seat(row: Match, seat: int, actor: str) -> None:
    """Whether the actor may decide for that seat. Raises NotFound, NotAllowed."""
    place = Seat.objects.filter(table=row.table_id, number=seat).first() if type(seat) is int else None
    if place is None:
        raise NotFound("unknown_seat", field="seat", seat=seat)
    if actor == CLOCK:
        allowed = row.conceded >> seat & 1 == 1
    else:
        allowed = actor == (bot_actor(place.bot) if place.bot else player_actor(place.player or UUID(int=0)))
    if not allowed:
        raise NotAllowed("foreign_seat", seat=seat)


def _carry_out(game: Game[Any], state: Any, decision: Decision, chance: Chance) -> course.Batch:
    """Fold what follows into ``state``; what is refused may only be named in another order than the game's own."""
    try:
        return course.apply(game, state, decision, chance)
    except IllegalDecision:
        offered = course.as_offered(game, state, decision)
        if offered == decision:
            raise
        return course.apply(game, state, offered, chance)


def _chance(match_id: UUID) -> Chance:
    return SeededChance(_seed(match_id))


def _bot_chance(match_id: UUID, seat: int, version: int) -> Chance:
    """A bot's own draws. They follow from the match's secret, which cannot be found out from them."""
    return bot_chance(digest(_seed(match_id), f"bot {seat}".encode(), "sha256"), version)


def _automatic_id(match_id: UUID, seat: int, version: int) -> UUID:
    """Nobody can foresee it: who used the id first would keep the platform from ever deciding there."""
    return UUID(bytes=digest(_seed(match_id), f"decision {seat} {version}".encode(), "sha256")[:16])


@lru_cache(maxsize=1024)
def _seed(match_id: UUID) -> bytes:
    return bytes(Secret.objects.get(match=match_id).seed)
