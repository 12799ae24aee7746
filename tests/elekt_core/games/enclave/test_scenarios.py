"""The positions that scenarios of Enclave begin in, and what the scenarios are about."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.record.match import Play
from elekt_core.scenarios.flaws import BadPosition
from elekt_core.scenarios.scenario import list_scenarios

from ..doubts import DOUBTS
from .rules.marks import AMBIGUOUS, RECONSTRUCTED

INDEX = list_scenarios(game)


def test_the_register_of_doubts_is_that_of_the_rules() -> None:
    assert sorted([*AMBIGUOUS, *RECONSTRUCTED]) == sorted(DOUBTS["enclave"])


def test_every_tree_card_with_a_question_has_a_scenario() -> None:
    assert {"tree_loki", "tree_warsztat_u_anzelma", "tree_zakon_kranca_swiata"} <= set(INDEX.by_card)


# --- positions ----------------------------------------------------------------------------------------------


def began(position: dict[str, Any], seats: int = 2) -> Play[Any]:
    return Play.begin(game, Setup("enclave", "enclave-r2", seats, {"position": position}), SeededChance(b"position"))


@pytest.mark.parametrize(
    ("position", "key", "code"),
    [
        ({"moon": 1}, "moon", "unknown_key"),
        ({"turn": 7}, "turn", "out_of_range"),
        ({"phase": "lunch"}, "phase", "unknown_word"),
        ({"order": [0, 0]}, "order", "out_of_range"),
        ({"markers": {"oracle": [0, 0]}}, "markers.oracle", "out_of_range"),
        ({"markers": {"oracle": [2]}}, "markers.oracle.0", "out_of_range"),
        ({"rows": {"office": ["office_cake"]}}, "rows.office.0", "unknown_word"),
        ({"rows": {"mission": ["tree_lap_synchron"]}}, "rows.mission", "wrong_group"),
        ({"piles": {"trap": ["mission_quiet_arcade"]}}, "piles.trap", "wrong_group"),
        ({"discards": {"office": ["trap_falling_cornice"]}}, "discards.office", "wrong_group"),
        ({"tree": {"1": "tree_akunen"}}, "tree.1", "unknown_word"),
        ({"players": [{}, {}, {}]}, "players.2", "out_of_range"),
        ({"players": [{"physical": 1}]}, "players.0.physical", "out_of_range"),
        ({"players": [{"hand": ["office_muscle_surgery"]}]}, "players.0.hand.0", "unknown_word"),
        ({"players": [{"hand": ["prize_symbiont"]}]}, "players.0.hand.0", "unknown_word"),
        ({"players": [{"upgrades": ["office_healing_talisman"]}]}, "players.0.upgrades.0", "unknown_word"),
        ({"players": [{"hand": ["prize_mirror_cloak", "prize_mirror_cloak"]}]}, "players.0.hand.1", "card_twice"),
        ({"players": [{"preparation": "now"}]}, "players.0.preparation", "out_of_range"),
        ({"players": [{"tree_tokens": 6}, {"tree_tokens": 6}]}, "players", "out_of_range"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_with_a_position_is_told_with_its_place(position: dict[str, Any], key: str, code: str) -> None:
    with pytest.raises(BadPosition) as caught:
        began(position)
    assert [(flaw.key, flaw.code) for flaw in caught.value.flaws] == [(key, code)]
    assert all(flaw.text(language) for flaw in caught.value.flaws for language in ("pl", "en"))


def test_a_match_from_a_position_hides_hands_and_piles_and_can_be_played_to_its_end() -> None:
    play = began({"turn": 6, "round": 4, "players": [{"played": ["oracle", "office", "tree"]}] * 2})
    event = next(event for event in play.batches[0].events if isinstance(event, e.PositionSet))
    seen, mine = game.redact(event, None), game.redact(event, SeatNo(0))
    assert isinstance(seen, e.PositionSet)
    assert isinstance(mine, e.PositionSet)
    assert set(seen.hands[0]) == {-1}
    assert all(set(pile) == {-1} for pile in seen.piles)
    assert mine.hands[0] == event.hands[0]
    assert game.decode_event("position_set", 1, game.encode_event(event)) == event
    assert game.public_options({"position": {}, "tree": "random"}) == {"tree": "random"}
    while game.outcome(play.state) is None:
        play.decide(game.options(play.state)[0])
    found = game.outcome(play.state)
    assert found is not None
    assert found.termination == "victory_points"
