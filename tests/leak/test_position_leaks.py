"""A match that begins in a position tells nobody what lies hidden in it (E4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record

from .redeal import Viewer
from .test_core_leaks import what_is_sent

HIDDEN = ("confessor", "oathbreaker", "night_of_knives", "gilded_asylum", "hidden_dagger")


def position(hand: str, top: str, deck: Mapping[str, str]) -> dict[str, Any]:
    return {
        "round": 2,
        "shuffled": False,
        "players": [{"hand": ["acolyte", "symbiont"]}, {"hand": [hand, "nameless"]}],
        "elite_deck": [top],
        "removed": ["plundered_caravan", "exchange_of_favours", "treasurer_of_embers"],
        "zones": {zone: {"deck": [card]} for zone, card in deck.items()}
        | {"court": {"face_up": "web_of_informers", "deck": [deck["court"]]}},
    }


ONE = position(
    "confessor", "oathbreaker", {"missions": "night_of_knives", "influences": "gilded_asylum", "court": "hidden_dagger"}
)
OTHER = position(
    "marrow_leech", "confessor", {"missions": "blood_audit", "influences": "ironworks", "court": "heir_presumptive"}
)


def begun(data: Mapping[str, Any]) -> Play[State]:
    play = Play.begin(game, Setup("elekt", "elekt-2e-r2", 2, {"position": data}), SeededChance(bytes(32)))
    play.decide(next(option for option in game.options(play.state) if option.choice == ()))  # seat 0 passes
    return play


@pytest.mark.parametrize("viewer", [None, SeatNo(0)])
def test_what_lies_hidden_in_a_position_changes_nothing_that_is_sent(viewer: Viewer) -> None:
    plays = [begun(data) for data in (ONE, OTHER)]
    assert plays[0].state != plays[1].state
    sent = [what_is_sent(play.state, viewer) for play in plays]
    assert sent[0] == sent[1]


@pytest.mark.parametrize("viewer", [None, SeatNo(0)])
def test_no_hidden_card_stands_in_a_redacted_record_or_in_the_log(viewer: Viewer) -> None:
    play = begun(ONE)
    text = format_record(redacted_record(record_of_play(play, "a-position"), viewer, game))
    words = game.words("en", ("Alice", "Bob"))
    view = game.view(play.state, viewer)
    log = " ".join(words.event(game.redact(event, viewer), view) for event in play.events)
    for card in HIDDEN:
        assert f'"{card}"' not in text
        assert card.replace("_", " ").title() not in log
    assert game.public_options({"position": ONE, "heat_starting": 1}) == {"heat_starting": 1}
