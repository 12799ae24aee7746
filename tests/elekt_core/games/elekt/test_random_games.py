"""Laws of the contract and invariants of the rules, in whole random games (``ELEKT_RANDOM_GAMES`` says how many)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Setup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.decisions import KINDS
from elekt_core.games.elekt.facts import FOLDS
from elekt_core.kit.notation import kind_of
from tests.sampling import LONG

from .coverage_table import measure
from .invariants import check_step
from .random_games import GAMES, batches

SOLO = {
    "gambit_prepared", "masters_dealt", "houses_hand_shuffled", "houses_chose", "houses_units_passed_over",
    "houses_turn_lost", "seal_gained", "seals_converted", "seals_lost", "token_stolen", "houses_privilege_drawn",
}  # fmt: skip
ELSEWHERE = {"basic_set_chosen", "position_set", "houses_position_set", "ability_lapsed", *SOLO}
"""Events of games that begin in another way, or are played alone, or with another card list."""

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def editions(seed: int) -> dict[str, Any]:
    """Some games of the first edition, some with other starting Heat, some with concessions."""
    ruleset = "elekt-2e-r2" if seed % 4 else "elekt-1e-r2"
    return {"ruleset": ruleset, "heat_starting": 1 + seed % 3, "concede": 0.01 if seed % 3 == 2 else 0.0}


@SEATS
def test_every_game_ends_and_keeps_the_invariants_after_every_event(seats: int) -> None:
    for seed in range(GAMES):
        state = game.initial()
        for batch in batches(seed, seats, **editions(seed)):
            for event in batch.events:
                game.evolve(state, event)
                check_step(event, state)
            assert isinstance(batch.events[-1], e.Awaiting | e.GameEnded | e.HeraldNamed)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.winner is not None
        assert outcome.ranks[outcome.winner] == 1
        assert sorted(outcome.ranks) == list(range(1, seats + 1))
        assert outcome.scores == state.titles
        assert state.round <= 6, "E5.2"


@SEATS
def test_options_are_legal_distinct_and_the_default_is_one_of_them(seats: int) -> None:
    for seed in range(GAMES):
        for batch in batches(seed, seats, **editions(seed)):
            if batch.decision is None or batch.decision.kind == "concede":
                continue
            state, seat = batch.before, batch.decision.seat
            options = list(game.options(state))
            assert options
            assert len({option.choice for option in options}) == len(options)
            alone = batch.decision.kind == "assign_or_pass" and state.hands[seat]  # E7.7: what others cannot see
            assert len(options) > 1 or alone, f"nothing to choose: {options}"
            assert game.default(state, seat) in options
            assert game.options(state, seat) == options
            assert all(option.kind == batch.decision.kind and option.seat == seat for option in options)
            assert [game.options(state)[i] for i in range(len(options))] == options


@SEATS
def test_every_option_can_be_decided(seats: int) -> None:
    for seed in range(max(2, GAMES // 6)):
        for batch in batches(seed, seats):
            if batch.decision is None:
                continue
            for option in list(game.options(batch.before))[:: max(1, len(game.options(batch.before)) // 12)]:
                assert game.decide(batch.before, option, SeededChance(b"any"))


@SEATS
def test_paths_of_parts_are_distinct_and_none_begins_another(seats: int) -> None:
    for seed in range(GAMES):
        for batch in batches(seed, seats):
            paths = {game.parts(option) for option in game.options(batch.before)}
            assert len(paths) == len(game.options(batch.before))
            for path in paths:
                assert not any(path[:n] in paths for n in range(1, len(path)))


@SEATS
def test_refusals_name_no_option_and_give_a_rule(seats: int) -> None:
    for seed in range(GAMES):
        for batch in batches(seed, seats):
            if not batch.before.question:
                continue
            paths = {game.parts(option) for option in game.options(batch.before)}
            beginnings = {path[:n] for path in paths for n in range(1, len(path) + 1)}
            for refusal in game.refusals(batch.before, batch.decision.seat if batch.decision else None):  # type: ignore[arg-type]
                assert refusal.rule
                assert refusal.code
                assert refusal.parts not in paths
                if refusal.parts[0].startswith("token:") or len(refusal.parts) > 1:
                    assert refusal.parts not in beginnings


@SEATS
def test_decide_is_pure_and_a_game_re_executes_to_the_same_bytes(seats: int) -> None:
    for seed in range(GAMES):
        chance = SeededChance(seed.to_bytes(8, "big"))
        state = game.initial()
        for batch in batches(seed, seats, **editions(seed)):
            if batch.decision is None:
                how = editions(seed)
                setup = Setup("elekt", how["ruleset"], seats, {"heat_starting": how["heat_starting"]})
                again = game.start(setup, chance)
            else:
                before = game.fingerprint(state)
                again = game.decide(state, batch.decision, chance)
                assert game.fingerprint(state) == before
            assert [(type(x), x) for x in again] == [(type(x), x) for x in batch.events]
            for event in again:
                game.evolve(state, event)


@SEATS
def test_events_and_decisions_survive_their_notation(seats: int) -> None:
    for seed in range(GAMES):
        for batch in batches(seed, seats, **editions(seed)):
            for event in batch.events:
                payload = json.loads(json.dumps(game.encode_event(event)))
                back = game.decode_event(kind_of(type(event)), 1, payload)
                assert (type(back), back) == (type(event), event)
            if batch.decision is not None:
                data = json.loads(json.dumps(game.encode_decision(batch.decision)))
                assert game.decode_decision(batch.decision.seat, data) == batch.decision


@SEATS
def test_a_state_folded_from_its_notation_plays_on(seats: int) -> None:
    """Every batch ends with all that is needed to go on: nothing lives outside the events."""
    for seed in range(max(2, GAMES // 4)):
        chance = SeededChance(seed.to_bytes(8, "big"))
        state = game.initial()
        for batch in batches(seed, seats):
            if batch.decision is not None:
                assert game.decide(state, batch.decision, chance) == batch.events
            for event in batch.events:
                kind, payload = kind_of(type(event)), json.loads(json.dumps(game.encode_event(event)))
                game.evolve(state, game.decode_event(kind, 1, payload))


def test_a_copy_is_independent() -> None:
    state = game.initial()
    for batch in batches(7, 3):
        copy = state.copy()
        before = game.fingerprint(state)
        for event in batch.events:
            game.evolve(copy, event)
        assert game.fingerprint(state) == before
        state = copy


def test_every_kind_of_event_has_its_fold() -> None:
    assert set(FOLDS) == set(e.KINDS.values())


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: 260 games, until the rarest ability has been used")
def test_every_ability_decision_and_event_occurs_in_random_games() -> None:
    found = measure(max(GAMES, 260))
    assert not found.missing()
    assert set(found.decisions) == set(KINDS) - {"houses_lose", "houses_choice"}
    assert set(found.events) == set(e.KINDS) - ELSEWHERE


def test_a_concession_is_never_listed() -> None:
    for batch in batches(1, 4):
        assert not any(option.kind == "concede" for option in game.options(batch.before))
        assert Decision(batch.before.seats, "concede") not in game.options(batch.before)  # type: ignore[arg-type]
