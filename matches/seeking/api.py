"""Looking for rated matches through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.urls import URLPattern, path
from django.utils import timezone
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web.api.endpoint import CHANGES, READS, Endpoint, operation
from web.decoding import Unsent, decoded
from web.encoding import Created

from . import queries, services
from .queries import QueueShown, SeekShown
from .terms import CancelSeek, SeekMatch


class Queues(Endpoint):
    refusals = {"GET": ("401",)}

    @operation("list_queues")
    def get(self, request: Request) -> list[QueueShown]:
        """Where people wait for rated matches, and how many; nobody is told who."""
        return list(queries.queues())


class Seeks(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @operation("list_own_seeks")
    def get(self, request: Request) -> list[SeekShown]:
        """Where you wait."""
        return queries.mine(self.me)

    @operation("seek_match", (SeekMatch, Unsent))
    def post(self, request: Request) -> Created[SeekShown]:
        """Wait for a rated match, or go on waiting; you may be seated at once."""
        command, _unsent = decoded(SeekMatch, Unsent, request.data)
        row = services.seek(command, by=self.me)
        return Created(queries.shown(row, timezone.now()))


class Seek(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = READS

    @operation("get_seek")
    def get(self, request: Request, seek_id: UUID) -> SeekShown:
        """How it stands. In a live queue ask at least every 20 seconds: whoever has not been heard of for 30 is
        dropped."""
        shown = queries.seek(seek_id, player=self.me)
        services.is_there([seek_id])
        return shown


class Cancel(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = CHANGES

    @operation("cancel_seek", (CancelSeek, Unsent))
    def post(self, request: Request, seek_id: UUID) -> SeekShown:
        decoded(CancelSeek, Unsent, request.data)
        return queries.shown(services.leave(seek_id, by=self.me), timezone.now())


def addresses(seeks: str) -> Sequence[URLPattern]:
    return [
        path(f"{seeks}queues/", Queues.as_view(), name="queues"),
        path(seeks, Seeks.as_view(), name="seeks"),
        path(f"{seeks}<uuid:seek_id>/", Seek.as_view(), name="seek"),
        path(f"{seeks}<uuid:seek_id>/cancel/", Cancel.as_view(), name="cancel_seek"),
    ]
