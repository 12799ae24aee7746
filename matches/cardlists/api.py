"""The API of card lists: the same commands and queries as the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from web import limits
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json, operation
from web.decoding import Sent, SentOnce, Unsent, decoded
from web.encoding import Created

from . import commands as c
from . import flaws, queries, services
from .decide import MAX_BYTES, checked
from .flaws import FlawShown
from .services import CardListChanged
from .shapes import CardListShown, CardListWithVersions, VersionWithText

FILE_TYPE = "application/toml"


class LongJson(BoundedJson):
    longest = as_json(MAX_BYTES)


class Lists(Endpoint):
    refusals = {"GET": ("401", "404"), **CHANGES}
    parser_classes = (LongJson,)

    @operation("list_card_lists", parameters=[OpenApiParameter("game", str, description="Only lists of this game.")])
    def get(self, request: Request) -> list[CardListShown]:
        """Your own card lists, the retired ones too, then those that everyone may use."""
        game = request.query_params.get("game", "")
        if game:
            get_game(game)
        mine = [] if self.player is None else queries.lists_of(player=self.player)
        found = [shown for shown in mine if game in ("", shown.game)]
        return [*found, *queries.offered(player=self.player, game=game)]

    @operation("open_card_list", (c.OpenCardList, SentOnce))
    def post(self, request: Request) -> Created[CardListChanged]:
        """A new list with its first version. A file with flaws is refused: `data.flaws` are all of them, by line."""
        command, sent = decoded(c.OpenCardList, SentOnce, request.data)
        limits.CARD_LISTS.take(str(self.me))
        return Created(services.open_list(command, by=self.me, decision_id=sent.decision_id))


@dataclass(frozen=True, slots=True)
class CheckFile:
    game: c.GameName
    text: c.File


@dataclass(frozen=True, slots=True)
class CardFileChecked:
    ok: bool
    cards: Annotated[str, "The hash it would have."]
    flaws: tuple[FlawShown, ...]


class Check(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "429")}
    parser_classes = (LongJson,)

    @operation("check_card_file", (CheckFile, Unsent))
    def post(self, request: Request) -> CardFileChecked:
        """What is wrong in a card file, all of it, by line. Nothing is kept."""
        asked, _unsent = decoded(CheckFile, Unsent, request.data)
        get_game(asked.game)
        limits.CARD_LISTS.take(str(self.me))
        try:
            _text, cards = checked(asked.game, asked.text)
        except BadCards as bad:
            return CardFileChecked(False, "", flaws.shown(bad, asked.text))
        return CardFileChecked(True, cards, ())


class OneList(Endpoint):
    refusals = {**READS, "PATCH": CHANGES["POST"]}

    @operation("get_card_list")
    def get(self, request: Request, list_id: UUID) -> CardListWithVersions:
        return queries.with_versions(list_id=list_id, player=self.player)

    @operation("change_card_list", (c.ChangeCardList, Sent))
    def patch(self, request: Request, list_id: UUID) -> CardListWithVersions:
        """Rename your list, say who may use it, retire it or offer it again."""
        command, sent = decoded(c.ChangeCardList, Sent, request.data)
        services.change(list_id, command, by=self.me, **sent.how)
        return queries.with_versions(list_id=list_id, player=self.player)


class Versions(Endpoint):
    refusals = CHANGES
    parser_classes = (LongJson,)

    @operation("add_card_list_version", (c.AddVersion, Sent))
    def post(self, request: Request, list_id: UUID) -> Created[CardListChanged]:
        """A further version of your list, which new tables get. Flaws are told as when a list is opened."""
        command, sent = decoded(c.AddVersion, Sent, request.data)
        limits.CARD_LISTS.take(str(self.me))
        done = services.change(list_id, command, by=self.me, **sent.how)
        return Created(done)


class OneVersion(Endpoint):
    refusals = READS

    @operation("get_card_list_version")
    def get(self, request: Request, list_id: UUID, number: int) -> VersionWithText:
        """A version with its file."""
        return queries.with_text(list_id=list_id, number=number, player=self.player)


class BuiltInFile(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation("get_built_in_cards", responses={(200, FILE_TYPE): OpenApiTypes.STR})
    def get(self, request: Request, game: str) -> HttpResponse:
        """The game's own card file, to begin a list with; empty for a game without one."""
        return HttpResponse(get_game(game).built_in_cards(), content_type=f"{FILE_TYPE}; charset=utf-8")
