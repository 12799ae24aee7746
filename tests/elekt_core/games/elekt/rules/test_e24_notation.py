"""E24: decisions, events, invariants."""

from __future__ import annotations

import random

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.elekt import decisions, events, game
from elekt_core.kit.notation import kind_of

from ..builders import Table, position
from ..invariants import check_step
from .marks import rule

DECISIONS = [
    "set_direction",
    "recruit",
    "assign_or_pass",
    "use_instant",
    "use_optional",
    "tie_winner",
    "attach_tokens",
    "swap_units",
    "annihilate_unit",
    "choose_victim",
    "save_unit",
    "discard_from_hand",
    "give_sceptre",
    "houses_lose",
    "houses_choice",
    "name_herald",
]
"""The decision points of E24.2."""

EVENTS = [
    "game_created",
    "deck_shuffled",
    "deck_reshuffled",
    "heat_dealt",
    "hand_dealt",
    "first_player_drawn",
    "sceptre_set",
    "card_revealed",
    "round_started",
    "phase_started",
    "units_drawn",
    "unit_kept",
    "unit_discarded",
    "unit_assigned",
    "player_passed",
    "ability_used",
    "ability_declined",
    "heat_paid",
    "heat_gained",
    "heat_discarded",
    "heat_taken",
    "token_attached",
    "token_detached",
    "token_moved",
    "units_swapped",
    "unit_moved",
    "unit_placed",
    "unit_returned",
    "unit_taken",
    "unit_annihilated",
    "annihilation_redirected",
    "unit_saved",
    "unit_stayed",
    "ability_suppressed",
    "confrontation_started",
    "confrontation_scored",
    "confrontation_void",
    "confrontation_tied",
    "confrontation_won",
    "effect_declined",
    "card_acquired",
    "card_removed",
    "cards_exchanged",
    "hand_shown",
    "titles_changed",
    "heat_gathered",
    "units_returned",
    "game_ended",
    "herald_named",
    "seal_gained",
    "seals_converted",
    "seals_lost",
    "token_stolen",
    "houses_privilege_drawn",
]
"""The events of E24.3."""


@rule("E24.1")
def test_units_in_zones_are_named_with_owner_zone_and_position() -> None:
    for kind in EVENTS:
        fields = events.KINDS[kind]._fields  # type: ignore[attr-defined]
        if {"unit", "zone"} <= set(fields):
            assert {"seat", "position"} <= set(fields), kind
    table = position(hands={0: ["acolyte"]}, zones={"court": {0: ["dignitary"]}}).assign("acolyte", "court")
    assert table.happened("unit_assigned") == [{"seat": 0, "unit": "acolyte.0", "zone": "court", "position": 2}]


@rule("E24.2")
def test_every_decision_point_has_its_name() -> None:
    assert set(decisions.KINDS) == {*DECISIONS, "concede"}


DEFAULTS = [
    (position(phase="recruitment"), ("keep_first",)),
    (position(hands={0: ["acolyte"]}), ()),  # pass
    (position(hands={0: ["acolyte"]}).assign("acolyte", "court"), ()),  # decline
    (position(phase="confrontation", only=("court", "occultism"), zones={"court": {0: ["necrarch"]}}), ()),
    (position(phase="round_end", crowned=1, direction="counter_clockwise"), (1, "counter_clockwise")),
]


@rule("E24.2")
@pytest.mark.parametrize(("table", "choice"), DEFAULTS, ids=["recruit", "turn", "instant", "attach", "sceptre"])
def test_a_seat_that_does_not_answer_gets_the_default(table: Table, choice: tuple[object, ...]) -> None:
    assert table.asked is not None
    default = table.game.default(table.state, SeatNo(table.asked[0]))
    assert default.choice == choice
    assert default in table.game.options(table.state)


@rule("E24.2")
def test_the_guards_default_is_the_leftmost_unit() -> None:
    zones = {"court": {0: ["marrow_leech", "assassin"], 1: ["dignitary", "scarifist_guard"]}}
    table = position(phase="confrontation", only=("court", "violence"), zones=zones).choose("unit:scarifist_guard")
    assert table.asked == (1, "choose_victim")
    assert table.game.default(table.state, SeatNo(1)).choice == (table.id("dignitary", 1),)


@rule("E24.3")
def test_every_event_has_its_name_and_all_others_are_known_additions() -> None:
    additions = {"awaiting", "confrontation_skipped", "position_set", "seat_conceded", "unit_recovered"}
    additions |= {"ability_lapsed", "houses_position_set"}
    additions |= {"basic_set_chosen"}
    additions |= {"gambit_prepared", "masters_dealt", "houses_hand_shuffled", "houses_chose"}
    additions |= {"houses_units_passed_over", "houses_turn_lost"}
    assert set(EVENTS) | additions == set(events.KINDS)
    assert events.REASONS[:3] == ("titles", "privilege_deck", "forfeit")


@rule("E24.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_invariants_hold_after_every_event_of_whole_games(seats: int) -> None:
    for seed in range(3):
        state, choose, chance = game.initial(), random.Random(seed), SeededChance(b"invariants %d" % seed)
        batch = game.start(Setup("elekt", "elekt-2e-r2", seats, {}), chance)
        while True:
            for event in batch:
                game.evolve(state, event)
                check_step(event, state)
            if game.outcome(state):
                break
            options = game.options(state)
            batch = game.decide(state, options[choose.randrange(len(options))], chance)


@rule("E24.5")
def test_a_record_starts_with_what_was_agreed() -> None:
    batch = game.start(Setup("elekt", "elekt-2e-r2", 3, {"heat_starting": 1}), SeededChance(b"record"))
    created = game.encode_event(batch[0])
    assert kind_of(type(batch[0])) == "game_created"
    agreed = {"ruleset": "elekt-2e-r2", "edition": 2, "seats": 3, "card_set": game.card_set, "heat_starting": 1}
    assert agreed.items() <= dict(created).items()
