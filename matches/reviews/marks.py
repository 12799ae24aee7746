"""How choices, marks, chances and losses of a review are written, wherever they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from elekt_core.contract import Game, SeatNo, Words
from elekt_core.registry import get_game
from elekt_core.review.words import signed
from web import languages

from ..play import queries as play
from ..play.shapes import MatchShown

MARK_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
ChoiceText = Callable[[Mapping[str, Any]], str]


def in_words(
    match: MatchShown, decisions: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], ChoiceText]]:
    """Each of these decisions of the report, with what says its choices in words."""
    game, timeline = get_game(match.game), play.timeline_of(match)
    said = game.words(languages.current(), match.names)
    for one in decisions:
        yield one, partial(_choice, game, said, SeatNo(one["seat"]), timeline.state(one["at"]))


def _choice(game: Game[Any], said: Words, seat: SeatNo, before: Any, choice: Mapping[str, Any]) -> str:
    return said.decision(game.decode_decision(seat, choice), before)


def mark_name(mark: str) -> str:
    return {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}.get(mark, mark)


def percent(hundredths: int | None) -> int:
    return round((hundredths or 0) / 100)


def points(hundredths: int) -> str:
    """With one decimal, and without a sign."""
    return signed(hundredths, languages.current()).lstrip("+−")
