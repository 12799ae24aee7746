"""Which ladder a page is about. ``?on=`` names it: game, ruleset and speed, as ``of`` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game

from ..events import CLUB, FIDE, LadderKey
from ..models import Ladder, Rating


@dataclass(frozen=True, slots=True)
class Choice:
    """A ladder that can be looked at. ``on`` names it in an address."""

    on: str
    title: str
    ladder: Ladder


def ladders(who: str = "") -> list[Choice]:
    """Ladders on which something was rated, the busiest first; only those of ``who``, if given."""
    rows = Ladder.objects.filter(facts__gt=0).order_by("-facts", "game", "ruleset", "speed")
    if who:
        rows = rows.filter(Exists(Rating.objects.filter(ladder=OuterRef("pk"), who=who)))
    return [Choice(of(row), title(row), row) for row in rows]


def chosen(choices: Sequence[Choice], on: str) -> Choice | None:
    """The ladder asked for, or the first."""
    return next((choice for choice in choices if choice.on == on), choices[0] if choices else None)


def of(ladder: Ladder | LadderKey) -> str:
    """In club mode, which is nearly always, the mode is left out."""
    mode = () if ladder.mode == CLUB else (ladder.mode,)
    return "~".join((ladder.game, ladder.ruleset, ladder.speed, *mode))


def title(ladder: Ladder | LadderKey) -> str:
    """The game, its rules and the speed, in the current language."""
    speeds = {"live": _("live"), "correspondence": _("by correspondence"), "bots": _("against bots")}
    modes = {FIDE: _("by FIDE’s rules")}
    names = dict.fromkeys((*_game(ladder), speeds.get(ladder.speed, ladder.speed), modes.get(ladder.mode)))
    return " · ".join(filter(None, names))


def _game(ladder: Ladder | LadderKey) -> tuple[str, str]:
    """The titles of the game and its ruleset; their keys if the game is no longer installed."""
    try:
        game = get_game(ladder.game)
        newest = game.newest(ladder.ruleset).name
    except UnknownGame:
        return ladder.game, ladder.ruleset
    language = (get_language() or "pl").partition("-")[0]
    words = game.words(language if language in ("pl", "en") else "pl", ())
    return words.title(), words.ruleset(newest)
