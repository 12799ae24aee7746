"""The API for one's notices: the same commands and query as the page."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import URLPattern, path
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web.api.endpoint import CHANGES, Endpoint, operation
from web.decoding import Unsent, decoded

from . import commands as c
from . import queries, services
from .queries import NoticesShown

OF_NOTICES = (
    ("choose", "choose_notices", c.ChooseNotices),
    ("devices", "add_device", c.AddDevice),
    ("devices/remove", "remove_device", c.RemoveDevice),
)
"""Where each is sent to, its operation's name, and the command. An address is entered on the page alone: whoever has it
can choose a new password, and a program's token is no password."""


class Notices(Endpoint):
    permission_classes = (IsAuthenticated,)

    @operation("get_notices")
    def get(self, request: Request) -> NoticesShown:
        """Which notices you get, by which channels, at which address and devices."""
        return queries.notices(self.me)


class Changing(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429")}


def _view(name: str, asked: type[c.Command]) -> type[Changing]:
    @operation(name, (asked, Unsent))
    def post(self: Changing, request: Request) -> NoticesShown:
        command, _unsent = decoded(asked, Unsent, request.data)
        services.change(command, by=self.me)
        return queries.notices(self.me)

    return type(name, (Changing,), {"post": post})


def addresses(notices: str) -> Sequence[URLPattern]:
    return [
        path(notices, Notices.as_view(), name="notices"),
        *[path(f"{notices}{where}/", _view(name, asked).as_view(), name=name) for where, name, asked in OF_NOTICES],
    ]
