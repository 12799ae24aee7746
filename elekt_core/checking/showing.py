"""The board at every fact and for every viewer, as the table and the replay show it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..contract import Event, Game, Json, Viewer
from ..kit.json_schema import flaws
from ..kit.knowledge import mask_of
from ..kit.position_shape import Position, wrong_sides
from ..messages import LANGUAGES
from ..record.stop import PlayAbandoned
from .findings import Findings, seen_by

LAW, SHAPE = "boards", "positions for programs"


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


NUMBER = re.compile(r"\.\d+")
"""Entries of a list have the same flaws."""

Look = Callable[[Sight], None]
"""Somebody who looks at each position: pages are checked so, too. Raises whatever goes wrong."""


def shown(sight: Sight, findings: Findings) -> None:
    """Check the board in one language, a different one each time."""
    game, view, viewer = sight.game, sight.view, sight.viewer
    with findings.unbroken(SHAPE, "describe", f"the position for programs of {seen_by(viewer)}"):
        shape(game.encode_state(view), sight.seats, findings)
    language = LANGUAGES[(sight.at + mask_of(viewer)) % len(LANGUAGES)]
    with findings.unbroken(LAW, "board", f"the board of {seen_by(viewer)} in “{language}”"):
        game.board(view, language, sight.told)
        if sight.is_end:
            game.board(view, language, [PlayAbandoned(0)])


def shape(position: Json, seats: int, findings: Findings) -> None:
    """The position has the shape that all games share: each member that does not fit is named once."""
    wrong = [*flaws(dict(position), Position)] or wrong_sides(position, seats)
    for member, text in wrong:
        findings.note(SHAPE, "describe", f"`{member}` {text}", subject=NUMBER.sub("", member))
