"""What follows from a command in a table's stream, and who may send it. Who is invited, and with which cards a table is
opened, is looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never
from uuid import UUID

from django.utils import timezone

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.registry import get_bot
from players import queries as players
from players.friends.shunning import blocking
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..cardlists import queries as card_lists
from ..clocks.controls import TimeControl
from ..games import game_of, game_with
from ..models import Table
from ..watching.rules import SpectatorRule
from . import commands as c
from . import events as e
from . import pair_limit, rating
from .commands import POSITION, Command
from .events import TableEvent, TableFold

FOR_THE_HOST = (c.SeatBot, c.RemoveBot, c.CloseTable)
"""What nobody else may ask. Who may sit down depends on the seat."""


def decide(table: TableFold, command: Command, *, by: UUID, new_match: Callable[[], UUID]) -> Sequence[TableEvent]:
    """The whole batch: a match starts with the last seat, and ``new_match`` is its id.

    Raises UnknownGame (also for a bot), BadSetup, BadRequest, NotFound, NotAllowed, Conflict.
    """
    batch = _decided(table, command, by)
    if not _is_full_after(table, batch):
        return batch
    waived = [e.RatingWaived()] if _is_beyond_limit(table, batch) or _is_for_bots_alone(table, batch) else []
    return [*batch, *waived, e.MatchStarted(new_match())]


def _is_beyond_limit(table: TableFold, batch: Sequence[TableEvent]) -> bool:
    """Whether a rated table would start between two who have played each other for rating often enough."""
    if (
        not _is_rated_after(table, batch)
        or table.reserved
        or any(isinstance(event, e.SeatsReserved) for event in batch)
    ):
        return False
    here = {place.player for place in table.places} | {ev.player for ev in batch if isinstance(ev, e.SeatTaken)}
    return bool(pair_limit.played_enough([player for player in here if player is not None], timezone.now()))


def _is_for_bots_alone(table: TableFold, batch: Sequence[TableEvent]) -> bool:
    """Whether a rated table would start with bots on all its seats."""
    people = [place for place in table.places if place.player is not None]
    return _is_rated_after(table, batch) and not people and not any(isinstance(event, e.SeatTaken) for event in batch)


def _is_rated_after(table: TableFold, batch: Sequence[TableEvent]) -> bool:
    return table.rated or any(isinstance(event, e.RatingAgreed) for event in batch)


def _decided(table: TableFold, command: Command, by: UUID) -> Sequence[TableEvent]:
    if not isinstance(command, c.OpenTable) and table.status != Table.Status.OPEN:
        raise Conflict("table_not_open")
    if isinstance(command, FOR_THE_HOST) and by != table.host:
        raise NotAllowed("not_the_host")
    match command:
        case c.OpenTable():
            return _opened(command, by)
        case c.SitDown(seat, agrees):
            return _seated(table, seat, by, agrees)
        case c.StandUp():
            own = table.seat_of(by)
            if own is None:
                raise Conflict("not_seated")
            return [e.SeatLeft(own)]
        case c.SeatBot(seat, bot):
            return _bot_seated(table, seat, bot)
        case c.RemoveBot(seat):
            if not table.places[_known_seat(table, seat)].bot:
                raise Conflict("not_a_bot", seat=seat)
            return [e.SeatLeft(seat)]
        case c.CloseTable():
            return [e.TableClosed()]
        case _:
            assert_never(command)


def part(table: TableFold, guest: UUID) -> Sequence[TableEvent]:
    """What follows where the host and ``guest`` want nothing of each other any more: no seat and no invitation. A table
    that was for these two is closed; what an event has arranged stays."""
    if table.status != Table.Status.OPEN or table.reserved:
        return []
    if guest in table.invited and not {*table.invited} - {guest, table.host}:
        return [e.TableClosed()]
    seat = table.seat_of(guest)
    left = [] if seat is None else [e.SeatLeft(seat)]
    return [*left, e.InvitationWithdrawn(guest)] if guest in table.invited else left


def _opened(command: c.OpenTable, by: UUID) -> Sequence[TableEvent]:
    chosen = command.pinned or card_lists.chosen(command.cards, player=by, game=command.game)
    cards, seats, options = chosen.cards if chosen else "", command.seats, dict(command.options)
    rules = game_with(command.game, cards)
    agreed = rules.ruleset(command.ruleset)
    if seats not in agreed.seats:
        least, most = agreed.seats[0], agreed.seats[-1]
        raise BadRequest("bad_number_of_seats", field="seats", seats=seats, least=least, most=most)
    if POSITION in options and command.access != Table.Access.PRACTICE and command.branch is None:
        raise BadRequest("position_needs_practice", field="options")
    agreed.only_offered({name: value for name, value in options.items() if name != POSITION})
    setup, chance = Setup(command.game, agreed.name, seats, options), SeededChance(bytes(32))
    rules.start(setup, chance)  # refuses what cannot start
    if command.branch is None:  # a match that began where none comes to can be played on from
        rules.check_new(setup, chance)
    _check_invited(command.invited)
    if not command.reserved:
        _check_willing(command.invited, by)
    batch: list[TableEvent] = [
        e.TableOpened(
            command.game,
            agreed.name,
            seats,
            options,
            command.access.value,
            by,
            _invited(command),
            cards,
            chosen.list if chosen else None,
        )
    ]
    obstacle = rating.why_not(
        agreed,
        seats=seats,
        access=command.access,
        cards=cards,
        options=options,
        bots=list(command.bots.values()),
        time=command.time,
        open_hands=command.spectators is not None and command.spectators.open_hands and not command.reserved,
    )
    counts = rating.settled(command.rated, by, obstacle)
    practice, taken = command.access == Table.Access.PRACTICE, set[int]()
    if command.branch is not None:
        batch.append(command.branch)
    if command.reserved:
        batch.append(e.SeatsReserved(command.reserved))
    if counts:
        batch.append(e.RatingAgreed(command.speed))
    if command.time is not None:
        batch.append(_time_agreed(command.time, practice=practice))
    if command.spectators is not None:
        batch.append(_spectators_agreed(command.spectators, practice=practice))
    if command.takebacks is not None and command.takebacks != (not counts and not command.reserved):
        batch.append(e.TakebacksAgreed(command.takebacks))
    if command.reviewed and (counts or command.reserved):
        batch.append(e.ReviewAgreed())
    if command.host_seat is not None and not practice:
        batch.append(e.SeatTaken(_free_seat(command.host_seat, seats, taken), by))
    for seat, player in enumerate(command.seated):
        if player is not None:
            batch.append(e.SeatTaken(_free_seat(seat, seats, taken), player))
    for seat, bot in sorted(command.bots.items()):
        get_bot(rules, bot)
        batch.append(e.BotSeated(_free_seat(seat, seats, taken), bot))
    if practice:
        batch += [e.SeatTaken(seat, by) for seat in range(seats) if seat not in taken]
    return batch


def _invited(command: c.OpenTable) -> tuple[UUID, ...]:
    return tuple(dict.fromkeys(command.invited if command.access == Table.Access.NAMED else command.among))


def _time_agreed(time: TimeControl, *, practice: bool) -> e.TimeAgreed:
    time.check()
    if practice:
        raise Conflict("practice_has_no_clocks")
    return e.TimeAgreed(time.mode, time.base, time.extra, time.off, time.flag)


def _spectators_agreed(rule: SpectatorRule, *, practice: bool) -> e.SpectatorsAgreed:
    rule.check()
    if practice:
        raise Conflict("practice_has_no_spectators")
    return e.SpectatorsAgreed(rule.decisions, rule.minutes, rule.open_hands)


def _check_invited(invited: Sequence[UUID]) -> None:
    """Somebody who is only a name written down cannot sit down anywhere."""
    known = players.names(invited).keys() - players.written_down(invited).keys()
    if missing := [player for player in invited if player not in known]:
        raise NotFound("unknown_player", field="invited", player=str(missing[0]))


def _check_willing(invited: Sequence[UUID], by: UUID) -> None:
    """Nobody can be invited by a player whom they have blocked."""
    if blocked := blocking(by, invited):
        raise Conflict("cannot_be_invited", field="invited", name=players.names(blocked)[min(blocked, key=str)])


def _seated(table: TableFold, seat: int | None, by: UUID, agrees: bool) -> Sequence[TableEvent]:
    if table.seat_of(by) is not None:
        raise Conflict("already_seated")
    if not table.may_sit(by):
        raise NotAllowed("not_invited")
    if table.spectators is not None and table.spectators.open_hands and not (agrees or table.reserved):
        raise Conflict("open_hands_need_consent", field="agrees")
    free = table.free_seats()
    if seat is None and not free:
        raise Conflict("no_free_seat")
    chosen = _wanted_seat(table, by, free) if seat is None else _known_seat(table, seat)
    if table.reserved_for(chosen) not in (None, by):
        raise NotAllowed("seat_is_reserved", seat=chosen)
    if chosen not in free:
        raise Conflict("seat_taken", seat=chosen)
    return [e.SeatTaken(chosen, by)]


def _bot_seated(table: TableFold, seat: int, bot: str) -> Sequence[TableEvent]:
    get_bot(game_of(table), bot)
    if _known_seat(table, seat) not in table.free_seats():
        raise Conflict("seat_taken", seat=seat)
    if table.reserved_for(seat) is not None:
        raise Conflict("seat_is_reserved", seat=seat)
    rating.check_bot(table, bot)
    return [e.BotSeated(seat, bot)]


def _is_full_after(table: TableFold, batch: Sequence[TableEvent]) -> bool:
    opened = next((event for event in batch if isinstance(event, e.TableOpened)), None)
    free = set(range(opened.size)) if opened else set(table.free_seats())
    if any(isinstance(event, (e.TableClosed, e.SeatLeft)) for event in batch):
        return False
    taken = {event.seat for event in batch if isinstance(event, (e.SeatTaken, e.BotSeated))}
    return free <= taken


def _wanted_seat(table: TableFold, player: UUID, free: Sequence[int]) -> int:
    return table.reserved.index(player) if player in table.reserved else free[0]


def _known_seat(table: TableFold, seat: int) -> int:
    if not 0 <= seat < len(table.places):
        raise NotFound("unknown_seat", field="seat", seat=seat)
    return seat


def _free_seat(seat: int, seats: int, taken: set[int]) -> int:
    if not 0 <= seat < seats:
        raise NotFound("unknown_seat", field="seat", seat=seat)
    if seat in taken:
        raise Conflict("seat_taken", seat=seat)
    taken.add(seat)
    return seat
