"""The board at every fact and for everybody, as the table and the replay show it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..contract import Event, Game, Viewer
from ..messages import LANGUAGES
from .findings import Findings, seen_by

LAW = "boards"


@dataclass(frozen=True, slots=True)
class Sight:
    """A position as somebody sees it after event ``at``; ``told`` are the redacted facts since the last question,
    empty at a question."""

    game: Game[Any]
    ruleset: str
    seats: int
    at: int
    view: Any
    viewer: Viewer
    told: Sequence[Event]
    is_end: bool
    """Whether somebody is asked here, or the game is over."""


Look = Callable[[Sight], None]
"""Somebody who looks at each position: pages are checked so, too. Raises whatever goes wrong."""


def shown(sight: Sight, findings: Findings) -> None:
    """The languages take turns."""
    game, view, viewer = sight.game, sight.view, sight.viewer
    with findings.unbroken(LAW, "encode_state", f"the position as JSON for {seen_by(viewer)}"):
        json.dumps(game.encode_state(view), allow_nan=False)
    language = LANGUAGES[(sight.at + (0 if viewer is None else viewer)) % len(LANGUAGES)]
    with findings.unbroken(LAW, "board", f"the board of {seen_by(viewer)} in “{language}”"):
        game.board(view, language, sight.told)
