"""The API for planned evenings: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.urls import URLPattern
from msgspec import Meta
from rest_framework.request import Request

from web import limits
from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import CHANGES, SEES, Endpoint, operation, queried
from web.decoding import SentOnce, decoded, from_query
from web.encoding import Created
from web.request import MAX_PAGES

from . import commands as c
from . import queries, services
from .services import Changed


@dataclass(frozen=True, slots=True)
class Asked:
    page: Annotated[int, Meta(ge=1, le=MAX_PAGES, description="Of several pages.")] = 1


@dataclass(frozen=True, slots=True)
class Planned:
    """Plan an evening of the club. Board only."""

    starts: datetime
    limit: c.Limit = 0


OF_EVENINGS = (
    Change("answer/", "answer_evening", c.AnswerEvening),
    Change("limit/", "limit_evening", c.LimitEvening),
    Change("call-off/", "call_off_evening", c.CallOff),
)


def _changed(evening: UUID, command: Any, *, by: UUID, **how: Any) -> Changed:
    if isinstance(command, c.AnswerEvening):
        limits.EVENING_ANSWERS.take(str(by))
    return services.change(evening, command, by=by, **how)


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of an evening."""
    return changes.addresses(one, Of("evening_id", _changed, Changed), OF_EVENINGS)


class Evenings(Endpoint):
    refusals = {**SEES, "POST": (*CHANGES["POST"], "429")}

    @operation("list_evenings", parameters=queried(Asked))
    def get(self, request: Request, club_id: UUID) -> queries.EveningsShown:
        """The club's evenings to come, and who comes. Members only."""
        asked = from_query(Asked, request.query_params)
        return queries.evenings(club=club_id, player=self.player, page=asked.page)

    @operation("plan_club_evening", (Planned, SentOnce))
    def post(self, request: Request, club_id: UUID) -> Created[Changed]:
        """Plan an evening of the club. Board only."""
        planned, sent = decoded(Planned, SentOnce, request.data)
        command = c.PlanEvening(club_id, planned.starts, planned.limit)
        return Created(services.plan(command, by=self.me, decision_id=sent.decision_id))
