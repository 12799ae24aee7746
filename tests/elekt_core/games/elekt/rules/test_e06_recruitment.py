"""E6: recruitment phase."""

from __future__ import annotations

from elekt_core.games.elekt import game

from ..builders import BASIC_KINDS, position
from .marks import rule

ELITES = [game.cards.names[unit] for unit in game.cards.elites]


def but(*names: str) -> list[str]:
    """All Elite Units but these."""
    return [name for name in ELITES if name not in names]


@rule("E6.1")
def test_a_player_keeps_one_of_two_and_discards_the_other() -> None:
    table = position(phase="recruitment", deck=["symbiont", "necrarch", "bone_carver"])
    assert table.asked == (0, "recruit")
    assert table.paths() == ["keep_first", "keep_second", "redraw"]
    table.choose("keep_second")
    assert table.hand(0) == ["necrarch"]
    assert table.discard() == ["symbiont"]


@rule("E6.1")
def test_or_discards_both_and_keeps_a_new_one() -> None:
    table = position(phase="recruitment", deck=["symbiont", "necrarch", "bone_carver"])
    table.choose("redraw")
    assert table.hand(0) == ["bone_carver"]
    assert table.discard() == ["symbiont", "necrarch"]


@rule("E6.3")
def test_one_player_finishes_before_the_next_one_draws() -> None:
    table = position(phase="recruitment", deck=["symbiont", "necrarch", "bone_carver", "confessor", "dark_exarch"])
    assert len(table.ever("units_drawn")) == 1
    table.choose("redraw")  # takes the third card before seat 1 draws
    drawn = [event["units"] for event in table.ever("units_drawn")]
    assert drawn == [["symbiont", "necrarch"], ["bone_carver"], ["confessor", "dark_exarch"]]
    assert table.asked == (1, "recruit")


@rule("E6.4")
def test_an_empty_deck_is_made_of_the_shuffled_discard_pile() -> None:
    table = position(phase="recruitment", elite_deck=["symbiont"])
    pile = 33 + 8  # all other Elite Units, and the Basic Units of two seats
    assert len(table.happened("deck_reshuffled")[0]["cards"]) == pile
    assert table.discard() == []
    assert len(table.state.decks[3]) == pile - 1


@rule("E6.5")
def test_the_reshuffle_waits_until_a_draw_needs_it() -> None:
    table = position(phase="recruitment", elite_deck=["symbiont", "necrarch"])
    assert len(table.state.decks[3]) == 0
    assert table.ever("deck_reshuffled") == []
    table.choose("keep_first")  # the other one goes to the pile before seat 1 must draw
    reshuffled = table.happened("deck_reshuffled")[0]["cards"]
    assert "necrarch" in reshuffled
    assert "symbiont" not in reshuffled


@rule("E6.6")
def test_basic_units_are_reshuffled_too_and_stay_basic() -> None:
    pile = 33 + 7
    table = position(phase="recruitment", elite_deck=["symbiont"], hands={1: ["acolyte"]}, draws=[list(range(pile))])
    drawn = [event["units"] for event in table.ever("units_drawn")]
    assert drawn == [["symbiont"], ["acolyte.0"]]  # the first of the sorted pile came to the top
    table.choose("keep_second")
    assert table.hand(0) == ["acolyte.0"]
    assert game.cards.printed[table.id("acolyte")].kind == "basic"


@rule("E6.7")
def test_both_discarded_cards_take_part_in_the_reshuffle_for_the_new_one() -> None:
    table = position(phase="recruitment", elite_deck=["symbiont", "necrarch"])
    table.choose("redraw")
    order = [event.__class__.__name__ for event in table.events[:4]]
    assert order == ["UnitDiscarded", "UnitDiscarded", "DeckReshuffled", "UnitsDrawn"]
    assert [event["unit"] for event in table.happened("unit_discarded")[:2]] == ["symbiont", "necrarch"]
    assert {"symbiont", "necrarch"} <= set(table.happened("deck_reshuffled")[0]["cards"])


@rule("E6.8")
def test_with_one_card_left_it_is_kept_or_exchanged_for_itself() -> None:
    hands = {0: BASIC_KINDS, 1: [*BASIC_KINDS, *but("symbiont")]}
    table = position(phase="recruitment", elite_deck=["symbiont"], hands=hands)
    assert table.paths() == ["keep_first", "redraw"]
    table.choose("redraw")
    assert table.hand(0)[-1] == "symbiont"


@rule("E6.8")
def test_without_any_card_recruitment_does_nothing() -> None:
    hands = {0: BASIC_KINDS, 1: [*BASIC_KINDS, *ELITES]}
    table = position(phase="recruitment", elite_deck=[], hands=hands)
    assert table.asked == (0, "assign_or_pass")
    assert table.ever("units_drawn") == []


@rule("E6.9")
def test_there_is_no_hand_limit() -> None:
    many = ELITES[:20]
    table = position(phase="recruitment", hands={0: many}).choose("keep_first")
    assert len(table.hand(0)) == 21
