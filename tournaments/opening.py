"""How a tournament begins, and the checks of its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from elekt_core.contract import Setup
from matches.cardlists import queries as card_lists
from matches.cardlists.shapes import Chosen
from matches.games import game_with
from players.clubs import queries as clubs
from web.errors import BadRequest

from . import events as e
from . import plans
from .formats.contract import BadPlan
from .settings import Settings, StagePlan
from .state import State

MAX_TITLE = 120


def first_event(
    *,
    owner: UUID,
    title: str,
    game: str,
    stages: Sequence[StagePlan],
    settings: Settings | None = None,
    ruleset: str = "",
    options: Mapping[str, Any] | None = None,
    cards: str = "",
    league: UUID | None = None,
) -> e.TournamentOpened:
    """The first event of a tournament, checked. Raises as ``open_tournament``."""
    chosen = card_lists.chosen(cards, player=owner, game=game)
    rules = game_with(game, chosen.cards if chosen else "")
    agreed = rules.ruleset(ruleset)
    agreed.only_offered(dict(options or {}))
    if settings is not None:
        settings.check_tables()
    check_stages(stages, agreed.seats)
    return e.TournamentOpened(
        titled(title),
        game,
        Setup(game, agreed.name, agreed.seats[0], dict(options or {})).ruleset,
        owner,
        settings or Settings(),
        tuple(stages),
        dict(options or {}),
        chosen.cards if chosen else "",
        chosen.list if chosen else None,
        chosen.number if chosen else 0,
        league,
    )


def check_stages(stages: Sequence[StagePlan], sizes: Sequence[int]) -> None:
    try:
        plans.check_stages(stages)
    except BadPlan as bad:
        raise BadRequest(bad.reason.code, **{**bad.reason.data, "field": bad.field}) from bad
    for stage in stages:
        plan = plans.read(stage.plan)
        if not set(range(plan.least, plan.seats + 1)) <= set(sizes):
            raise BadRequest("bad_number_of_seats", field="seats", seats=plan.seats, least=sizes[0], most=sizes[-1])


def check_club(club: str, by: UUID) -> None:
    """Only those who run a club may make a tournament the club's. Raises BadRequest."""
    if club and club not in {str(line.id) for line in clubs.run_by(by)}:
        raise BadRequest("not_your_club", field="club")


def titled(title: str) -> str:
    """Raises BadRequest."""
    title = " ".join(title.split())
    if not title or len(title) > MAX_TITLE or not title.isprintable():
        raise BadRequest("tournament_needs_title", field="title", most=MAX_TITLE)
    return title


def pinned(state: State) -> Chosen | None:
    """The own card list that the tournament was opened with."""
    return Chosen(state.card_list, state.card_list_version, state.cards) if state.card_list else None
