"""The planner through the API."""

from __future__ import annotations

from collections.abc import Sequence

from rest_framework.request import Request

from web import limits
from web.api.endpoint import Endpoint, operation, queried
from web.decoding import from_query

from . import options
from .options import Asked, Row


class Planner(Endpoint):
    refusals = {"GET": ("400", "401", "429", "503")}

    @operation("plan_evening", parameters=queried(Asked))
    def get(self, request: Request) -> Sequence[Row]:
        """What each format would need that evening, those that fit first; simulated, always with the same seeds."""
        asked = from_query(Asked, request.query_params)
        return options.options(asked, limits.asker(request, self.player))
