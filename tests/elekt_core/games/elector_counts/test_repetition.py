"""K19.10 in a game that was played from its setup to its end: ``repetition.jsonl``.

Both players kept Captains of the Watch, who retreat, and sent them again and again against siegers who were too strong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.game import game
from elekt_core.record.replay import decode_entry
from elekt_core.record.text import parse_record
from elekt_core.record.verify import verify_text

from .marks import shows

RECORD = Path(__file__).with_name("repetition.jsonl").read_bytes()


def whole(encoded: dict[str, Any]) -> dict[str, Any]:
    """What the rule compares: all cards in all zones, faces, tokens, shillings and the active player (K19.10)."""
    left_out = ("round", "question", "places", "game", "ended")
    sites = {
        name: {**site, "rows": [[(unit["card"], unit["face_up"]) for unit in row] for row in site["rows"]]}
        for name, site in encoded["places"].items()
    }
    return {**{key: value for key, value in encoded.items() if key not in left_out}, "places": sites}


@shows("K19.10")
def test_a_played_game_ended_because_a_turn_began_as_an_earlier_one_had() -> None:
    assert verify_text(RECORD).ok
    record = parse_record(RECORD)
    state = game.initial()
    begun: list[tuple[int, dict[str, Any]]] = []
    for batch in record.batches:
        for entry in batch.entries:
            event = decode_entry(game, entry)
            before = whole(dict(game.encode_state(state))) if state.created else {}
            if state.end_phase and isinstance(event, e.TurnStarted):
                assert (event.seat, before) not in begun
                begun.append((event.seat, before))
            if isinstance(event, e.GameEnded):
                assert e.REASONS[event.reason] == "repetition"
                assert (event.seat, before) in begun
            game.evolve(state, event)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.scores) == ("repetition", (4, 2))
