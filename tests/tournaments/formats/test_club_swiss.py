"""The plain Swiss system: its rules as they stand in docs/formats/dutch.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.tournaments.formats.playing import nobody_twice, plan, played, published, stage, step
from tournaments.formats.club_swiss import CLUB_SWISS
from tournaments.formats.contract import BadPlan, Bye, CannotPair, EntrantNo, Scoring
from tournaments.scoring import points


def swiss(rounds: int = 0, **settings: Any) -> Any:
    return replace(plan("club_swiss", **settings), rounds=rounds)


def test_round_one_is_upper_half_against_lower_half() -> None:
    seats = [pairing.seats for pairing in CLUB_SWISS.pair(stage(swiss(), 8)).pairings]
    assert seats == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_round_one_can_be_drawn_by_lot() -> None:
    drawn = [
        tuple(sorted(frozenset(pairing.seats) for pairing in CLUB_SWISS.pair(one).pairings))
        for one in (stage(swiss(first_round="lot"), 8, seed=seed) for seed in range(10))
    ]
    assert len({frozenset(pairs) for pairs in drawn}) > 5


def test_the_same_score_meets_where_it_can() -> None:
    after = step(CLUB_SWISS, stage(swiss(), 8))
    scores = points(after)
    assert all(len({scores[no] for no in pairing.seats}) == 1 for pairing in CLUB_SWISS.pair(after).pairings)


def test_scores_are_as_near_as_they_can_be_without_a_repeat() -> None:
    """Against all pairings of eight."""
    for seed in range(6):
        before = stage(swiss(6), 8, seed=seed)
        dice = Random(seed)
        while not CLUB_SWISS.is_over(before):
            scores = points(before)
            met = Counter(frozenset(pairing.seats) for pairing in before.pairings())
            chosen = [frozenset(pairing.seats) for pairing in CLUB_SWISS.pair(before).pairings]
            assert _cost(chosen, met, scores) == min(_cost(pairs, met, scores) for pairs in _all_pairings(range(1, 9)))
            before = step(CLUB_SWISS, before, dice)


def _cost(pairs: Any, met: Counter[frozenset[EntrantNo]], scores: Any) -> tuple[int, int]:
    apart = [abs(scores[one] - scores[other]) for one, other in map(tuple, pairs)]
    return sum(met[frozenset(pair)] for pair in pairs), sum(gap * gap for gap in apart)


def _all_pairings(players: range) -> set[frozenset[frozenset[int]]]:
    rest = players[1:]
    found = set()
    for order in permutations(rest):
        whole = (players[0], *order)
        found.add(frozenset(frozenset(whole[at : at + 2]) for at in range(0, len(whole), 2)))
    return found


def test_who_begins_is_shared_out_evenly() -> None:
    ended = played(CLUB_SWISS, stage(swiss(7), 24), Random(3))
    begun = Counter(pairing.seats[0] for pairing in ended.pairings())
    assert set(begun.values()) <= {3, 4}
    assert nobody_twice(ended)


def test_the_bye_goes_to_the_last_of_those_who_have_had_the_fewest() -> None:
    ended = played(CLUB_SWISS, stage(swiss(5), 5), Random(1))
    byes = [no for one in ended.rounds for no, bye in one.byes.items() if bye is Bye.PAIRING]
    assert byes[0] == 5
    assert sorted(byes) == [1, 2, 3, 4, 5]


def test_a_repeat_that_cannot_be_avoided_is_named() -> None:
    ended = played(CLUB_SWISS, stage(swiss(3), 4), Random(2))
    more = replace(ended, plan=swiss(4))
    proposal = CLUB_SWISS.pair(more)
    assert [(note.code, dict(note.data)) for note in proposal.notes] == [("club_swiss_repeats", {"meetings": 2})]
    assert all(
        pairing.reason and pairing.reason.data["also"] == [{"code": "club_swiss_repeat", "data": {"before": 1}}]
        for pairing in proposal.pairings
    )


def test_any_scoring_does() -> None:
    football = replace(swiss(), scoring=Scoring(by_place={2: (6, 1)}, for_each_score=1))
    assert len(played(CLUB_SWISS, stage(football, 9), Random(5)).rounds) == 4


def test_large_fields_are_paired_from_near_places_and_without_repeats() -> None:
    before = stage(swiss(5), 301)
    dice = Random(8)
    while not CLUB_SWISS.is_over(before):
        before = step(CLUB_SWISS, before, dice)
    met = Counter(frozenset(pairing.seats) for pairing in before.pairings())
    assert max(met.values()) == 1


def test_refusals() -> None:
    before = stage(swiss(1), 4)
    with pytest.raises(CannotPair, match="round_not_finished"):
        CLUB_SWISS.pair(published(before, CLUB_SWISS.pair(before)))
    with pytest.raises(CannotPair, match="stage_is_over"):
        CLUB_SWISS.pair(played(CLUB_SWISS, before))
    with pytest.raises(CannotPair, match="too_few_present"):
        CLUB_SWISS.pair(stage(swiss(), 3, absent=[1, 3]))


@pytest.mark.parametrize(
    ("field", "change", "entrants"),
    [
        ("seats", {"seats": 4}, 8),
        ("rounds", {"rounds": 101}, 8),
        ("entrants", {}, 1),
        ("settings.first_round", {"settings": {"first_round": "best"}}, 8),
        ("settings.acceleration", {"settings": {"acceleration": True}}, 8),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(field: str, change: dict[str, Any], entrants: int) -> None:
    CLUB_SWISS.check(swiss(), 8)
    with pytest.raises(BadPlan) as refused:
        CLUB_SWISS.check(replace(swiss(), **change), entrants)
    assert refused.value.field == field
