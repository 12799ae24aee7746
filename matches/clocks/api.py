"""The API for time: the same commands as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request

from web.api.endpoint import CHANGES, Endpoint, operation
from web.decoding import Unsent, decoded

from . import asking, services
from .services import Asked

OF_MATCHES = (
    ("pause", "pause_clocks", asking.Pause),
    ("refuse-pause", "refuse_pause", asking.RefusePause),
    ("resume", "resume_clocks", asking.Resume),
    ("call-bot", "call_bot", asking.CallBot),
    ("end-without", "end_without", asking.EndWithout),
    ("end-unrated", "end_unrated", asking.EndUnrated),
    ("take-back-seat", "take_seat_back", asking.TakeSeatBack),
    ("withdraw", "withdraw_wishes", asking.Withdraw),
)
"""Where each is sent to, its operation's name, and the command."""


class Asking(Endpoint):
    refusals = CHANGES


def _view(name: str, asked: type[asking.Command]) -> type[Asking]:
    @operation(name, (asked, Unsent))
    def post(self: Asking, request: Request, match_id: UUID) -> Asked:
        command, _unsent = decoded(asked, Unsent, request.data)
        return services.ask(match_id, command, by=self.me)

    return type(name, (Asking,), {"post": post})


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a match."""
    return [path(f"{one}{where}/", _view(name, asked).as_view(), name=name) for where, name, asked in OF_MATCHES]
