"""A line of play of a review on the board, as the seat saw it that had to choose.

It is played in a world that the judge dealt: what the seat could not see there is assumed, not what really lay there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from elekt_core.contract import SeatNo
from elekt_core.errors import CoreError
from elekt_core.registry import get_game
from web import languages
from web.errors import NotFound

from ..play import fragments
from ..play import queries as play
from ..play.shapes import MatchShown, Position
from . import judge

Which = Literal["best", "played"]
WHICH: Final[tuple[Which, ...]] = ("best", "played")
NAMES: Final = re.compile(r'data-names="([^"]*)"')


@dataclass(frozen=True, slots=True)
class LineShown:
    """``steps`` are the decisions in words; ``step`` of them have been made in the position shown.

    ``assumed`` are the names on its board that the seat had not seen when it chose.
    """

    at: int
    which: Which
    player: str
    steps: tuple[str, ...]
    step: int
    position: Position
    assumed: tuple[str, ...]

    @property
    def before(self) -> int | None:
        return self.step - 1 if self.step else None

    @property
    def behind(self) -> int | None:
        return self.step + 1 if self.step < len(self.steps) else None


def line_shown(match: MatchShown, report: Mapping[str, Any], at: int, which: Which, step: int, asker: str) -> LineShown:
    """Only for who may see all cards (``queries.review_of``). Raises NotFound."""
    decision = next((one for one in report["decisions"] if one["at"] == at and one["mark"]), None)
    line = None if decision is None else decision["line"] if which == "played" else decision["best"][0]
    if decision is None or not line or "world" not in line or not 0 <= step <= len(line["line"]):
        raise NotFound("unknown_position", at=at, last=match.version)
    asked = (match.id, match.version, report["budget"], at, line["world"], line["line"], asker)
    try:
        played, end = judge.line(*asked), judge.end_of_line(*asked)
    except CoreError as error:
        raise NotFound("unknown_position", at=at, last=match.version) from error
    game, seat = get_game(match.game), SeatNo(decision["seat"])
    said = game.words(languages.current(), match.names)
    states = [*(before for _made, before in played), end]

    def seen(number: int) -> Position:
        return play.position_seen(match, game, game.view(states[number], seat), seat, at, is_end=True)

    here = seen(step)
    return LineShown(
        at=at,
        which=which,
        player=match.names[seat],
        steps=tuple(
            _("%(player)s: %(choice)s") % {"player": match.names[made.seat], "choice": said.decision(made, before)}
            for made, before in played
        ),
        step=step,
        position=here,
        assumed=tuple(sorted(_names(here) - _names(seen(0)))),
    )


def _names(here: Position) -> set[str]:
    """What stands on a board, by the names that its parts have there."""
    context = fragments.board_context(here)
    html = render_to_string(context["board_template"], context)
    return {name for names in NAMES.findall(html) for name in names.split()}
