"""Agreeing to typed results, objecting to them, and ruling on that. Identities and profiles are looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import assert_never
from uuid import UUID

from players import queries as players
from players.ratings.outcome import player_of
from players.ratings.rulings import is_entitled
from tournaments import events as e
from tournaments import rights
from tournaments.commands import consent as c
from tournaments.decisions import results
from tournaments.events import TournamentEvent
from tournaments.state import Entry, Role, State, Table, TableRef
from web.errors import Conflict, NotAllowed, NotFound

from . import history, limits, noting
from .standing import Standing, is_asked, is_rated, standing

ConsentCommand = (
    c.ConfirmEntry
    | c.ConfirmResult
    | c.ObjectToAll
    | c.ObjectToRating
    | c.RuleAll
    | c.RuleObjections
    | c.WithdrawAll
    | c.WithdrawObjection
)
ARBITERS = (Role.OWNER, Role.ARBITER)


def decide(state: State, command: ConsentCommand, by: UUID, remark: UUID | None) -> list[TournamentEvent]:
    """Raises NotFound, NotAllowed (also: no account), Conflict."""
    match command:
        case c.ConfirmEntry():
            return _entry_confirmed(state, by)
        case c.ConfirmResult(ref, places):
            return _result_confirmed(state, ref, places, by)
        case c.ObjectToRating(ref):
            assert remark is not None
            return _objected(state, ref, by, remark)
        case c.ObjectToAll():
            assert remark is not None
            return _objected_to_all(state, by, remark)
        case c.WithdrawObjection(ref):
            return _withdrawn(state, ref, by)
        case c.WithdrawAll(objection):
            return _withdrawn_from_all(state, objection, by)
        case c.RuleObjections(ref, upheld):
            return _ruled(state, ref, upheld, by, remark)
        case c.RuleAll(objection, upheld):
            return _all_ruled(state, objection, upheld, by, remark)
        case _:
            assert_never(command)


def _entry_confirmed(state: State, by: UUID) -> list[TournamentEvent]:
    _needs_account(by)
    entry = own_entry(state, by)
    if entry is None:
        raise NotFound("not_entered")
    return [] if entry.own else [e.EntryConfirmed(entry.no)]


def _result_confirmed(state: State, ref: TableRef, places: Sequence[int] | None, by: UUID) -> list[TournamentEvent]:
    """Also refused if the result has changed since they saw it."""
    _needs_account(by)
    table = results.table_at(state, ref)
    check_typed(table)
    if places is not None and tuple(places) != places_of(table):
        raise Conflict("result_has_changed")
    seats = may_confirm(state, table, by)
    if not seats and own_seat(state, table, by) is None:
        rights.check_role(state, by, Role.SCORER)
    return [e.ConsentGiven(ref.stage, ref.round, ref.table, seats)] if seats else []


def _objected(state: State, ref: TableRef, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """Once for each result, and with a limit on open objections."""
    table = results.table_at(state, ref)
    seat = own_seat(state, table, by)
    if seat is None:
        raise NotAllowed("not_your_table")
    check_typed(table)
    if not can_be_rated(state, table):
        raise Conflict("not_rated_anyway")
    if seat in table.objections.open:
        raise Conflict("objection_is_open")
    if seat in table.objections.answered or table.objections.struck:
        raise Conflict("objection_was_answered")
    objection = _objection(state, ref, table, seat, remark)
    _check_limit([objection], by)
    return [objection]


def _objected_to_all(state: State, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """Where they can object; once for each result, as one objection."""
    mine = players.profiles(by)
    found = [(ref, table, seat) for ref, table in _tables(state) if (seat := _seat_of(state, table, mine)) is not None]
    if not found:
        raise NotAllowed("not_your_table")
    batch = [
        _objection(state, ref, table, seat, remark) for ref, table, seat in found if _is_open_to(state, table, seat)
    ]
    if not batch:
        raise Conflict("nothing_to_object_to")
    _check_limit(batch, by)
    return [*batch]


def _objection(state: State, ref: TableRef, table: Table, seat: int, remark: UUID) -> e.RatingObjected:
    typed_by = history.of(state.id).typed_by.get(ref)
    player = _sitting(state, table, seat)
    return e.RatingObjected(ref.stage, ref.round, ref.table, seat, remark, player, typed_by)


def _check_limit(batch: Sequence[e.RatingObjected], by: UUID) -> None:
    if limits.is_exceeded(by, batch):
        raise Conflict("too_many_objections", most=limits.MAX_OPEN)


def _withdrawn(state: State, ref: TableRef, by: UUID) -> list[TournamentEvent]:
    table = results.table_at(state, ref)
    seat = own_objection(state, table, by)
    if seat is None and own_seat(state, table, by) is None:
        raise NotAllowed("not_your_table")
    if seat is None:
        raise Conflict("no_objection")
    return [e.ObjectionWithdrawn(ref.stage, ref.round, ref.table, seat)]


def _withdrawn_from_all(state: State, objection: UUID, by: UUID) -> list[TournamentEvent]:
    found = [
        (ref, seat, one.player or _sitting(state, table, seat))
        for ref, table in _tables(state)
        for seat, one in table.objections.open.items()
        if one.remark == objection
    ]
    if not found:
        raise Conflict("no_objection")
    if not players.profiles(by).issuperset(player for _, _, player in found):
        raise NotAllowed("not_your_table")
    return [e.ObjectionWithdrawn(ref.stage, ref.round, ref.table, seat) for ref, seat, _ in found]


def _ruled(state: State, ref: TableRef, upheld: bool, by: UUID, remark: UUID | None) -> list[TournamentEvent]:
    """If upheld, the result is not rated; if rejected, it is. By an arbiter who does not sit there; if an owner of the
    tournament sits there, or the arbiters have ruled before, by the platform's staff, who need no objection to uphold.
    """
    table = results.table_at(state, ref)
    if refused := why_not_rule(state, table, by):
        raise NotAllowed(refused, **({"role": Role.ARBITER.value} if refused == "needs_role" else {}))
    objections = table.objections
    if not objections.open and (objections.struck is upheld or not (objections.answered or objections.struck)):
        if not (upheld and may_strike(state, table, by)):
            raise Conflict("no_objection")
    return [_ruling(state, ref, table, upheld, by, remark)]


def _all_ruled(state: State, objection: UUID, upheld: bool, by: UUID, remark: UUID | None) -> list[TournamentEvent]:
    """Where nobody else objects, and ``by`` may rule."""
    alone = [(ref, table) for ref, table in _tables(state) if _only_objection(table) == objection]
    if not alone:
        raise Conflict("no_objection")
    refused = [why_not_rule(state, table, by) for _, table in alone]
    batch = [
        _ruling(state, ref, table, upheld, by, remark)
        for (ref, table), why in zip(alone, refused, strict=True)
        if not why
    ]
    if not batch:
        raise NotAllowed(refused[0], **({"role": Role.ARBITER.value} if refused[0] == "needs_role" else {}))
    return [*batch]


def _ruling(
    state: State, ref: TableRef, table: Table, upheld: bool, by: UUID, remark: UUID | None
) -> e.ObjectionsRuled:
    staff = _rules_for_the_platform(state, table, by) or table.objections.staff
    return e.ObjectionsRuled(ref.stage, ref.round, ref.table, upheld, staff, remark, not table.objections.were_made)


# --- who may --------------------------------------------------------------------------------------------------


def own_entry(state: State, player: UUID | None) -> Entry | None:
    """The player's entry, under any of their profiles."""
    if player is None:
        return None
    found = (state.entry_of(one) for one in (player, *sorted(players.profiles(player) - {player})))
    return next((entry for entry in found if entry is not None), None)


def own_seat(state: State, table: Table, player: UUID | None) -> int | None:
    """The seat where the player sat when the result was typed."""
    return None if player is None else _seat_of(state, table, players.profiles(player))


def _seat_of(state: State, table: Table, mine: Collection[UUID]) -> int | None:
    return next((seat for seat, one in enumerate(who_of(state, table)) if player_of(one) in mine), None)


def own_objection(state: State, table: Table, player: UUID | None) -> int | None:
    """The seat from which the player objects, whoever has it now."""
    if player is None:
        return None
    mine = players.profiles(player)
    found = ((seat, one.player or _sitting(state, table, seat)) for seat, one in table.objections.open.items())
    return next((seat for seat, objecting in found if objecting in mine), None)


def _sitting(state: State, table: Table, seat: int) -> UUID | None:
    return player_of(who_of(state, table)[seat])


def places_of(table: Table) -> tuple[int, ...]:
    return () if table.pairing.result is None else tuple(table.pairing.result.places)


def who_of(state: State, table: Table) -> tuple[str, ...]:
    return noting.sitters(state, table) if table.consent is None else table.consent.who


def may_confirm(state: State, table: Table, by: UUID | None) -> tuple[int, ...]:
    """The seats for which ``by`` can agree now."""
    if by is None or table.consent is None or not can_be_rated(state, table):
        return ()
    missing = frozenset(table.consent.missing)
    silent = noting.without_account(table.consent.who) if missing else set[int]()
    seat = own_seat(state, table, by) if missing else None
    if seat is not None:
        return (seat,) if seat in missing - silent else ()
    return tuple(sorted(noting.answerable(state, table.consent.who, set(missing & silent), by)))


def can_be_rated(state: State, table: Table) -> bool:
    """Whether its typed result is rated or waits for somebody's consent."""
    stands = standing(table) if is_asked(state, table) else None
    return stands not in (None, Standing.NOT_PLAYED, Standing.BOT)


def may_object(state: State, table: Table, player: UUID | None) -> bool:
    seat = own_seat(state, table, player) if can_be_rated(state, table) else None
    return seat is not None and _is_open_to(state, table, seat)


def _is_open_to(state: State, table: Table, seat: int) -> bool:
    said = table.objections
    return can_be_rated(state, table) and not (seat in said.open or seat in said.answered or said.struck)


def objectable(state: State, player: UUID) -> int:
    """To how many results the player can object at once."""
    mine = players.profiles(player)
    seats = ((table, _seat_of(state, table, mine)) for _, table in _tables(state))
    return sum(seat is not None and _is_open_to(state, table, seat) for table, seat in seats)


def reach(state: State, table: Table) -> tuple[UUID, int] | None:
    """The objection that alone is open at the table, and at how many tables it is the only one; None if it has company
    here."""
    objection = _only_objection(table)
    if objection is None:
        return None
    return objection, sum(_only_objection(other) == objection for _, other in _tables(state))


def _only_objection(table: Table) -> UUID | None:
    remarks = {one.remark for one in table.objections.open.values()}
    return remarks.pop() if len(remarks) == 1 else None


def _tables(state: State) -> Iterator[tuple[TableRef, Table]]:
    for stage in state.stages.values():
        for one in stage.rounds:
            for table in one.tables.values():
                yield TableRef(stage.key, one.no, table.no), table


def why_not_rule(state: State, table: Table, by: UUID | None) -> str:
    """Why ``by`` may not rule on objections, as a word; ``""`` if they may."""
    if by in noting.parties(who_of(state, table)):
        return "party_to_the_game"
    if is_entitled(by):
        return "staff_rules" if table.objections.staff and not _rules_for_the_platform(state, table, by) else ""
    if state.role_of(by) not in ARBITERS:
        return "needs_role"
    return "staff_rules" if owner_sits(state, table) or table.objections.staff else ""


def may_strike(state: State, table: Table, by: UUID | None) -> bool:
    """Whether ``by`` may keep a typed result from being rated where nobody objects: players and organiser can act
    together, against names that they have invented."""
    said = table.objections
    here = can_be_rated(state, table) and not (said.open or said.struck or why_not_rule(state, table, by))
    return here and _rules_for_the_platform(state, table, by)


def _rules_for_the_platform(state: State, table: Table, by: UUID | None) -> bool:
    return is_entitled(by) and (state.role_of(by) not in ARBITERS or owner_sits(state, table))


def owner_sits(state: State, table: Table) -> bool:
    """Whether anybody sits there who has ever owned the tournament: who gives it away may have chosen who rules."""
    owners = history.of(state.id).owners
    return bool(noting.parties(who_of(state, table)) & (owners | players.kept(owners)))


def check_may_be_unrated(state: State, by: UUID) -> None:
    """Raises NotAllowed where a result counts for who has ever owned the tournament, who may have lost there."""
    if is_rated(state) and not is_entitled(by):
        if any(standing(table) is Standing.COUNTS and owner_sits(state, table) for _, table in _tables(state)):
            raise NotAllowed("staff_unrates")


def check_typed(table: Table) -> None:
    """Raises Conflict."""
    if not noting.is_typed(table):
        raise Conflict("no_typed_result")


def _needs_account(player: UUID) -> None:
    if players.guests([player]):
        raise NotAllowed("needs_account")
