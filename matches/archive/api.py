"""The archive through the API: the same queries as the pages."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

from web import limits
from web.api.endpoint import Endpoint, operation, queried
from web.decoding import from_query

from . import exports, queries
from .queries import Page, Wanted


class Archive(Endpoint):
    refusals = {"GET": ("400", "401", "429")}

    @operation("search_archive", parameters=queried(Wanted))
    def get(self, request: Request) -> Page:
        """Finished games by player, event, game, ruleset, card, seat, result, length and day, the latest first; with
        a card its statistics, with two players theirs."""
        limits.ARCHIVE_SEARCHES.take(limits.address(request._request))
        return queries.search(from_query(Wanted, request.query_params), player=self.player)


class Export(Endpoint):
    refusals = {"GET": ("400", "401", "429", "503")}

    @operation(
        "export_archive",
        parameters=queried(Wanted),
        responses={(200, exports.TYPE): OpenApiResponse(OpenApiTypes.STR, "Records, one after another.")},
    )
    def get(self, request: Request) -> HttpResponse:
        """The open records of the games that are found, as one text that is sent as it is made: at most 5,000 games.
        The header `Link` (`rel="next"`) has the address of the rest, where there is one."""
        asked = request.query_params.copy()
        asked.pop(exports.LEFT, None)
        return exports.part(request._request, from_query(Wanted, asked), player=self.player)
