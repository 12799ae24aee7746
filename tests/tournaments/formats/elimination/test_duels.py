"""Brackets of duels, by their structure."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.formats.elimination import duels
from tournaments.formats.elimination.bracket import Bracket, Feed

FIELDS = [*range(2, 65), 100, 127, 128, 129, 200, 1000]


def positions(bracket: Bracket) -> Counter[int]:
    return Counter(feed.place for slot in bracket.slots.values() for feed in slot.seats if not feed.slot)


def people(bracket: Bracket) -> dict[str, list[frozenset[int]]]:
    """Who may come to each seat of each slot."""
    may: dict[str, list[frozenset[int]]] = {}
    for name, slot in bracket.slots.items():
        may[name] = [_may(feed, may) for feed in slot.seats]
    return may


def _may(feed: Feed, may: dict[str, list[frozenset[int]]]) -> frozenset[int]:
    return frozenset.union(*may[feed.slot]) if feed.slot else frozenset([feed.place])


def test_sixteen_are_seeded_as_in_the_regions_of_the_ncaa_tournament() -> None:
    bracket = duels.single(16, False, False)
    first = {tuple(feed.place for feed in bracket.slots[f"W1-{row}"].seats) for row in range(1, 9)}
    assert first == {(1, 16), (8, 9), (5, 12), (4, 13), (6, 11), (3, 14), (7, 10), (2, 15)}
    halves = people(bracket)["F"]
    assert {1, 4, 5, 8, 9, 12, 13, 16} in halves


def test_a_single_elimination_has_one_duel_less_than_entrants() -> None:
    for entrants in FIELDS:
        bracket = duels.single(entrants, False, False)
        assert len(bracket.slots) == entrants - 1
        assert positions(bracket) == Counter(range(1, entrants + 1))
        assert bracket.rounds == (entrants - 1).bit_length()


def test_only_the_first_seeds_have_byes_and_only_in_the_first_round() -> None:
    for entrants in FIELDS:
        bracket = duels.single(entrants, False, False)
        byes = (1 << bracket.rounds) - entrants
        late = {
            feed.place for slot in bracket.slots.values() for feed in slot.seats if not feed.slot and slot.round > 1
        }
        assert late == set(range(1, byes + 1))
        assert all(slot.round <= 2 for slot in bracket.slots.values() if any(not feed.slot for feed in slot.seats))


@pytest.mark.parametrize("entrants", [4, 8, 16, 32, 64])
def test_the_first_two_to_the_k_seeds_cannot_meet_before_they_are_the_last(entrants: int) -> None:
    """FIDE and other bodies call this protected seeding."""
    bracket = duels.single(entrants, False, False)
    for name, seats in people(bracket).items():
        left = entrants >> (bracket.slots[name].round - 1)
        best = [min(one) for one in seats]
        assert sum(best) == left + 1
        assert max(best) <= left


def test_a_double_elimination_has_two_duels_less_than_twice_the_entrants_and_the_reset() -> None:
    for entrants in FIELDS:
        assert len(duels.double(entrants, False).slots) == 2 * entrants - 2
        assert len(duels.double(entrants, True).slots) == 2 * entrants - 1


def test_every_winner_goes_on_and_every_loser_of_the_upper_bracket_comes_down_once() -> None:
    for entrants in FIELDS:
        bracket = duels.double(entrants, True)
        used = Counter((feed.slot, feed.place) for slot in bracket.slots.values() for feed in slot.seats if feed.slot)
        assert set(used.values()) == {1}
        for name, slot in bracket.slots.items():
            assert used[name, 1] == (slot.part != "F2")
            assert used[name, 2] == (slot.part in ("W", "F"))


@pytest.mark.parametrize("build", [lambda n: duels.single(n, True, True), lambda n: duels.double(n, True)])
def test_whatever_feeds_a_slot_is_played_in_an_earlier_round(build: object) -> None:
    for entrants in FIELDS:
        assert callable(build)
        bracket: Bracket = build(entrants)
        for slot in bracket.slots.values():
            assert all(bracket.slots[feed.slot].round < slot.round for feed in slot.seats if feed.slot)
        numbers = Counter((slot.round, slot.table) for slot in bracket.slots.values())
        assert set(numbers.values()) == {1}
        assert {slot.round for slot in bracket.slots.values()} == set(range(1, bracket.rounds + 1))


@pytest.mark.parametrize(("entrants", "first"), [(8, 3), (16, 4), (32, 5), (64, 7)])
def test_no_rematch_is_possible_in_the_first_rounds_of_the_lower_bracket(entrants: int, first: int) -> None:
    """Without any crossing L2 would have some: the winner of L1-1 there meets who may have beaten them in W1."""
    bracket = duels.double(entrants, False)
    may = people(bracket)
    lost: dict[str, list[set[tuple[int, str]]]] = {}
    levels = set()
    for name, slot in bracket.slots.items():
        if slot.part != "L":
            continue
        lost[name] = [
            {(no, feed.slot) for no in _may(feed, may)}
            if feed.slot[0] == "W"
            else set[tuple[int, str]]().union(*lost[feed.slot])
            for feed in slot.seats
        ]
        one, other = lost[name]
        if any(_met(bracket, may, a, b) or _met(bracket, may, b, a) for a in one for b in other):
            levels.add(slot.level)
    assert min(levels) == first


def _met(bracket: Bracket, may: dict[str, list[frozenset[int]]], one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether the first may have lost to the second where they lost: the second then lost later."""
    no, where = one
    there = frozenset.union(*may[where])
    return other[0] != no and other[0] in there and bracket.slots[other[1]].level > bracket.slots[where].level


def test_the_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    bracket = duels.single(8, True, False)
    assert bracket.slots["3rd"].seats == (Feed("W2-1", 2), Feed("W2-2", 2))
    assert bracket.slots["3rd"].round == bracket.slots["F"].round
    assert "3rd" not in duels.single(2, True, False).slots


def test_who_loses_after_a_bye_comes_into_the_consolation_but_not_who_had_won_before() -> None:
    bracket = duels.single(12, False, True)
    feeds = [feed for slot in bracket.slots.values() if slot.part == "C" for feed in slot.seats]
    assert {feed.only for feed in feeds if feed.slot.startswith("W2")} == {1, 2, 3, 4}
    assert {feed.slot for feed in feeds if feed.slot.startswith("W1")} == {
        slot.name for slot in bracket.slots.values() if slot.part == "W" and slot.level == 1
    }
