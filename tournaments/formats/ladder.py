"""A ladder: everyone has a place, and beating somebody above moves up. It has no rounds and no end of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from .contract import (
    CannotPair,
    EntrantNo,
    Pairing,
    Plan,
    Progress,
    Proposal,
    Reason,
    Result,
    RoundNo,
    Stage,
    Standing,
)
from .seating import busy, seat_order, seats_had
from .settings import check_field, check_seats, choice, number, only, refuse

MAX_FIELD = 1024
REACH, REPEAT = 3, 1


class Ladder:
    name = "ladder"
    takes_late = True
    by_rounds = False

    def check(self, plan: Plan, entrants: int) -> None:
        only(plan, "mode", "rule", "reach", "repeat")
        check_seats(plan)
        check_field(entrants, 2, MAX_FIELD)
        if plan.rounds:
            refuse("rounds", "has_no_rounds")
        mode = choice(plan, "mode", "challenge", "continuous")
        if plan.seats > 2 and mode == "challenge":
            refuse("seats", "challenges_are_duels")
        if choice(plan, "rule", "leapfrog", "swap", "halfway") != "swap" and plan.seats > 2:
            refuse("settings.rule", "tables_exchange_places", allowed=["swap"])
        number(plan, "reach", REACH, 0, MAX_FIELD)
        number(plan, "repeat", REPEAT, 0, 100)

    def rounds(self, plan: Plan, entrants: int) -> int | None:
        return None

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """Continuous mode: free neighbours, from the top. With challenges: nothing."""
        if takes_challenges(stage.plan):
            return Proposal()
        playing = busy(stage)
        free = [no for no in places(stage) if no not in stage.absent and no not in playing]
        had, no = seats_had(stage), _next_round(stage)
        tables = enumerate(_neighbours(stage, free), 1)
        return Proposal(tuple(Pairing(no, at, seat_order(table, had), "neighbours") for at, table in tables))

    def is_over(self, stage: Stage) -> bool:
        """Never by itself: an organiser closes the ladder."""
        return False

    def standings(self, stage: Stage) -> Sequence[Standing]:
        """By places; ``points`` are 2 for each table won."""
        won = Counter(no for pairing in stage.pairings() for no in _winners(pairing))
        return [Standing(rank, no, 2 * won[no]) for rank, no in enumerate(places(stage), 1)]


LADDER = Ladder()


def takes_challenges(plan: Plan) -> bool:
    """Whether players challenge each other on this ladder."""
    return plan.format == LADDER.name and plan.settings.get("mode", "challenge") == "challenge"


def challenge(stage: Stage, challenger: EntrantNo, challenged: EntrantNo) -> Pairing:
    """The table of a challenge, a round of its own. Raises CannotPair with the reason.

    One may challenge up to ``reach`` places above oneself (0: any), somebody who is free, and not whom one met
    in one's last ``repeat`` tables.
    """
    above = _check(stage, _seen(stage), challenger, challenged)
    seats = seat_order((challenger, challenged), seats_had(stage))
    reason = Reason("challenge", {"challenger": challenger, "challenged": challenged, "places": above})
    return Pairing(_next_round(stage), 1, seats, "challenge", reason)


def open_to(stage: Stage, challenger: EntrantNo) -> list[EntrantNo]:
    """Whom they may challenge now, from the top."""
    seen = _seen(stage)
    return [no for no in seen.place if _is_open(stage, seen, challenger, no)]


class _Seen(NamedTuple):
    """The data by which challenges are judged. ``place`` counts from 0, from the top."""

    place: Mapping[EntrantNo, int]
    busy: Collection[EntrantNo]
    lately: Mapping[EntrantNo, set[EntrantNo]]


def _seen(stage: Stage) -> _Seen:
    return _Seen({no: at for at, no in enumerate(places(stage))}, busy(stage), _met_lately(stage))


def _is_open(stage: Stage, seen: _Seen, challenger: EntrantNo, challenged: EntrantNo) -> bool:
    try:
        _check(stage, seen, challenger, challenged)
    except CannotPair:
        return False
    return True


def _check(stage: Stage, seen: _Seen, challenger: EntrantNo, challenged: EntrantNo) -> int:
    """How many places higher the challenged player stands. Raises CannotPair."""
    for no in (challenger, challenged):
        if no not in seen.place:
            raise _no("not_on_the_ladder", entrant=no)
        if no in stage.absent:
            raise _no("is_absent", entrant=no)
        if no in seen.busy:
            raise _no("is_at_a_table", entrant=no)
    above = seen.place[challenger] - seen.place[challenged]
    reach = int(stage.plan.settings.get("reach", REACH))
    if above < 1:
        raise _no("challenges_go_up", places=above)
    if reach and above > reach:
        raise _no("out_of_reach", places=above, reach=reach)
    if challenged in seen.lately[challenger]:
        raise _no("met_lately", entrant=challenged, tables=int(stage.plan.settings.get("repeat", REPEAT)))
    return above


def places(stage: Stage) -> list[EntrantNo]:
    """Everybody from the top: the seeding, changed by each result in order of rounds and tables."""
    order = [entrant.no for entrant in stage.entrants]
    move = _MOVES[str(stage.plan.settings.get("rule", "leapfrog"))]
    for pairing in stage.pairings():
        if pairing.result is not None:
            move(order, _by_result(order, pairing, pairing.result))
    return order


def _by_result(order: Sequence[EntrantNo], pairing: Pairing, result: Result) -> list[EntrantNo]:
    """Best first; players who tie, or both fail to appear, keep the order of the ladder."""
    worst = len(pairing.seats) + 1
    place = {no: worst if seat in result.forfeited else result.places[seat] for seat, no in enumerate(pairing.seats)}
    return sorted(pairing.seats, key=lambda no: (place[no], order.index(no)))


def _swap(order: list[EntrantNo], best: Sequence[EntrantNo]) -> None:
    """The players at the table redistribute their own places."""
    had = sorted(order.index(no) for no in best)
    for place, no in zip(had, best, strict=True):
        order[place] = no


def _leapfrog(order: list[EntrantNo], best: Sequence[EntrantNo]) -> None:
    """The winner takes the loser's place; the loser and all in between move down by one."""
    _up(order, best, lambda gap: gap)


def _halfway(order: list[EntrantNo], best: Sequence[EntrantNo]) -> None:
    """The winner goes up half of the way, rounded up."""
    _up(order, best, lambda gap: -(-gap // 2))


def _up(order: list[EntrantNo], best: Sequence[EntrantNo], steps: Callable[[int], int]) -> None:
    at, gap = order.index(best[0]), order.index(best[0]) - order.index(best[1])
    if gap > 0:
        order.insert(at - steps(gap), order.pop(at))


_MOVES: Mapping[str, Callable[[list[EntrantNo], Sequence[EntrantNo]], None]] = {
    "leapfrog": _leapfrog,
    "swap": _swap,
    "halfway": _halfway,
}


def _neighbours(stage: Stage, free: Sequence[EntrantNo]) -> Iterator[tuple[EntrantNo, ...]]:
    """From the top: each free player with the nearest free ones below, in reach and not met lately.

    Full tables while they can be had; a short one where only so many are in reach.
    """
    place = {no: at for at, no in enumerate(places(stage))}
    reach = int(stage.plan.settings.get("reach", REACH)) or MAX_FIELD
    lately = _met_lately(stage)
    left = list(free)
    while left:
        first = left.pop(0)
        near = [no for no in left if place[no] - place[first] <= reach and no not in lately[first]]
        table = (first, *near[: stage.plan.seats - 1])
        if len(table) >= stage.plan.least:
            left = [no for no in left if no not in table]
            yield table


def _met_lately(stage: Stage) -> Mapping[EntrantNo, set[EntrantNo]]:
    """The players whom each met at their last ``repeat`` tables."""
    count = int(stage.plan.settings.get("repeat", REPEAT))
    sat: defaultdict[EntrantNo, list[Pairing]] = defaultdict(list)
    for pairing in stage.pairings():
        for no in pairing.seats:
            sat[no].append(pairing)
    return {
        one.no: {no for pairing in sat[one.no][-count:] for no in pairing.seats if count} - {one.no}
        for one in stage.entrants
    }


def _winners(pairing: Pairing) -> list[EntrantNo]:
    result = pairing.result
    if result is None:
        return []
    first = [seat for seat, place in enumerate(result.places) if place == 1 and seat not in result.forfeited]
    return [pairing.seats[first[0]]] if len(first) == 1 else []


def _next_round(stage: Stage) -> RoundNo:
    return RoundNo(len(stage.rounds) + 1)


def _no(code: str, **data: int) -> CannotPair:
    return CannotPair(Reason(code, data))
