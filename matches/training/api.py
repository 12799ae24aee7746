"""Training for programs: exercises as the pages show them, and answers that count as those of the pages do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web.api.endpoint import CHANGES, Endpoint, number, operation, queried
from web.decoding import VERBATIM, Unsent, decoded, from_query
from web.errors import NotFound

from . import queries, services
from .shapes import Asked, Explained, Listed, Progress, Wanted


@dataclass(frozen=True, slots=True)
class AnswerExercise:
    """Answer an exercise. Only your first answer counts; who has answered gets the answer that stands."""

    decision: Annotated[
        Mapping[str, Any] | None, VERBATIM, Meta(description="As the options give it; null gives up, which is a miss.")
    ]


class Exercises(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @operation("list_exercises", parameters=[*queried(Wanted), OpenApiParameter("page", int, description="From 1.")])
    def get(self, request: Request) -> Listed:
        """Exercises page by page, the easiest first."""
        query = request.query_params.copy()
        page = number(request, "page")
        query.pop("page", None)
        return queries.listed(player=self.player, wanted=from_query(Wanted, query), page=1 if page is None else page)


class Daily(Endpoint):
    refusals = {"GET": ("401", "404", "503")}

    @operation("get_daily_exercise")
    def get(self, request: Request) -> Asked:
        """The exercise of the day, the same for everybody from midnight to midnight UTC."""
        found = queries.daily()
        if found is None:
            raise NotFound("unknown_exercise")
        return queries.asked(exercise_id=found.id, player=self.player)


class Mine(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("401",)}

    @operation("get_training")
    def get(self, request: Request) -> Progress:
        """How you stand in training. Nobody else sees it."""
        return queries.progress(self.me)


class OneExercise(Endpoint):
    refusals = {"GET": ("401", "404", "409", "503")}

    @operation("get_exercise")
    def get(self, request: Request, exercise_id: UUID) -> Asked:
        """What the seat to move sees and may choose; once you have answered, what is best."""
        return queries.asked(exercise_id=exercise_id, player=self.player)


class AnswerOne(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429")}

    @operation("answer_exercise", (AnswerExercise, Unsent))
    def post(self, request: Request, exercise_id: UUID) -> Explained:
        """Answer an exercise, and be told what is best. Only your first answer counts for the training rating."""
        command, _ = decoded(AnswerExercise, Unsent, request.data)
        services.answer(exercise_id=exercise_id, decision=command.decision, by=self.me)
        return queries.explanation(exercise_id=exercise_id, player=self.me)
