"""The API for friends: the same commands and queries as the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from django.urls import URLPattern, path
from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web.api.endpoint import CHANGES, Endpoint, operation, queried
from web.decoding import Unsent, decoded, from_query
from web.request import MAX_PAGES

from . import commands as c
from . import queries, services
from .queries import FriendsShown, RequestsShown

OF_FRIENDS = (
    ("ask", "ask_to_be_friends", c.AskToBeFriends),
    ("accept", "accept_friend", c.AcceptFriend),
    ("end", "end_friendship", c.EndFriendship),
    ("refuse_all", "refuse_all_friend_requests", c.RefuseAllRequests),
    ("mute", "mute_player", c.MutePlayer),
    ("block", "block_player", c.BlockPlayer),
    ("pardon", "pardon_player", c.PardonPlayer),
    ("presence", "show_presence", c.ShowPresence),
)
"""Where each is sent to, its operation's name, and the command."""


class Friends(Endpoint):
    permission_classes = (IsAuthenticated,)

    @operation("list_friends")
    def get(self, request: Request) -> FriendsShown:
        """Your friends, who asks you, whom you have asked, and whom you have muted or blocked."""
        return queries.friends(self.me)


@dataclass(frozen=True, slots=True)
class Page:
    page: Annotated[int, Meta(ge=1, le=MAX_PAGES, description="From 1, which has the latest requests.")] = 1


class Requests(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("400", "401")}

    @operation("list_friend_requests", parameters=queried(Page))
    def get(self, request: Request) -> RequestsShown:
        """All who want to be friends with you, the latest first, page by page."""
        return queries.requests(self.me, from_query(Page, request.query_params).page)


class Changing(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429")}


def _view(name: str, asked: type[c.Command]) -> type[Changing]:
    @operation(name, (asked, Unsent))
    def post(self: Changing, request: Request) -> FriendsShown:
        command, _unsent = decoded(asked, Unsent, request.data)
        services.change(command, by=self.me)
        return queries.friends(self.me)

    return type(name, (Changing,), {"post": post})


def addresses(friends: str) -> Sequence[URLPattern]:
    return [
        path(friends, Friends.as_view(), name="friends"),
        path(f"{friends}requests/", Requests.as_view(), name="friend_requests"),
        *[path(f"{friends}{where}/", _view(name, asked).as_view(), name=name) for where, name, asked in OF_FRIENDS],
    ]
