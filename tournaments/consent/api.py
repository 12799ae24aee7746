"""Open objections, for programs."""

from __future__ import annotations

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web.api.endpoint import READS, Endpoint, operation

from . import queries


class OpenObjections(Endpoint):
    refusals = {"GET": READS["GET"]}
    permission_classes = (IsAuthenticated,)

    @operation("list_objections")
    def get(self, request: Request) -> list[queries.OpenObjection]:
        """Open objections to typed results: yours, and those on which you may rule."""
        return queries.open_objections(self.me)
