"""What ratings refuse. Nothing was stored when it is raised. ``sentences`` has the words."""

from __future__ import annotations

from typing import Any

from web.errors import Refused

CONFLICTS = {
    *("already_rated", "game_annulled", "same_result", "other_number_of_players", "not_corrected", "same_rules"),
    *("ladder_not_open", "tournament_s_own", "decision_id_taken", "stale_version"),
}
NOT_THERE = {"unknown_game", "unknown_import", "unknown_ladder", "unknown_period"}


class RatingRefused(Refused):
    """``data`` says which player, game or field, and ``why`` where a code has several reasons."""

    area = "ratings"

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, **data)
        if code == "not_entitled":
            self.status = 403
        elif code in NOT_THERE:
            self.status = 404
        elif code in CONFLICTS:
            self.status = 409
