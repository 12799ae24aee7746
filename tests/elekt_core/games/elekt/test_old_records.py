"""What was recorded under a ruleset that has been replaced stays readable, playable and provable to the last byte."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.readings import R1, R2
from elekt_core.games.elekt.rulesets import READINGS
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.vocabulary import NONE
from elekt_core.record.match import Play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_text
from elekt_core.scenarios.flaws import BadPosition

from .old_records.games import LATE_ROUND, OLD_GAMES, ROUND_END, OldGame

old_games = pytest.mark.parametrize("old", OLD_GAMES, ids=lambda old: old.name)


@old_games
def test_an_old_record_proves_itself_and_is_written_as_it_was(old: OldGame) -> None:
    """Each decision, made anew under its ruleset, leads to the same events and positions."""
    text = old.stored()
    assert [check.name for check in verify_text(text).checks if check.status != "ok"] == []
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize("old", [old for old in OLD_GAMES if not old.greedy], ids=lambda old: old.name)
def test_an_old_game_played_again_has_the_same_events_and_positions(old: OldGame) -> None:
    then, now = parse_record(old.stored()), parse_record(old.text())
    assert [entry[:4] for entry in now.entries] == [entry[:4] for entry in then.entries]
    assert [batch.state_hash for batch in now.batches] == [batch.state_hash for batch in then.batches]
    assert now.card_set == then.card_set


def test_there_are_records_of_every_replaced_ruleset_for_every_number_of_seats() -> None:
    kept = {(old.ruleset, old.seats) for old in OLD_GAMES}
    assert kept == {(one.name, seats) for one in game.rulesets if one.replaced for seats in one.seats}


def test_what_is_now_played_otherwise_occurs_in_them() -> None:
    """So that these records would notice if an old ruleset were played by the new readings."""
    assert {mark for old in OLD_GAMES for mark in _played_otherwise(old.stored())} == {
        "passed with the Hidden Dagger", "declined the Symbiont", "the Houses took Power and gave it back",
    }  # fmt: skip


def _played_otherwise(text: str) -> Iterator[str]:
    daggers, detached = defaultdict[int, bool](bool), ""
    used: tuple[str, int] = ("", -1)
    for line in map(json.loads, text.splitlines()):
        match line.get("kind"), line.get("payload"):
            case "card_acquired", {"card": "hidden_dagger", "seat": seat}:
                daggers[seat] = True
            case "player_passed", {"seat": seat} if daggers[seat]:
                yield "passed with the Hidden Dagger"
            case "ability_declined", {"card": "symbiont"}:
                yield "declined the Symbiont"
            case "ability_used", {"card": card, "seat": seat}:
                used, detached = (card, seat), ""
            case "token_detached", {"attribute": attribute} if used == ("salt_alchemist", 1):
                detached = attribute
            case "token_attached", {"attribute": "power"} if detached == "power" and used == ("salt_alchemist", 1):
                yield "the Houses took Power and gave it back"


def begun(ruleset: str, position: Mapping[str, Any]) -> Play[State]:
    return Play.begin(game, Setup("elekt", ruleset, 2, position), SeededChance(bytes(32)))


def test_a_position_that_was_kept_still_opens_and_is_refused_to_who_begins_anew() -> None:
    assert begun("elekt-2e-r1", LATE_ROUND).state.round == 9
    with pytest.raises(BadPosition):
        begun("elekt-2e-r2", LATE_ROUND)


def test_at_the_end_of_a_round_no_card_is_left_on_a_board_unless_it_was_kept_so() -> None:
    assert NONE not in begun("elekt-2e-r1", ROUND_END).state.face_up
    assert begun("elekt-2e-r2", ROUND_END).state.face_up == [NONE, NONE, NONE]


def test_each_ruleset_has_its_reading_and_its_cards() -> None:
    assert {name: reading is R1 for name, reading in READINGS.items()} == {
        one.name: one.replaced for one in game.rulesets
    }
    assert game.cards_under("elekt-2e-r1") == "89eb853c844fbd3a708024fc8197d9bd27b8b9d5878aa4813516b2f6fd882bd0"
    assert game.cards_under("elekt-2e-r2") == game.card_set != game.cards_under("elekt-solo-r1")
    own = game.with_cards(game.built_in_cards())
    assert {own.cards_under(name) for name in READINGS} == {own.card_set}, "a club's list is what its file says"


def test_the_readings_differ_in_what_they_say() -> None:
    for field in ("passing_ends_a_turn", "seal_by_outcome", "rounds_are_counted", "hands_are_asked"):
        assert (getattr(R1, field), getattr(R2, field)) == (False, True)


@pytest.mark.parametrize(("ruleset", "declinable"), [("elekt-2e-r1", True), ("elekt-2e-r2", False)])
def test_the_board_says_what_a_card_does_under_the_rules_of_its_match(ruleset: str, declinable: bool) -> None:
    play = begun(ruleset, {"position": {"zones": {"missions": {"rows": [["symbiont"], []]}}}})
    (symbiont,) = [unit for row in game.board(play.state, "en").zones[0].rows for unit in row.units]
    assert symbiont.words is not None
    assert ("you may attach" in symbiont.words.text) == declinable
