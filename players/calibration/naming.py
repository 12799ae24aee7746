"""What names a ladder in the rows of the calibration."""

from __future__ import annotations

from ..ratings.models import Ladder


def named(ladder: Ladder) -> str:
    return "~".join((ladder.game, ladder.ruleset, ladder.speed, ladder.mode))
