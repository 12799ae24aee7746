"""Breaches of the Swiss rules: repeated pairings and second byes (FIDE C.04.1; C.04.3, C1 and C2).

The pairing never makes them where it can be avoided; an arbiter's hand can, and so can a result that is corrected after
later rounds were paired: a game that was not played after all, or that was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.scoring import win_points

from .contract import Bye, EntrantNo, Pairing, Proposal, Reason, Round, RoundNo, Stage
from .pods import places

FORMATS = ("dutch", "club_swiss")


def breaches(stage: Stage) -> Sequence[Reason]:
    """In order of rounds: ``breach_repeat`` (``entrant``, ``other``, ``round``, ``before``: when they last met) and
    ``breach_bye`` (``entrant``, ``round``, ``before``: a bye, or a win without playing). In pods, who of the last
    round sits out of place (``pods.places``)."""
    if places.knows_places(stage):
        found = places.out_of_place(stage, [one for one in _last_tables(stage) if one.result is None])
        return [one for one in found if one.code != places.LEFT_OUT]
    if stage.plan.format not in FORMATS:
        return ()
    met: dict[frozenset[EntrantNo], RoundNo] = {}
    had: dict[EntrantNo, RoundNo] = {}
    again: list[Reason] = []
    for one in stage.rounds:
        games = [pairing for pairing in one.pairings if pairing.result is None or not pairing.result.forfeited]
        for pairing in games:
            if (before := met.get(frozenset(pairing.seats))) is not None:
                first, second = sorted(pairing.seats)
                data = {"entrant": first, "other": second, "round": one.no, "before": before}
                again.append(Reason("breach_repeat", data))
        byes = [no for no, bye in one.byes.items() if bye is Bye.PAIRING]
        again += [Reason("breach_bye", {"entrant": no, "round": one.no, "before": had[no]}) for no in byes if no in had]
        met |= {frozenset(pairing.seats): one.no for pairing in games}
        had |= dict.fromkeys([*byes, *_won_without_playing(stage, one)], one.no)
    return again


def _last_tables(stage: Stage) -> Sequence[Pairing]:
    return stage.rounds[-1].pairings if stage.rounds else ()


def _won_without_playing(stage: Stage, one: Round) -> list[EntrantNo]:
    full = [no for no, bye in one.byes.items() if _is_full(stage, bye)]
    forfeits = [pairing for pairing in one.pairings if pairing.result is not None and pairing.result.forfeited]
    return full + [no for pairing in forfeits for no in _alone(pairing)]


def _is_full(stage: Stage, bye: Bye) -> bool:
    return stage.plan.scoring.byes.get(bye, 0) >= win_points(stage.plan.scoring, 2)


def _alone(pairing: Pairing) -> list[EntrantNo]:
    assert pairing.result is not None
    return [no for seat, no in enumerate(pairing.seats) if seat not in pairing.result.forfeited]


def new(before: Stage, after: Stage) -> Sequence[Reason]:
    """The breaches that a change adds."""
    known = breaches(before)
    return [one for one in breaches(after) if one not in known]


def of_proposal(stage: Stage, proposal: Proposal) -> Sequence[Reason]:
    """The breaches that the proposed next round would add."""
    coming: Mapping[EntrantNo, Bye] = proposal.byes
    published = Round(RoundNo(len(stage.rounds) + 1), proposal.pairings, coming)
    return new(stage, replace(stage, rounds=(*stage.rounds, published)))
