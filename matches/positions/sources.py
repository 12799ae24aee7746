"""The source of a board that somebody wants to set up: nothing, a shipped scenario, or a moment of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from elekt_core.contract import Game, Setup
from elekt_core.scenarios.scenario import Scenario, Variant, list_scenarios
from web import languages
from web.errors import BadRequest, NotFound
from web.request import whole

from ..play import practice
from ..tables.commands import POSITION
from .forms import first_board
from .shapes import Board


def find(game: Game[Any], asked: Mapping[str, str], player: UUID | None) -> tuple[Board, str]:
    """The board that the address asks for, and a sentence about its source. Raises NotFound, BadRequest, NotAllowed."""
    if name := asked.get("scenario", ""):
        found, variant = scenario_of(game, name, asked.get("variant", ""))
        if game.position_fields() is None:
            raise NotFound("no_positions", game=game.name)
        title = found.title.get(languages.current(), name)
        return board_of_setup(variant.setup), _("From the scenario “%(title)s”.") % {"title": title}
    if match := asked.get("match", ""):
        try:
            match_id, at = UUID(match), whole(asked["at"]) if asked.get("at") else None
        except ValueError:
            raise BadRequest("bad_field", field="match") from None
        board, seq = practice.board_of(match_id=match_id, player=player, at=at)
        if board.game != game.name:
            raise NotFound("unknown_match", match=match)
        return board, _("As it was in the match after event %(at)s.") % {"at": seq}
    return first_board(game), ""


def scenario_of(game: Game[Any], name: str, variant: str = "") -> tuple[Scenario, Variant]:
    """Raises NotFound."""
    found = list_scenarios(game).all.get(name)
    if found is None:
        raise NotFound("unknown_scenario", scenario=name)
    chosen = next((one for one in found.variants if one.name == variant), None if variant else found.variants[0])
    if chosen is None:
        raise NotFound("unknown_scenario", scenario=f"{name} {variant}")
    return found, chosen


def board_of_setup(setup: Setup) -> Board:
    options = {name: value for name, value in setup.options.items() if name != POSITION}
    position = setup.options.get(POSITION, {})
    return Board(setup.game, setup.ruleset, setup.seats, options, position=position)
