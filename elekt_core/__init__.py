"""The rules floor: plays, records and replays of hidden-hand tabletop games. Standard library only.

    from elekt_core import Play, SeededChance, Setup, get_game

    game = get_game("elekt")
    play = Play.begin(game, Setup("elekt", "elekt-2e-r2", 2, {}), SeededChance(secrets.token_bytes(32)))
    play.decide(game.options(play.state)[0])

What else there is: ``contract`` says what a game is, docs/notation.md what a record is.
"""

from .chance import SeededChance
from .contract import Decision, Game, SeatNo, Setup
from .errors import BadRecord, CoreError, IllegalDecision, UnknownGame
from .record.match import Play
from .record.record import Record, record_of_play
from .record.redact import redacted_record
from .record.replay import Replay, replay_record
from .record.text import format_record, parse_record
from .record.verify import verify_record, verify_text
from .registry import game_names, get_bot, get_game

__all__ = [
    "BadRecord",
    "CoreError",
    "Decision",
    "Game",
    "IllegalDecision",
    "Play",
    "Record",
    "Replay",
    "SeatNo",
    "SeededChance",
    "Setup",
    "UnknownGame",
    "format_record",
    "game_names",
    "get_bot",
    "get_game",
    "parse_record",
    "record_of_play",
    "redacted_record",
    "replay_record",
    "verify_record",
    "verify_text",
]
