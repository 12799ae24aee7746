"""How the results of players who leave a round robin count.

FIDE Tournament Rules (C.06), 5.4, which the General Regulations for Competitions (C.05) have taken over: who has
completed less than half of their games stays in the table, and the games count for rating, but points scored by or
against them do not count in the final standings; who has completed at least half stays in the standings, the games
not played being lost by default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..contract import Bye, EntrantNo, Pairing, Round, Stage


def annulled(stage: Stage, games: Mapping[EntrantNo, int]) -> frozenset[EntrantNo]:
    """Players whose results do not count, by the plan's ``withdrawn``: ``fide``, ``keep`` (none), ``annul`` (all gone).

    Somebody has left who is absent with a zero bye and has lost a table by default. ``games`` is how many tables
    the schedule has for each.
    """
    rule = stage.plan.settings.get("withdrawn", "fide")
    away = {no for no, bye in stage.absent.items() if bye is Bye.ZERO}
    left = {no for pairing in stage.pairings() for no in _defaulted(pairing)} & away
    if rule == "keep":
        return frozenset()
    if rule == "annul":
        return frozenset(left)
    return frozenset(no for no in left if 2 * _completed(stage, no) < games[no])


def _defaulted(pairing: Pairing) -> list[EntrantNo]:
    return [pairing.seats[seat] for seat in pairing.result.forfeited] if pairing.result else []


def _completed(stage: Stage, no: EntrantNo) -> int:
    """Tables actually played, with at least one other player."""
    return sum(no in pairing.seats and _was_played(pairing, no) for pairing in stage.pairings())


def _was_played(pairing: Pairing, no: EntrantNo) -> bool:
    result = pairing.result
    if result is None or pairing.seats.index(no) in result.forfeited:
        return False
    return len(pairing.seats) - len(result.forfeited) > 1


def without(stage: Stage, gone: frozenset[EntrantNo]) -> Stage:
    """The stage as if they had never entered: at tables of 3-4 the others stay, in their order."""
    if not gone:
        return stage
    return replace(
        stage,
        entrants=tuple(entrant for entrant in stage.entrants if entrant.no not in gone),
        rounds=tuple(_round_without(one, gone) for one in stage.rounds),
        penalties=tuple(penalty for penalty in stage.penalties if penalty.entrant not in gone),
    )


def _round_without(one: Round, gone: frozenset[EntrantNo]) -> Round:
    left = tuple(_pairing_without(pairing, gone) for pairing in one.pairings)
    byes = {no: bye for no, bye in one.byes.items() if no not in gone}
    return replace(one, pairings=tuple(pairing for pairing in left if pairing is not None), byes=byes)


def _pairing_without(pairing: Pairing, gone: frozenset[EntrantNo]) -> Pairing | None:
    stay = [seat for seat, no in enumerate(pairing.seats) if no not in gone]
    if len(stay) == len(pairing.seats):
        return pairing
    if len(stay) < 2:
        return None
    seats = tuple(pairing.seats[seat] for seat in stay)
    if pairing.result is None:
        return replace(pairing, seats=seats)
    result = pairing.result
    below = [result.places[seat] for seat in stay]
    places = tuple(1 + sum(other < place for other in below) for place in below)
    scores = tuple(result.scores[seat] for seat in stay) if result.scores else ()
    forfeited = frozenset(at for at, seat in enumerate(stay) if seat in result.forfeited)
    return replace(pairing, seats=seats, result=replace(result, places=places, scores=scores, forfeited=forfeited))
