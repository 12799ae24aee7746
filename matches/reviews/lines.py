"""A line of play of a review on the board, as the seat saw it that had to choose.

It is played in a world that the judge dealt: what the seat could not see there is assumed, not what really lay there.
The lines of the best choice and of the one played at a mark stand in the review; every other one is worked out when
somebody looks at it, the same each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import CoreError
from elekt_core.registry import get_game
from web import languages
from web.errors import NotFound

from ..play import fragments
from ..play import queries as play
from ..play.shapes import MatchShown, Position
from . import judge

Which = Literal["best", "second", "third", "played"]
WHICH: Final[tuple[Which, ...]] = ("best", "second", "third", "played")
NAMES: Final = re.compile(r'data-names="([^"]*)"')


@dataclass(frozen=True, slots=True)
class LineShown:
    """``steps`` are the decisions in words; ``step`` of them have been made in the position shown.

    ``assumed`` are the names on its board that the seat neither saw when it chose nor remembered.
    """

    at: int
    which: Which
    lines: tuple[Which, ...]
    """All of this decision, this one too."""
    player: str
    steps: tuple[str, ...]
    step: int
    position: Position
    assumed: tuple[str, ...]

    @property
    def before(self) -> int | None:
        return self.step - 1 if self.step else None

    @property
    def after(self) -> int | None:
        return self.step + 1 if self.step < len(self.steps) else None


def lines_of(decision: Mapping[str, Any]) -> dict[Which, Any]:
    """The choices of a decision that have a line: the best ones in order, but the played one as such."""
    best = zip(WHICH, decision["best"], strict=False)
    found = {which: row["decision"] for which, row in best if row["decision"] != decision["played"]}
    return {**found, "played": decision["played"]}


def line_shown(match: MatchShown, report: Mapping[str, Any], at: int, which: Which, step: int, asker: str) -> LineShown:
    """Only for who may see all cards (``queries.review_of``). Raises NotFound, Busy."""
    decision = next((one for one in report["decisions"] if one["at"] == at and not one["only"]), None)
    options = {} if decision is None else lines_of(decision)
    if decision is None or which not in options or step < 0:
        raise NotFound("unknown_position", at=at, last=match.version)
    try:
        world, line = _told(decision, which) or _worked_out(match, report, decision, options[which], asker)
        found = judge.line(match.id, match.version, report["budget"], at, world, line, asker)
    except CoreError as error:
        raise NotFound("unknown_position", at=at, last=match.version) from error
    if step > len(found.played):
        raise NotFound("unknown_position", at=at, last=match.version)
    game, seat = get_game(match.game), SeatNo(decision["seat"])
    states = [*(before for _made, before in found.played), found.end]

    def seen(number: int) -> Position:
        return play.position_seen(match, game, game.view(states[number], seat), seat, at, is_end=True)

    here = seen(step)
    return LineShown(
        at=at,
        which=which,
        lines=tuple(options),
        player=match.names[seat],
        steps=steps_in_words(match, found.played),
        step=step,
        position=here,
        assumed=tuple(sorted(_names(here) - _names(seen(0)) - found.remembered)),
    )


def steps_in_words(match: MatchShown, played: Iterable[tuple[Decision, Any]]) -> tuple[str, ...]:
    """The decisions of a line, each of which comes with the position before it."""
    said = get_game(match.game).words(languages.current(), match.names)
    return tuple(
        _("%(player)s: %(choice)s") % {"player": match.names[made.seat], "choice": said.decision(made, before)}
        for made, before in played
    )


def _told(decision: Mapping[str, Any], which: Which) -> tuple[int, Any] | None:
    """The world and the line that stand in the review."""
    line = decision["line"] if which == "played" else decision["best"][WHICH.index(which)]
    return (line["world"], line["line"]) if line and "world" in line else None


def _worked_out(
    match: MatchShown, report: Mapping[str, Any], decision: Mapping[str, Any], option: Any, asker: str
) -> tuple[int, Any]:
    """In the world of the lines that the review tells, else in the first one: so all of a decision have the same
    cards."""
    world = next((row["world"] for row in decision["best"] if "world" in row), 0)
    return world, judge.line_from(match.id, match.version, report["budget"], decision["at"], world, option, asker)


def _names(here: Position) -> set[str]:
    """What stands on a board, by the names that its parts have there."""
    context = fragments.board_context(here)
    html = render_to_string(context["board_template"], context)
    return {name for names in NAMES.findall(html) for name in names.split()}
