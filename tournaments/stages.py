"""What formats work on, made from a tournament's state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from msgspec import to_builtins

from elekt_core.record.chain import canonical

from . import plans
from .formats import contract, league
from .formats.arena import ARENA
from .formats.club_swiss import CLUB_SWISS
from .formats.contract import Bye, EntrantNo, Format, Standing
from .formats.dutch import DUTCH
from .formats.groups import GROUPS, groups, qualifiers
from .formats.pods import PODS
from .formats.registry import format_of
from .formats.round_robin.format import ROUND_ROBIN
from .settings import Border, StagePlan
from .state import Entry, Round, Stage, State

SWISS = (DUTCH.name, CLUB_SWISS.name, PODS.name)
BY_SCHEDULE = (ROUND_ROBIN.name, GROUPS.name)
"""Formats whose rounds do not wait for results."""


def format_in(stage: Stage) -> Format:
    return format_of(str(stage.plan.plan["format"]))


def stage_of(state: State, key: str, at: datetime | None = None) -> contract.Stage:
    """The stage as its format wants it; if its time is up at ``at``, everybody is absent. Raises KeyError if it has not
    begun.
    """
    stage = state.stages[key]
    plan = plans.read(stage.plan.plan)
    return contract.Stage(
        plan=plan,
        entrants=tuple(entrant_of(state.entries[no]) for no in in_order(state, stage, plan)),
        rounds=tuple(
            contract.Round(one.no, tuple(table.pairing for table in one.tables.values()), one.byes)
            for one in stage.rounds
        ),
        absent=_all_absent(stage) if is_up(stage, at) else absent(state, stage, len(stage.rounds) + 1),
        penalties=tuple(given for index, given in enumerate(stage.penalties) if index not in stage.lifted),
        seed=bytes.fromhex(stage.seed),
    )


def in_order(state: State, stage: Stage, plan: contract.Plan) -> Sequence[EntrantNo]:
    """The entrants of a stage in the order of their seeding. From the second edition of the rules a late entrant of a
    Swiss stands by their rating, behind equal ones (FIDE C.04.2, 2.3 and 2.4); after a seeding by hand, last."""
    if not stage.joined or plan.edition < 2 or plan.format not in SWISS or state.order:
        return stage.entrants
    order = [no for no in stage.entrants if no not in stage.joined]
    for late in (no for no in stage.entrants if no in stage.joined):
        rating = state.entries[late].rating
        order.insert(next((at for at, no in enumerate(order) if state.entries[no].rating < rating), len(order)), late)
    return order


def goes_on_without(state: State, key: str) -> bool:
    """Whether there is a next round that follows from the schedule alone, although tables have no result yet."""
    stage = state.stages[key]
    if str(stage.plan.plan["format"]) not in BY_SCHEDULE:
        return False
    return bool(format_in(stage).pair(stage_of(state, key)).pairings)


def has_window(stage: Stage) -> bool:
    """Whether one timer runs for the whole stage, after which nobody is paired any more."""
    return str(stage.plan.plan["format"]) == ARENA.name


def ends(stage: Stage, one: Round) -> str:
    """When the timer of a round ends; an arena has one timer, the one started last."""
    if not has_window(stage):
        return one.ends
    return next((wave.ends for wave in reversed(stage.rounds) if wave.ends), "")


def window(stage: Stage) -> datetime | None:
    """When the time of the stage is up; None if no time is set."""
    text = ends(stage, stage.rounds[-1]) if has_window(stage) and stage.rounds else ""
    return datetime.fromisoformat(text) if text else None


def is_up(stage: Stage, at: datetime | None) -> bool:
    end = window(stage)
    return end is not None and at is not None and at >= end


def _all_absent(stage: Stage) -> dict[EntrantNo, Bye]:
    return dict.fromkeys(stage.entrants, Bye.ZERO)


def entrant_of(entry: Entry) -> contract.Entrant:
    return contract.Entrant(entry.no, entry.rating, entry.title)


def absent(state: State, stage: Stage, round_no: int) -> dict[EntrantNo, Bye]:
    """Entrants who are not to be paired in that round, and how it counts for them."""
    granted = state.byes.get(stage.key, {}).get(contract.RoundNo(round_no), {})
    missing: dict[EntrantNo, Bye] = {}
    for no in stage.entrants:
        entry = state.entries[no]
        if not _is_here(state, entry) or stage.joined.get(no, 1) > round_no:
            missing[no] = Bye.ZERO
        elif no in granted:
            missing[no] = granted[no]
    return missing


def _is_here(state: State, entry: Entry) -> bool:
    return not entry.withdrawn and (entry.checked_in or not state.settings.check_in)


def seeded(state: State) -> list[EntrantNo]:
    """The field in order: as seeded by hand, then by rating, then by entry."""
    place = {no: index for index, no in enumerate(state.order)}
    last = len(place)
    return sorted(state.entries, key=lambda no: (place.get(no, last), -state.entries[no].rating, no))


def entrants_for(state: State, plan: StagePlan) -> tuple[EntrantNo, ...]:
    """The entrants if the stage began now, in order of seeding."""
    source = plan.source
    if source.border is not None:
        return at_border(state, source.border)
    if source.stage:
        gone = {no for no, entry in state.entries.items() if entry.withdrawn}
        return tuple(qualified(stage_of(state, source.stage), source.best, source.rest, gone))
    return tuple(
        no
        for no in seeded(state)
        if _is_here(state, state.entries[no]) and source.division in ("", state.entries[no].division)
    )


def at_border(state: State, border: Border) -> tuple[EntrantNo, ...]:
    """Who would play off there now: the defenders, then the challengers, each in the order of their standings."""
    gone = {no for no, entry in state.entries.items() if entry.withdrawn or no in border.leaving}
    found = (one for one in play_offs(state, border, gone) if one.upper == border.upper)
    return tuple(no for one in found for no in (*one.defenders, *one.challengers))


def play_offs(state: State, border: Border, gone: Set[EntrantNo]) -> tuple[league.PlayOff, ...]:
    """The players of the play-offs at all borders of the season, from the top; ``gone`` do not play in the next one."""
    everybody = tuple(division_order(state, keys, border.members) for keys in border.divisions)
    return league.play_offs(everybody, league.Rule(border.up, border.down, border.playoff), gone)


def division_order(state: State, keys: Sequence[str], members: Collection[EntrantNo]) -> tuple[EntrantNo, ...]:
    """A division of a league in the order of its standings: the places in its first stages come first."""
    order = [row.entrant for key in keys if key in state.stages for row in standings(stage_of(state, key))]
    return tuple(no for no in dict.fromkeys(order) if no in members or state.entries[no].player is not None)


def moved_up(state: State, plan: StagePlan) -> dict[EntrantNo, EntrantNo]:
    """Entrants who would be in the stage now only because others have left: who goes on, and for whom; if possible,
    from the same group.
    """
    if not plan.source.stage:
        return {}
    source = plan.source
    stage = stage_of(state, source.stage)
    gone = {no for no, entry in state.entries.items() if entry.withdrawn}
    wanted, now = (qualified(stage, source.best, source.rest, away) for away in ((), gone))
    new = [no for no in now if no not in wanted]
    group = group_of(stage)
    taken: dict[EntrantNo, EntrantNo] = {}
    for left in [no for no in wanted if no in gone]:
        free = [no for no in new if no not in taken]
        same = [no for no in free if group.get(no) == group.get(left)]
        if free:
            taken[(same or free)[0]] = left
    return taken


def group_of(stage: contract.Stage) -> Mapping[EntrantNo, str]:
    """Each entrant's group; nobody has one in a stage without groups."""
    if stage.plan.format != GROUPS.name:
        return {}
    return {one.no: name for name, group in groups(stage).items() for one in group.entrants}


def qualified(stage: contract.Stage, best: int, rest: int, gone: Collection[EntrantNo] = ()) -> Sequence[EntrantNo]:
    """The ``best`` of a stage, without those who are ``gone``: the next one moves up. With groups, the ``best`` of each
    and the ``rest`` best of the others; there the next one of the same group moves up.
    """
    if stage.plan.format == GROUPS.name:
        return qualifiers(stage, best, rest, gone)
    return [standing.entrant for standing in standings(stage) if standing.entrant not in gone][:best]


def standings(stage: contract.Stage) -> Sequence[Standing]:
    return format_of(stage.plan.format).standings(stage)


def is_over(state: State, key: str, at: datetime | None = None) -> bool:
    return format_in(state.stages[key]).is_over(stage_of(state, key, at))


def digest(state: State) -> str:
    """SHA-256 of everything in the state, in hex. Equal for equal states, however they came about."""
    told = to_builtins(
        replace(state, version=0, changed_at=None, overruled=frozenset()), str_keys=True, enc_hook=_plain
    )
    return sha256(canonical(told)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"a {type(value).__name__} has no place in a state")
