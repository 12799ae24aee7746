"""The API for what goes on beside a match: talk, takebacks, the rematch, notes of one's own. The same services as the
pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal
from uuid import UUID

from django.urls import URLPattern, path
from msgspec import Meta
from rest_framework.request import Request

from players.friends import shunning
from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint, operation
from web.decoding import Unsent, decoded
from web.encoding import Created, component

from ..clocks import presence
from ..play import queries
from ..tables.services import TableChanged
from . import chat, own_notes, rematch, takebacks
from . import takeback_rules as t
from .chat import LineShown, Say
from .own_notes import WriteNote
from .phrases import phrases

OFTEN = {"POST": (*CHANGES["POST"], "429")}
TAKEBACKS = (
    ("ask", "ask_takeback", t.AskTakeback),
    ("agree", "agree_to_takeback", t.AgreeToTakeback),
    ("refuse", "refuse_takeback", t.RefuseTakeback),
    ("withdraw", "withdraw_takeback", t.WithdrawTakeback),
)
"""Where each is sent to, its operation's name, and the command."""


@component("Chat")
@dataclass(frozen=True, slots=True)
class Talk:
    """What has been said beside a match, as far as you may read it now."""

    lines: tuple[LineShown, ...]
    phrases: Annotated[Mapping[str, str], "Quick phrases by key, in your language: what `phrase` can be."]
    may_say: bool
    apart: Annotated[bool, "Players and spectators do not read the same now."]


@component("Said")
@dataclass(frozen=True, slots=True)
class Said:
    """The number of the line. Numbers grow; some are those of other news beside the match."""

    number: int


@dataclass(frozen=True, slots=True)
class AboutLine:
    """Do something about a line of the chat: report it to the host and staff, remove it (your own, or as the host),
    mute or block whoever said it, or silence them beside this match (as the host)."""

    line: Annotated[int, Meta(ge=1, le=2**63 - 1, description="Its `id`.")]
    what: Literal["report", "remove", "mute", "block", "silence"]


@component("NotesOfOnesOwn")
@dataclass(frozen=True, slots=True)
class Notes:
    """Your notes on events of a match, by the number of the event. Nobody else can read them."""

    notes: Mapping[str, str]


@component("TakebackAsked")
@dataclass(frozen=True, slots=True)
class TakebackAsked:
    """How the request stands: ``status`` is asked, refused, withdrawn or done."""

    seat: int
    to: Annotated[int, "The event after which the match would go on."]
    status: str
    agreed: Annotated[Sequence[int], "Seats that agree so far."]


class Chat(Endpoint):
    refusals = {**READS, **OFTEN}

    @operation("list_chat")
    def get(self, request: Request, match_id: UUID) -> Talk:
        """The last lines of each room that you may read: before the end players read the table's alone."""
        match = queries.match(match_id=match_id, player=self.player)
        if match.practice:
            return Talk((), {}, may_say=False, apart=False)
        presence.looked(match)
        found = chat.shown(match, self.player)
        return Talk(found.lines, phrases(), found.may_say, found.apart)

    @operation("say", (Say, Unsent))
    def post(self, request: Request, match_id: UUID) -> Created[Said]:
        command, _unsent = decoded(Say, Unsent, request.data)
        return Created(Said(chat.say(match_id, command, by=self.me)))


class Line(Endpoint):
    refusals = OFTEN

    @operation("about_chat_line", (AboutLine, Unsent))
    def post(self, request: Request, match_id: UUID) -> Talk:
        asked, _unsent = decoded(AboutLine, Unsent, request.data)
        match asked.what:
            case "report":
                chat.report(match_id, asked.line, by=self.me)
            case "remove":
                chat.remove(match_id, asked.line, by=self.me)
            case "silence":
                chat.silence(match_id, asked.line, by=self.me)
            case "mute" | "block":
                author = chat.author(match_id, asked.line, by=self.me)
                shunning.shun(by=self.me, other=author, blocked=asked.what == "block")
        found = chat.shown(queries.match(match_id=match_id, player=self.me), self.me)
        return Talk(found.lines, phrases(), found.may_say, found.apart)


class Rematch(Endpoint):
    refusals = OFTEN

    @operation("rematch", request=None)
    def post(self, request: Request, match_id: UUID) -> TableChanged:
        """Open the table of the rematch, or sit down there if somebody else has opened it. Once the match is over."""
        limits.OPENED_TABLES.take(str(self.me))
        return rematch.ask(match_id, by=self.me)


class OwnNotes(Endpoint):
    refusals = {**READS, **OFTEN}

    @operation("list_own_notes")
    def get(self, request: Request, match_id: UUID) -> Notes:
        """Your own notes on a match."""
        return self._notes(match_id)

    @operation("write_own_note", (WriteNote, Unsent))
    def post(self, request: Request, match_id: UUID) -> Notes:
        command, _unsent = decoded(WriteNote, Unsent, request.data)
        own_notes.write(match_id, command, by=self.me)
        return self._notes(match_id)

    def _notes(self, match_id: UUID) -> Notes:
        presence.looked(queries.match(match_id=match_id, player=self.player))
        found = own_notes.of(match_id, self.player) if self.player else {}
        return Notes({str(event): text for event, text in found.items()})


class Asking(Endpoint):
    refusals = OFTEN


def _takeback(name: str, asked: type[t.Command]) -> type[Asking]:
    @operation(name, (asked, Unsent))
    def post(self: Asking, request: Request, match_id: UUID) -> TakebackAsked:
        command, _unsent = decoded(asked, Unsent, request.data)
        done = takebacks.change(match_id, command, by=self.me)
        return TakebackAsked(done.seat, done.to, takebacks.status_of(match_id), sorted(done.agreed))

    return type(name, (Asking,), {"post": post})


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a match."""
    return [
        path(f"{one}chat/", Chat.as_view(), name="chat"),
        path(f"{one}chat/line/", Line.as_view(), name="about_chat_line"),
        path(f"{one}rematch/", Rematch.as_view(), name="rematch"),
        path(f"{one}notes/", OwnNotes.as_view(), name="own_notes"),
        *[
            path(f"{one}takeback/{where}/", _takeback(name, asked).as_view(), name=name)
            for where, name, asked in TAKEBACKS
        ],
    ]
