"""E11: end of game."""

from __future__ import annotations

import pytest

from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import IllegalDecision, MatchOver
from elekt_core.games.elekt.vocabulary import ZONES

from ..builders import Table, position
from .marks import rule

SIX = ["duel_of_regents", "march_of_the_drowned", "mechanical_staldorg"]
FIVE = ["duel_of_regents", "march_of_the_drowned", "trial_of_masks"]
FOUR = ["duel_of_regents", "march_of_the_drowned"]
TO_WIN = {2: SIX, 3: FIVE, 4: FOUR}
"""One Title fewer than are needed."""


def last_round(**more: object) -> Table:
    """The end of the round in which the last Privilege was acquired by seat 0."""
    return position(phase="round_end", crowned=0, face_up=dict.fromkeys(ZONES), privileges_left=0, **more)  # type: ignore[arg-type]


@rule("E11.1", "E20.1")
@pytest.mark.parametrize(("seats", "titles"), [(2, 7), (3, 6), (4, 5)])
def test_the_required_titles_win_at_once(seats: int, titles: int) -> None:
    table = position(
        seats=seats,
        phase="confrontation",
        zones={"missions": {1: ["dignitary"]}, "court": {0: ["dignitary"]}},
        acquired={1: TO_WIN[seats]},
        face_up={"missions": "lost_signet"},
    )
    end = table.ever("game_ended")[0]
    assert (end["winner"], end["reason"], end["scores"][1]) == (1, "titles", titles)
    assert table.asked is None
    one_less = position(seats=seats, zones={"court": {0: ["dignitary"]}}, acquired={1: TO_WIN[seats]})
    assert one_less.ever("game_ended") == []


@rule("E11.2")
def test_after_the_last_privilege_most_titles_win() -> None:
    table = last_round(acquired={1: ["trial_of_masks"]}).choose("seat:0", "direction:clockwise")
    end = table.ever("game_ended")[0]
    assert (end["reason"], end["winner"], end["ranks"]) == ("privilege_deck", 1, [2, 1])


@rule("E11.3")
def test_nothing_of_the_round_is_carried_out_after_the_winning_title() -> None:
    table = position(
        phase="confrontation",
        zones={"missions": {0: ["dignitary"]}, "court": {1: ["dignitary"]}},
        acquired={0: SIX},
        face_up={"missions": "plundered_caravan"},
        heat=[0, 0],
    )
    assert table.events[-1].__class__.__name__ == "GameEnded"
    assert {event["zone"] for event in table.ever("confrontation_started")} == {"missions"}
    assert table.ever("heat_gained") == []  # the Caravan would give 2 Heat
    assert table.ever("units_returned") == []


@rule("E11.4")
def test_the_last_round_is_played_to_its_end_and_the_new_position_breaks_ties() -> None:
    table = last_round(holder=1, zones={"court": {0: ["dignitary"], 1: ["acolyte"]}}, heat=[0, 0])
    table.choose("seat:0", "direction:clockwise")
    assert [event["amount"] for event in table.happened("heat_gathered")] == [1, 1]
    assert len(table.happened("units_returned")) == 2
    assert table.happened("card_revealed") == []
    assert (
        table.happened("game_ended")[0]["winner"] == 0
    )  # no Titles on either side; the Sceptre has just changed hands


@rule("E11.5")
@pytest.mark.parametrize(
    ("others", "holder", "winner"),
    [
        (["mechanical_staldorg", "blood_audit", "werewolf_packs"], 0, 1),  # 6 Titles against 5
        (["mechanical_staldorg", "blood_audit", "trial_of_masks"], 0, 0),  # 5 and 5: the higher court position
        (["mechanical_staldorg", "blood_audit", "trial_of_masks"], 1, 1),
    ],
)
def test_more_titles_win_if_two_have_enough_then_the_higher_position(
    others: list[str], holder: int, winner: int
) -> None:
    table = position(  # one event after which two seats have at least 5 Titles
        seats=4,
        holder=holder,
        phase="confrontation",
        zones={"missions": {0: ["dignitary"]}},
        acquired={0: FOUR, 1: others},
        face_up={"missions": "lost_signet"},
    )
    assert table.ever("game_ended")[0]["winner"] == winner


@rule("E11.5", "E11.2")
@pytest.mark.parametrize("holder", [0, 1])
def test_equal_titles_are_ranked_by_court_position(holder: int) -> None:
    acquired = {0: ["trial_of_masks"], 1: ["lost_signet"]}
    table = last_round(acquired=acquired).choose(f"seat:{holder}", "direction:clockwise")
    assert table.ever("game_ended")[0]["winner"] == holder


@rule("E11.6")
def test_titles_are_the_ribbons_in_front_of_a_player_and_can_be_lost() -> None:
    table = position(
        phase="confrontation",
        only=("court", "cunning"),
        zones={"court": {0: ["forger_of_history"]}},
        acquired={0: ["trial_of_masks"], 1: ["mechanical_staldorg"]},
    )
    assert table.state.titles == (1, 2)
    table.choose("use", "give:trial_of_masks", "take:mechanical_staldorg")
    assert table.happened("titles_changed") == [{"titles": [2, 1]}]


@rule("E11.7")
def test_the_winner_may_name_a_loser_herald_and_nothing_changes() -> None:
    table = last_round(seats=3).choose("seat:0", "direction:clockwise")
    before = table.game.outcome(table.state)
    asked = table.game.awaiting(table.state)[0]
    assert (asked.seat, asked.kind, asked.optional) == (0, "name_herald", True)
    assert [option.choice for option in table.game.options(table.state)] == [(), (1,), (2,)]
    with pytest.raises(IllegalDecision):
        table.game.decide(table.state, Decision(SeatNo(0), "name_herald", (0,)), table.chance)
    table.decide(Decision(SeatNo(0), "name_herald", (2,)))
    assert table.happened("herald_named") == [{"seat": 0, "herald": 2}]
    assert table.game.outcome(table.state) == before
    with pytest.raises(MatchOver):
        table.game.decide(table.state, Decision(SeatNo(0), "name_herald", (1,)), table.chance)


@rule("E11.8")
def test_with_two_players_the_other_one_wins_by_forfeit() -> None:
    table = position(hands={0: ["acolyte"], 1: ["acolyte"]}, acquired={1: ["trial_of_masks"]}).concede(1)
    end = table.ever("game_ended")[0]
    assert (end["reason"], end["winner"], end["ranks"]) == ("forfeit", 0, [1, 2])


@rule("E11.8", "E24.2")
def test_with_three_the_seat_stays_passes_and_declines() -> None:
    table = position(
        seats=3, phase="recruitment", hands={1: ["acolyte"]}, deck=["symbiont", "necrarch", "confessor", "dark_exarch"]
    )
    table.concede(1)
    table.choose("keep_first")  # seat 0; seat 1 keeps its first Unit by default
    assert table.asked == (2, "recruit")
    assert table.hand(1) == ["acolyte.1", "confessor"]
    table.choose("keep_first").passes()
    assert {"seat": 1, "forced": False} in table.ever("player_passed")
    with pytest.raises(IllegalDecision) as caught:
        table.concede(1)
    assert caught.value.code == "already_conceded"


@rule("E11.8")
def test_a_seat_that_gave_up_can_be_given_the_sceptre() -> None:
    table = position(seats=3, phase="round_end", crowned=0, conceded=[1])
    assert "seat:1 direction:clockwise" in table.paths()
    table.choose("seat:1", "direction:clockwise")
    assert table.state.holder == 1


@rule("E11.8")
def test_a_seat_that_gave_up_and_has_enough_titles_neither_ends_the_game_nor_wins() -> None:
    table = position(
        seats=3,
        phase="confrontation",
        conceded=[1],
        acquired={1: FIVE},
        zones={"missions": {1: ["dignitary"]}, "court": {0: ["dignitary"]}},
        face_up={"missions": "lost_signet"},
    )
    assert (table.state.titles[1], table.ever("game_ended")) == (6, [])
    last = last_round(seats=3, conceded=[1], acquired={1: FIVE, 0: ["lost_signet"]})
    end = last.choose("seat:0", "direction:clockwise").happened("game_ended")[0]
    assert (end["winner"], end["ranks"]) == (0, [1, 3, 2])
