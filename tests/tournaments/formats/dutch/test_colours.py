"""Colour preferences (1.7), what a pair costs in them (C3, C10 to C13), and who has which colour (article 5)."""

from __future__ import annotations

import pytest

from tournaments.formats.dutch.colours import allocate, clash_absolutely, colour_costs
from tournaments.formats.dutch.player import Colour, Strength

from .build import COLOURS, player


@pytest.mark.parametrize(
    ("colours", "strength", "prefers"),
    [
        ("", Strength.NONE, Colour.NONE),
        ("w", Strength.STRONG, Colour.BLACK),
        ("b", Strength.STRONG, Colour.WHITE),
        ("wb", Strength.MILD, Colour.WHITE),
        ("bw", Strength.MILD, Colour.BLACK),
        ("ww", Strength.ABSOLUTE, Colour.BLACK),
        ("wbb", Strength.ABSOLUTE, Colour.WHITE),
        ("bwwbb", Strength.ABSOLUTE, Colour.WHITE),  # twice Black
        ("wwbw", Strength.ABSOLUTE, Colour.BLACK),  # a difference of 2
        ("wwbwb", Strength.STRONG, Colour.BLACK),
    ],
)
def test_colour_preferences(colours: str, strength: Strength, prefers: Colour) -> None:
    found = player(1, colours=colours)
    assert (found.strength, found.prefers) == (strength, prefers)


def test_the_same_absolute_preference_keeps_players_apart_unless_one_is_a_topscorer() -> None:
    one, other = player(1, colours="ww"), player(2, colours="bww")
    assert clash_absolutely(one, other)
    assert not clash_absolutely(one, player(2, colours="bww", is_topscorer=True))
    assert not clash_absolutely(one, player(2, colours="bb"))
    assert not clash_absolutely(one, player(2, colours="w"))


@pytest.mark.parametrize(
    ("one", "other", "costs"),
    [
        ("wb", "bw", (0, 0, 0, 0)),
        ("wb", "", (0, 0, 0, 0)),
        ("wb", "b", (0, 0, 1, 0)),  # a mild preference gives way
        ("w", "w", (0, 0, 1, 1)),
        ("w", "ww", (0, 0, 1, 1)),
        ("ww", "bww", (0, 1, 1, 0)),  # differences 2 and 1: who has 1 gets White for the third time
        ("wwbw", "bwwbww", (1, 0, 1, 0)),  # both 2: one of them goes to 3; who had White twice is spared (5.2.3)
        ("wwbww", "bww", (0, 1, 1, 0)),
        ("wbww", "wwbw", (1, 0, 1, 0)),
    ],
)
def test_what_a_pair_costs(one: str, other: str, costs: tuple[int, int, int, int]) -> None:
    assert colour_costs(player(1, colours=one), player(2, colours=other)) == costs


@pytest.mark.parametrize(
    ("higher", "lower", "white", "rule"),
    [
        ("wb", "bw", 1, "5.2.1"),
        ("bw", "wb", 2, "5.2.1"),
        ("", "w", 1, "5.2.1"),  # no preference: that of the opponent is granted
        ("wb", "b", 2, "5.2.2"),
        ("w", "ww", 1, "5.2.2"),
        ("wwbww", "ww", 2, "5.2.2"),  # both absolute: the wider difference has Black
        ("wbbw", "bwbw", 1, "5.2.3"),  # White and Black in their third games: the other way round now
        ("bw", "wbw", 1, "5.2.2"),  # the stronger wish for Black
        ("bwbw", "bw", 2, "5.2.4"),
        ("wb", "wb", 1, "5.2.4"),
    ],
)
def test_who_has_white(higher: str, lower: str, white: int, rule: str) -> None:
    found = allocate(player(1, 2, higher), player(2, 2, lower), Colour.WHITE)
    assert (found.white.no, found.rule) == (white, rule)


@pytest.mark.parametrize(("number", "initial", "white"), [(1, "w", 1), (2, "w", 9), (1, "b", 9), (2, "b", 2)])
def test_5_2_5_the_initial_colour_is_for_odd_pairing_numbers(number: int, initial: str, white: int) -> None:
    found = allocate(player(number), player(9), COLOURS[initial])
    assert (found.white.no, found.rule) == (white, "5.2.5")


def test_5_2_4_the_score_ranks_before_the_pairing_number() -> None:
    """1.2; caissify-pairings 0.5.0 grants number 2 the wish here."""
    found = allocate(player(4, score=2, colours="b"), player(2, score=1, colours="b"), Colour.WHITE)
    assert (found.white.no, found.rule) == (4, "5.2.4")
