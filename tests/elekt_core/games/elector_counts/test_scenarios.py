"""The positions that scenarios of Elector Counts begin in, and what the scenarios are about."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.rules import OURS
from elekt_core.record.match import Play
from elekt_core.scenarios.flaws import BadPosition
from elekt_core.scenarios.run import begin
from elekt_core.scenarios.scenario import list_scenarios

from ..doubts import DOUBTS

INDEX = list_scenarios(game)
every = pytest.mark.parametrize("name", list(INDEX.all))


def test_every_point_that_the_rulebook_leaves_open_has_a_scenario() -> None:
    """Those of the rules, and what nobody asked there."""
    assert set(DOUBTS["elector_counts"]) < set(OURS) <= set(INDEX.by_rule)


@every
def test_a_position_is_folded_as_each_viewer_may_know_it(name: str) -> None:
    for variant in INDEX.all[name].variants:
        play = begin(INDEX.all[name], variant)
        for viewer in (*map(SeatNo, range(play.state.seats)), None):
            seen = game.view(game.initial(), viewer)
            for event in play.events:
                kind = game.kind_of(event)
                assert game.decode_event(kind, 1, game.encode_event(event)) == event
                game.evolve(seen, game.redact(event, viewer))
            assert seen == game.view(play.state, viewer)


FLAWS: list[tuple[dict[str, Any], str, str]] = [
    ({"turn": 2}, "out_of_range", "turn"),
    ({"weather": 1}, "unknown_key", "weather"),
    ({"rest": "sea"}, "unknown_word", "rest"),
    ({"players": [{"hand": ["attacker_iron_veterans"] * 2}]}, "too_many_copies", "players.0.hand.1"),
    ({"players": [{"hand": ["attacker_nobody"]}]}, "unknown_word", "players.0.hand.0"),
    ({"players": [{"support": ["support_war_chest"]}]}, "does_not_stay", "players.0.support"),
    ({"players": [{"support": ["defender_militia"]}]}, "wrong_group", "players.0.support.0"),
    ({"players": [{"shillings": 31}]}, "out_of_range", "players.0.shillings"),
    ({"players": [{"shillings": 20}, {"shillings": 20}]}, "too_many_shillings", "players"),
    ({"players": [{"reserve": ["defender_militia"] * 3}]}, "out_of_range", "players.0.reserve"),
    ({"players": [{}, {}, {}]}, "out_of_range", "players"),
]
FLAWS += [
    ({"players": [{"locations": [{"location": "start_altdorf", **there}]}]}, code, f"players.0.locations.0{key}")
    for there, code, key in (
        ({"defenders": ["defender_militia"], "attackers": ["attacker_hired_knife"]}, "not_together", ""),
        ({"attackers": ["attacker_hired_knife"], "by": 0}, "own_attack", ".by"),
        ({"attackers": ["attacker_hired_knife", "attacker_river_raiders"]}, "not_allied", ".attackers"),
        ({"defenders": ["defender_militia"] * 2}, "same_defenders", ".defenders"),
        ({"defenders": ["defender_town_garrison", "defender_castle_garrison"]}, "two_garrisons_there", ".defenders"),
        ({"defenders": "defender_militia"}, "wrong_sort", ".defenders"),
    )
]


@pytest.mark.parametrize(("position", "code", "key"), FLAWS, ids=[f"{code}-{key or 'top'}" for _, code, key in FLAWS])
def test_a_position_that_cannot_be_is_refused_with_its_place(position: dict[str, Any], code: str, key: str) -> None:
    setup = Setup(game.name, game.ruleset().name, 2, {"position": position})
    with pytest.raises(BadPosition) as bad:
        Play.begin(game, setup, SeededChance(b"flawed"))
    (flaw,) = bad.value.flaws
    assert (flaw.code, flaw.key) == (code, key)
    assert flaw.text("pl") != flaw.text("en") or not flaw.text("en")
