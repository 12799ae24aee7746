"""What ratings refuse. Nothing was stored when it is raised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SENTENCES = {
    "wrong_number_of_players": "a rated game has two to four players, not {players}",
    "player_twice": "{who} sits at this table twice",
    "not_a_player": "“{who}” is neither player:ID nor bot:NAME",
    "unknown_player": "there is no player {who}",
    "no_outcome": "this is no valid outcome: {why}",
    "unknown_mode": "there is no mode “{mode}”: known are {known}",
    "already_rated": "game {game} is rated already, with another result",
    "unknown_game": "there is no rated game {game}",
    "game_annulled": "game {game} is annulled already",
    "same_result": "game {game} has this result already",
    "other_number_of_players": "game {game} had {players} players, so annul it and record another",
    "bad_number": "{field} must be a whole number from {least} to {most}, not {value}",
    "missing_field": "{field} is missing",
    "unknown_field": "{field} does not belong here",
    "bad_field": "{field} is not {expected}",
    "only_duels": "FIDE mode rates duels, not a table of {players}",
    "not_json": "this is not JSON: {why}",
}


class RatingRefused(Exception):
    """``code`` is stable; ``data`` says which player, game or field."""

    def __init__(self, code: str, **data: Any) -> None:
        self.code = code
        self.data: Mapping[str, Any] = data
        super().__init__(_SENTENCES[code].format_map(data))
