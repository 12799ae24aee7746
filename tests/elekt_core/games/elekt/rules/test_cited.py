"""Each event names the rules that it follows from, as they stand in its context."""

from __future__ import annotations

import pytest

from elekt_core.games.elekt import game
from elekt_core.games.elekt.events import KINDS
from elekt_core.games.elekt.rules import rulebook
from elekt_core.games.elekt.rules.cited import ALWAYS, Cited
from elekt_core.kit.notation import kind_of

from ..builders import Table, position
from ..random_games import batches

BOOK = rulebook("en")
SILENT = {"awaiting"}
"""Facts of the engine that no sentence tells."""


def cited(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    citer = game.citer()
    return [(kind_of(type(event)), citer.rules(event, table.state)) for event in table.log]


def first(table: Table, kind: str) -> str:
    return next(rules[0] for told, rules in cited(table) if told == kind)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_event_has_its_rules(kind: str) -> None:
    in_context = hasattr(Cited, f"_{kind}")
    assert in_context != (kind in ALWAYS)
    assert in_context or bool(ALWAYS[kind]) != (kind in SILENT)


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("elekt-2e-r2", 2), ("elekt-2e-r2", 3), ("elekt-1e-r2", 4), ("elekt-solo-r2", 1)]
)
def test_whole_games_cite_rules_that_there_are(ruleset: str, seats: int) -> None:
    state, citer, kinds = game.initial(), game.citer(), set()
    for batch in batches(7, seats, ruleset=ruleset):
        for event in batch.events:
            game.evolve(state, event)
            rules, kind = citer.rules(event, state), kind_of(type(event))
            kinds.add(kind)
            assert bool(rules) == (kind not in SILENT), kind
            assert all(number in BOOK.by_number for number in rules), (kind, rules)
            assert len(set(rules)) == len(rules)
    assert len(kinds) > 20


def test_a_token_is_the_effect_of_occultism_or_of_an_ability() -> None:
    won = position(phase="confrontation", only=("court", "occultism"), zones={"court": {0: ["necrarch"]}})
    won.choose("token:power", "unit:necrarch", "done")
    assert first(won, "token_attached") == "E9.1"
    used = position(hands={0: ["acolyte.0"]}, heat=[2, 2], turn=0).assign("acolyte.0", "court").choose("use")
    assert first(used, "token_attached") == "E18.5"
    assert first(used, "heat_paid") == "E15.4"
    assert first(used, "unit_assigned") == "E7.1"
    assert first(used, "ability_used") == "E15.3"


def test_a_clarified_card_leads_to_what_clarifies_it() -> None:
    zones = {"court": {1: ["necrarch"]}}
    table = position(hands={0: ["body_thief"]}, zones=zones, heat=[3, 2], turn=0).assign("body_thief", "court")
    table.choose("use", *[part for part in table.paths()[-1].split() if part != "use"])
    assert dict(cited(table))["ability_used"] == ("E19.4", "E15.3")


def test_what_is_not_used_was_a_may() -> None:
    table = position(hands={0: ["acolyte.0"]}, heat=[2, 2], turn=0).assign("acolyte.0", "court").decline()
    assert first(table, "ability_declined") == "E15.5"


def test_a_unit_is_annihilated_saved_or_discarded_by_the_rules_of_its_life() -> None:
    def violence() -> Table:
        zones = {"court": {0: ["assassin"], 1: ["necrarch"]}}
        return position(phase="confrontation", only=("court", "violence"), zones=zones, heat=[2, 2]).choose(
            "unit:necrarch"
        )

    saved = violence().choose("save")
    assert first(saved, "unit_annihilated") == "E9.11"
    assert first(saved, "heat_paid") == "E14.2"
    assert first(saved, "unit_returned") == "E14.2"
    assert first(violence().choose("let_go"), "unit_discarded") == "E14.3"


@pytest.mark.parametrize(
    ("attribute", "zones", "kind", "rule"),
    [
        ("violence", {0: ["assassin"], 1: ["acolyte"]}, "confrontation_won", "E8.6"),
        ("violence", {0: ["assassin"]}, "confrontation_won", "E8.9"),
        ("violence", {0: ["acolyte"], 1: ["acolyte"]}, "confrontation_void", "E8.8"),
        ("occultism", {0: ["acolyte"], 1: ["acolyte"]}, "confrontation_tied", "E8.7"),
        ("violence", {}, "confrontation_void", "E8.2"),
        ("power", {}, "confrontation_void", "E9.18"),
        ("power", {0: ["acolyte"]}, "confrontation_won", "E9.17"),
        ("power", {0: ["acolyte"], 1: ["acolyte"]}, "confrontation_won", "E9.16"),
        ("power", {0: ["acolyte"], 1: ["acolyte"]}, "card_acquired", "E9.15"),
        ("power", {}, "card_removed", "E9.18"),
    ],
)
def test_a_confrontation_says_why_it_ended_so(
    attribute: str, zones: dict[int, list[str]], kind: str, rule: str
) -> None:
    table = position(phase="confrontation", only=("court", attribute), zones={"court": zones})
    assert first(table, kind) == rule


def test_in_the_first_edition_a_tie_of_zeros_names_the_difference() -> None:
    table = position(
        phase="confrontation", only=("court", "violence"), zones={"court": {0: ["acolyte"], 1: ["acolyte"]}}, edition=1
    )
    assert dict(cited(table))["confrontation_tied"] == ("E23.2", "E8.7")


def test_what_the_elder_houses_do_cites_the_rules_that_move_them() -> None:
    """E21.17, E21.20, E21.21, E21.26, E21.30: in three whole solo games."""
    found: dict[str, set[str]] = {}
    for seed in range(3):
        state, citer = game.initial(), game.citer()
        for batch in batches(seed, 1, ruleset="elekt-solo-r2"):
            for event in batch.events:
                game.evolve(state, event)
                rules = citer.rules(event, state)
                side = getattr(event, "by", getattr(event, "seat", None))
                found.setdefault(f"{kind_of(type(event))} of {side}", set()).update(rules[:1])
    assert found["unit_assigned of 0"] == {"E7.1"}
    assert found["unit_assigned of 1"] == {"E21.17"}
    assert found["heat_dealt of 1"] == {"E21.7"}
    assert found["units_drawn of 1"] - {"E21.17"} == {"E21.11", "E21.13"}
    assert found["ability_used of 1"] <= {"E21.4", "E21.17", "E21.20", "E21.32", "E21.39"}
    assert "E21.20" in found["ability_used of 1"]
    assert "E21.20" not in found["ability_used of 0"]
    assert found["unit_annihilated of 1"] == {"E21.30"}


def test_a_pass_says_whether_there_was_a_choice() -> None:
    free = position(hands={0: ["acolyte.0"], 1: ["acolyte.1"]}, turn=0).passes()
    assert first(free, "player_passed") == "E7.2"
    assert first(position(hands={0: [], 1: ["acolyte.1"]}, turn=0), "player_passed") == "E7.7"


def test_setup_cites_setup_and_the_end_of_a_round_its_own_steps() -> None:
    state, citer = game.initial(), game.citer()
    found: dict[str, list[str]] = {}
    for batch in batches(3, 2):
        for event in batch.events:
            game.evolve(state, event)
            found.setdefault(kind_of(type(event)), []).append((*citer.rules(event, state), "")[0])
    assert found["deck_shuffled"][:4] == ["E2.2", "E2.3", "E2.4", "E2.8"]
    assert set(found["heat_dealt"]) == {"E2.9"}
    assert set(found["hand_dealt"]) == {"E2.7"}
    assert found["first_player_drawn"] == ["E3.5"]
    assert found["sceptre_set"][0] == "E3.5"
    assert set(found["sceptre_set"][1:]) <= {"E10.2"}
    assert found["card_revealed"][:3] == ["E2.5"] * 3
    assert set(found["card_revealed"][3:]) <= {"E10.5"}
    assert set(found["heat_gathered"]) == {"E10.3"}
    assert set(found["units_returned"]) == {"E10.4"}
    assert set(found["phase_started"]) == {"E6.1", "E7.1", "E8.1", "E10.1"}
    assert found["game_ended"][0] in {"E11.1", "E11.2"}
