"""The course of a game as the contract sees it: who is asked, what is refused, how it starts and ends."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.errors import BadSetup, IllegalDecision, MalformedDecision, MatchOver, NotYourTurn
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game

from .builders import Table, position
from .random_games import batches

CHANCE = SeededChance(b"flow")


def setup(seats: int = 2, ruleset: str = "elekt-2e-r2", **options: Any) -> Setup:
    return Setup("elekt", ruleset, seats, options)


# --- start --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_begins_with_what_was_agreed_and_ends_its_first_batch_with_a_question(seats: int) -> None:
    events = game.start(setup(seats, heat_starting=3), CHANCE)
    created = events[0]
    assert isinstance(created, e.GameCreated)
    assert (created.seats, created.heat_starting, created.edition) == (seats, 3, 2)
    assert created.commitment == CHANCE.commitment()
    assert isinstance(events[-1], e.Awaiting)
    assert events[-1].question == "set_direction"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (setup(1), "seats"),
        (setup(5), "seats"),
        (setup(2, "elekt-9e"), "ruleset"),
        (setup(2, edition=3), "edition"),
        (setup(2, heat_starting="2"), "heat_starting"),
        (setup(2, speed=1), "speed"),
        (Setup("enclave", "elekt-2e-r2", 2, {}), "game"),
    ],
)
def test_a_wrong_setup_is_refused_and_the_field_is_named(wrong: Setup, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        game.start(wrong, CHANCE)
    assert caught.value.data["field"] == field


def test_the_seed_is_committed_to_and_revealed_at_the_end() -> None:
    events = [event for batch in batches(2, 2) for event in batch.events]
    ended = next(event for event in events if isinstance(event, e.GameEnded))
    chance = SeededChance((2).to_bytes(8, "big"))
    assert ended.seed == chance.reveal()
    assert events[0].commitment == chance.commitment()


# --- refusals -----------------------------------------------------------------------------------------------


def test_another_seat_another_question_and_unknown_words_are_refused() -> None:
    table = position(hands={0: ["acolyte"], 1: ["nameless"]})
    with pytest.raises(NotYourTurn) as caught:
        game.decide(table.state, Decision(SeatNo(1), "assign_or_pass", ()), CHANCE)
    assert caught.value.code == "not_your_turn"
    with pytest.raises(NotYourTurn) as caught:
        game.decide(table.state, Decision(SeatNo(0), "recruit", ("redraw",)), CHANCE)
    assert caught.value.code == "another_question"
    for wrong in (Decision(SeatNo(0), "fly"), Decision(SeatNo(7), "assign_or_pass")):
        with pytest.raises(MalformedDecision):
            game.decide(table.state, wrong, CHANCE)
    table.refused("unit_not_in_hand", 0, {"kind": "assign_or_pass", "unit": "symbiont", "zone": "court"})


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ([], ""),
        ({}, "kind"),
        ({"kind": "fly"}, "kind"),
        ({"kind": "assign_or_pass", "zone": "court"}, "unit"),
        ({"kind": "assign_or_pass", "unit": "dragon", "zone": "court"}, "unit"),
        ({"kind": "assign_or_pass", "unit": "acolyte.0", "zone": "moon"}, "zone"),
        ({"kind": "assign_or_pass", "pass": "yes"}, "pass"),
        ({"kind": "use_instant"}, "use"),
        ({"kind": "use_instant", "use": True, "targets": [{"planet": "mars"}]}, "targets"),
        ({"kind": "use_optional", "use": True, "targets": "all"}, "targets"),
        ({"kind": "use_optional", "use": True, "targets": [{"player": 9}]}, "player"),
        ({"kind": "attach_tokens", "tokens": [{"attribute": "luck", "unit": "acolyte.0"}]}, "attribute"),
        ({"kind": "swap_units"}, "unit"),
        ({"kind": "annihilate_unit"}, "unit"),
        ({"kind": "discard_from_hand", "units": ["acolyte.0", 3]}, "units"),
        ({"kind": "give_sceptre", "player": 0, "direction": "up"}, "direction"),
        ({"kind": "give_sceptre", "player": True, "direction": "clockwise"}, "player"),
        ({"kind": "save_unit", "save": 1}, "save"),
        ({"kind": "recruit", "option": None}, "option"),
        ({"kind": "name_herald"}, "player"),
    ],
)
def test_a_decision_that_cannot_be_read_names_the_field(data: Any, field: str) -> None:
    with pytest.raises(MalformedDecision) as caught:
        game.decode_decision(SeatNo(0), data)
    assert caught.value.data["field"] == field


def test_after_the_end_nothing_but_the_herald_follows() -> None:
    table = position(hands={0: ["acolyte"]}).concede(1)
    assert table.happened("game_ended")[0]["reason"] == "forfeit"
    with pytest.raises(MatchOver):
        game.decide(table.state, Decision(SeatNo(0), "assign_or_pass", ()), CHANCE)
    with pytest.raises(MatchOver):
        game.decide(table.state, Decision(SeatNo(1), "concede"), CHANCE)
    with pytest.raises(NotYourTurn):
        game.decide(table.state, Decision(SeatNo(1), "name_herald", ()), CHANCE)
    with pytest.raises(IllegalDecision):
        game.decide(table.state, Decision(SeatNo(0), "name_herald", (0,)), CHANCE)
    asked = game.awaiting(table.state)
    assert [(a.seat, a.kind, a.optional) for a in asked] == [(0, "name_herald", True)]
    table.decide(Decision(SeatNo(0), "name_herald", (1,)))
    assert game.awaiting(table.state) == ()
    with pytest.raises(MatchOver):
        game.decide(table.state, Decision(SeatNo(0), "name_herald", ()), CHANCE)


def test_one_cannot_concede_twice_and_the_last_who_stays_wins() -> None:
    table = position(seats=3, hands={0: ["acolyte"], 1: ["nameless"], 2: ["assassin"]}).concede(1)
    with pytest.raises(IllegalDecision) as caught:
        game.decide(table.state, Decision(SeatNo(1), "concede"), CHANCE)
    assert caught.value.code == "already_conceded"
    assert table.asked == (0, "assign_or_pass"), "the open question stays with who was asked"
    table.concede(0)
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (2, "forfeit")


def test_who_gave_up_is_ranked_behind_those_who_stayed() -> None:
    table = position(
        seats=3, hands={0: ["acolyte"]}, acquired={1: ["werewolf_packs", "blood_audit"]}, privileges_left=0
    )
    table.concede(1)
    while table.asked and table.state.ended is None:
        table.decide(game.default(table.state, SeatNo(table.asked[0])))
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert outcome.scores[1] == 4
    assert outcome.ranks[1] == 3


# --- questions ----------------------------------------------------------------------------------------------


def test_no_question_is_open_while_a_batch_is_folded() -> None:
    state = game.initial()
    for batch in batches(5, 3):
        for event in batch.events[:-1]:
            game.evolve(state, event)
            assert game.awaiting(state) == ()
            assert game.options(state) == ()
        game.evolve(state, batch.events[-1])
        assert game.awaiting(state) or isinstance(batch.events[-1], e.HeraldNamed)


def test_the_question_says_what_it_is_about_and_what_waits_beneath() -> None:
    zones = {"missions": {0: ["scarifist_guard"], 1: ["symbiont"]}}
    table = position(zones=zones, phase="confrontation", only=("missions", "violence"))
    awaited = game.awaiting(table.state)[0]
    assert (awaited.seat, awaited.kind, awaited.rule) == (0, "annihilate_unit", "E9.11")
    assert awaited.data == {"zone": "missions", "attribute": "violence"}
    assert awaited.stack == ("effect", "end_phase")
    assert game.options(table.state, SeatNo(1)) == ()


def test_refusals_explain_what_cannot_be_had() -> None:
    full = {"missions": {0: ["symbiont", "necrarch", "confessor"]}}
    table = position(zones=full, hands={0: ["acolyte", "dignitary"]}, face_up={"missions": "eclipse_vigil"})
    found = {refusal.parts: (refusal.code, refusal.rule) for refusal in game.refusals(table.state, SeatNo(0))}
    assert found[("unit:acolyte.0", "zone:missions")] == ("zone_full", "E7.4")
    table = position(hands={0: ["acolyte", "dignitary"]}, face_up={"missions": "eclipse_vigil"})
    found = {refusal.parts: (refusal.code, refusal.rule) for refusal in game.refusals(table.state, SeatNo(0))}
    assert found == {("unit:acolyte.0", "zone:missions"): ("assignment_forbidden", "C1.54")}
    error = table.refused(
        "assignment_forbidden", 0, {"kind": "assign_or_pass", "unit": "acolyte.0", "zone": "missions"}
    )
    assert error.data["card"] == "eclipse_vigil"


def test_refused_tokens_and_targets_name_the_reason() -> None:
    zones = {"missions": {0: ["necrarch"], 1: ["misty_crawler", "nameless"]}}
    table = position(zones=zones, phase="confrontation", only=("missions", "occultism"))
    two = [{"attribute": "power", "unit": "necrarch"}] * 2
    table.refused("tokens_must_differ", 0, {"kind": "attach_tokens", "tokens": two})
    far = [{"attribute": "power", "unit": "symbiont"}]
    table.refused("unit_not_here", 0, {"kind": "attach_tokens", "tokens": far})
    zones = {"missions": {0: ["scarifist_guard"], 1: ["misty_crawler", "nameless"]}}
    table = position(zones=zones, phase="confrontation", only=("missions", "violence"))
    error = table.refused("unit_protected", 0, {"kind": "annihilate_unit", "unit": "misty_crawler"})
    assert (error.rule, error.data["card"]) == ("E14.11", "misty_crawler")
    assert refused_at(table, 0) == {"unit_protected": ["unit:misty_crawler"], "units_elsewhere": ELSEWHERE}


ELSEWHERE = ["zone:influences", "zone:court"]


def refused_at(table: Table, seat: int) -> dict[str, list[str]]:
    """What the seat cannot choose, by the reason."""
    found: dict[str, list[str]] = {}
    for refusal in game.refusals(table.state, SeatNo(seat)):
        found.setdefault(refusal.code, []).append(" ".join(refusal.parts))
    return found


def test_what_lies_elsewhere_or_in_hand_says_why_it_is_no_answer() -> None:
    for effect, unit in (("occultism", "necrarch"), ("violence", "scarifist_guard"), ("cunning", "nameless")):
        zones = {"missions": {0: [unit], 1: ["dignitary"]}, "court": {0: ["dignitary"]}}
        table = position(zones=zones, hands={0: ["acolyte"]}, phase="confrontation", only=("missions", effect))
        there = {"not_your_unit": ["unit:dignitary.1"]} if effect == "cunning" else {"units_elsewhere": ELSEWHERE}
        refused = refused_at(table, 0)
        refused.pop("tokens_must_differ", None)
        assert refused == {"not_assigning": ["unit:acolyte.0"], **there}, effect
    rules = {refusal.rule for refusal in game.refusals(table.state, SeatNo(0))}
    assert rules == {"E7.1", "E9.6"}


def rules_of(table: Table, seat: int) -> dict[tuple[str, ...], tuple[str, str]]:
    return {one.parts: (one.code, one.rule) for one in game.refusals(table.state, SeatNo(seat))}


def test_a_second_step_says_by_its_rule_why_it_cannot_be_taken() -> None:
    """E7.1, E9.1, E9.6."""
    zones = {"missions": {0: ["necrarch"], 1: ["symbiont"]}}
    assigning = rules_of(position(zones=zones, hands={0: ["acolyte"]}), 0)
    assert assigning["unit:necrarch",] == assigning["unit:symbiont",] == ("from_hand_only", "E7.1")

    attaching = rules_of(position(zones=zones, phase="confrontation", only=("missions", "occultism")), 0)
    assert attaching["token:power", "unit:necrarch", "token:power"] == ("tokens_must_differ", "E9.1")

    both = {
        "missions": {0: ["confessor", "bone_carver"], 1: ["dignitary"]},
        "court": {0: ["acolyte"], 1: ["gallows_bride"]},
    }
    swapping = rules_of(position(zones=both, phase="confrontation", only=("missions", "cunning")), 0)
    assert swapping["unit:confessor", "with:bone_carver"] == ("same_zone", "E9.6")
    assert swapping["unit:gallows_bride",] == ("not_your_unit", "E9.6"), "in whichever Zone"


ABOUT: dict[str, dict[str, tuple[str, str]]] = {
    "bone_carver": {  # annihilates another Unit here
        "bone_carver": ("ability_another_unit", "E15.2"),
        "confessor": ("ability_elsewhere", "E15.1"),
        "misty_crawler": ("unit_barred", "E16.2"),
    },
    "nameless.0": {  # moves one of its owner's other Units here
        "whisper_moth": ("ability_own_units", "C1.27"),
        "oathbreaker": ("ability_other_zones", "C1.27"),
    },
    "oathbreaker": {"symbiont": ("no_token_there", "E18.6")},  # moves a token from another Unit here
    "ecclesiast": {"symbiont": ("not_a_target", "E15.9")},  # any Cultist here
}


@pytest.mark.parametrize("unit", ABOUT)
def test_a_unit_that_an_ability_cannot_choose_says_by_which_rule(unit: str) -> None:
    mine = ["oathbreaker"] if unit == "nameless.0" else []
    zones = {
        "court": {0: mine, 1: ["symbiont", "misty_crawler", "acolyte"]},
        "missions": {0: ["confessor"], 1: ["whisper_moth"]},
    }
    table = position(zones=zones, hands={0: [unit.split(".")[0], "dignitary"]}, tokens={"acolyte": ["power"]})
    table.assign(unit.split(".")[0], "court")
    refused = rules_of(table, 0)
    for name, why in ABOUT[unit].items():
        assert refused["use", f"unit:{name}"] == why, name


def test_a_swap_by_an_ability_needs_two_zones() -> None:
    """E18.8: the first Unit stands where the ability works, the second one in another Zone."""
    zones = {"court": {0: ["symbiont"], 1: ["whisper_moth"]}, "missions": {0: ["confessor"]}}
    table = position(zones=zones, hands={0: ["duchess_of_the_shroud", "dignitary"]})
    table.assign("duchess_of_the_shroud", "court")
    refused = rules_of(table, 0)
    assert refused["use", "unit:confessor"] == ("ability_elsewhere", "E15.1")
    assert refused["use", "unit:whisper_moth"] == ("ability_own_units", "C1.27")


def test_chapters_are_rounds_and_phases() -> None:
    assert game.chapter(e.RoundStarted(1)) == 1
    assert game.chapter(e.PhaseStarted(0)) == 2
    assert game.chapter(e.HeatPaid(0, 1)) == 0
