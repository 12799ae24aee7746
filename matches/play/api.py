"""The REST API: the same services and queries as the pages, for a person's own programs.

Each endpoint parses, calls one service or query, and renders. Refusals are answered in one place (``web.api.problem``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from msgspec import Meta
from rest_framework.request import Request

from elekt_core.contract import Game as Rules
from elekt_core.contract import Outcome
from elekt_core.record.record import encode_meta_decision
from elekt_core.record.text import format_record
from elekt_core.record.verify import Check
from elekt_core.registry import bots_of, game_names, get_game
from elekt_core.ruleset import Ruleset
from web import languages, limits
from web.api.endpoint import CHANGES, READS, SEES, Endpoint, number, operation, truth
from web.decoding import MAX_VERSION, VERBATIM, SentOnce, Unsent, decoded
from web.encoding import Created, component
from web.errors import BadRequest
from web.languages import LANGUAGES
from web.live.admission import Listener

from ..clocks import presence
from ..clocks.lag import MAX_THOUGHT
from ..clocks.shown import ClocksShown
from ..games import game_of
from ..tables import queries as table_queries
from ..tables.commands import Bots, SeatNumber
from ..watching import live as watching
from . import branches, live, queries, services, shapes, verification
from .branches import Branched, BranchShown
from .redaction import Perspective, parse_perspective, text_of
from .services import Decided
from .shapes import AwaitingShown, EventShown, MatchShown, RefusalShown

EVENTS_AT_ONCE = 1000
RECORD_TYPE, TEXT_TYPE = "application/x-ndjson", "text/plain"

_perspective = OpenApiParameter(
    "perspective", str, description="A seat's number, `spectator`, or `open` (after the end)."
)
_after = OpenApiParameter("after", int, description="The number of the last event you have.")


# --- what is sent, and what comes out beside the shapes of queries -------------------------------------------


component("Result")(Outcome)


@component("Option")
@dataclass(frozen=True, slots=True)
class OptionShown:
    name: str
    title: str
    values: Annotated[Any, "A list of numbers or words."]
    default: Annotated[Any, "A value, or a list of them where `pick` is more than 1."]
    pick: Annotated[int, "How many different values; more than 1: send a list."]


@component("Ruleset")
@dataclass(frozen=True, slots=True)
class RulesetShown:
    name: str
    title: str
    about: str
    seats: Annotated[Sequence[int], "Possible numbers of seats."]
    options: list[OptionShown]
    automata: Annotated[Sequence[str], "Sides that the rules play themselves."]


@component("Game")
@dataclass(frozen=True, slots=True)
class GameShown:
    name: str
    rulesets: Annotated[list[RulesetShown], "The first one is the default."]
    bots: list[str]


@dataclass(frozen=True, slots=True)
class PositionShown:
    """A match at one moment, as you may see it."""

    match: MatchShown
    perspective: str
    at: Annotated[int, "The number of the last event that has happened here."]
    version: Annotated[int, "The number of the match's last event: the expected_version."]
    view: Mapping[str, Any]
    awaiting: tuple[AwaitingShown, ...]
    options: Sequence[Mapping[str, Any]]
    refusals: tuple[RefusalShown, ...]
    outcome: Outcome | None
    clocks: Annotated[ClocksShown | None, "null where the table has no time control."]


def shown(position: shapes.Position) -> PositionShown:
    game = position.game
    return PositionShown(
        match=position.match,
        perspective=text_of(position.perspective),
        at=position.at,
        version=position.version,
        view=game.encode_state(position.view),
        awaiting=position.awaiting,
        options=[encode_meta_decision(game, option) for option in position.options],
        refusals=position.refusals,
        outcome=position.outcome,
        clocks=position.clocks,
    )


@component("Verification")
@dataclass(frozen=True, slots=True)
class VerificationShown:
    ok: bool
    events: int
    head: Annotated[str, "The last event's hash. Whoever has the same one has the same record."]
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """How a decision is sent. Version and id say what it was decided on, and make it repeatable."""

    seat: SeatNumber
    decision: Annotated[
        Mapping[str, Any],
        VERBATIM,
        Meta(description='As the options give it, ``{"kind": ...}``. ``{"kind": "concede"}`` is possible at any time.'),
    ]
    expected_version: Annotated[
        int, Meta(ge=1, le=MAX_VERSION, description="The version of the position that was decided on.")
    ]
    decision_id: Annotated[UUID, Meta(description="Yours: sent twice with the same id, it counts once.")]
    thought: Annotated[
        int | None,
        Meta(
            ge=0,
            le=MAX_THOUGHT,
            description="Milliseconds for which you have seen the question: what the network took is "
            "given back to your clock, 500 ms at most.",
        ),
    ] = None


# --- endpoints ----------------------------------------------------------------------------------------------


class Games(Endpoint):
    @operation("list_games")
    def get(self, request: Request) -> list[GameShown]:
        """The installed games, their rulesets and bots."""
        games = [get_game(name) for name in game_names()]
        return [GameShown(g.name, [_ruleset(g, r) for r in g.current], sorted(bots_of(g))) for g in games]


def _ruleset(rules: Rules[Any], ruleset: Ruleset) -> RulesetShown:
    words = rules.words(languages.current(), ())
    return RulesetShown(
        name=ruleset.name,
        title=words.ruleset(ruleset.name),
        about=words.introduction(ruleset.name),
        seats=list(ruleset.seats),
        options=[
            OptionShown(option.name, words.option(option.name), option.values, option.default, option.pick)
            for option in ruleset.offered
        ],
        automata=ruleset.automata,
    )


class Matches(Endpoint):
    refusals = {"GET": ("400", "401")}

    @operation(
        "list_matches",
        parameters=[
            OpenApiParameter("mine", bool, description="Only those in which you have a seat."),
            OpenApiParameter("over", bool, description="Only finished ones, or only running ones."),
        ],
    )
    def get(self, request: Request) -> list[MatchShown]:
        """The latest matches."""
        mine, over = truth(request, "mine"), truth(request, "over")
        if mine:
            return table_queries.matches_of(player=self.player, over=over) if self.player else []
        return table_queries.matches(player=self.player, over=over)


class MatchEndpoint(Endpoint):
    refusals = SEES

    def match(self, match_id: UUID) -> MatchShown:
        shown = queries.match(match_id=match_id, player=self.player)
        presence.looked(shown)
        return shown

    def perspective(self, match_id: UUID) -> Perspective | None:
        text = self.request.query_params.get("perspective", "")
        return parse_perspective(text, len(self.match(match_id).seats)) if text else None


class Match(MatchEndpoint):
    refusals = READS

    @operation("get_match")
    def get(self, request: Request, match_id: UUID) -> MatchShown:
        return self.match(match_id)


class Position(MatchEndpoint):
    @operation(
        "get_position",
        parameters=[
            _perspective,
            OpenApiParameter("at", int, description="After which event; the last one if left out."),
        ],
    )
    def get(self, request: Request, match_id: UUID) -> PositionShown:
        """What you may see, what is awaited of whom, what you may decide, and what you may not and why."""
        seen_from, at = self.perspective(match_id), number(request, "at")
        position = queries.position(match_id=match_id, player=self.player, perspective=seen_from, at=at)
        presence.looked(position.match)
        return shown(position)


class Decisions(Endpoint):
    refusals = {"POST": (*CHANGES["POST"], "422")}

    @operation("decide", (Decide, Unsent))
    def post(self, request: Request, match_id: UUID) -> Created[Decided]:
        """Decide for your seat."""
        try:
            asked, _unsent = decoded(Decide, Unsent, request.data)
            done = services.decide(
                match_id=match_id,
                seat=asked.seat,
                decision=asked.decision,
                expected_version=asked.expected_version,
                decision_id=asked.decision_id,
                actor=services.player_actor(self.me),
                thought=asked.thought,
            )
        except Exception:  # who has a seat may look on; whoever may not know of the match is told no more than that
            queries.match(match_id=match_id, player=self.me)
            raise
        return Created(done)


class Events(MatchEndpoint):
    @operation(
        "list_events",
        parameters=[_perspective, _after, OpenApiParameter("limit", int, description=f"At most {EVENTS_AT_ONCE}.")],
    )
    def get(self, request: Request, match_id: UUID) -> Sequence[EventShown]:
        """What has happened, as you may know it."""
        match = self.match(match_id)
        return queries.events(
            match_id=match.id,
            player=self.player,
            perspective=self.perspective(match_id),
            after=number(request, "after") or 0,
            limit=min(number(request, "limit") or EVENTS_AT_ONCE, EVENTS_AT_ONCE),
        )


class Stream(MatchEndpoint):
    @operation(
        "stream_events",
        parameters=[_after],
        responses={307: OpenApiResponse(description="Where the stream is: `Location`, valid for a day.")},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The same events as they happen, as server-sent events: `id` is the event's number, `event` its kind.

        Follow the redirect. After a lost connection come back with `after` or with the header `Last-Event-ID`.
        The stream ends with `access_ended` when your token is revoked or you may no longer look on.
        """
        listener = Listener(self.player, token=getattr(request.auth, "pk", None))
        shown = self.match(match_id)
        game_of(shown)
        after = number(request, "after") or 0
        if shown.late:
            address = watching.address(shown, "spectator", after, listener, "json")
        else:
            address = live.facts_url(shown, after, listener)
        return HttpResponse(status=307, headers={"Location": address, "Cache-Control": "no-store"})


class Record(MatchEndpoint):
    @operation(
        "get_record",
        parameters=[_perspective],
        responses={(200, RECORD_TYPE): OpenApiTypes.STR},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The record as text (see the notation). Before the end it holds what your seat may know."""
        match = self.match(match_id)
        record = verification.record(match_id=match.id, player=self.player, perspective=self.perspective(match_id))
        return HttpResponse(
            format_record(record),
            content_type=f"{RECORD_TYPE}; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{match_id}.jsonl"', "Cache-Control": "no-store"},
        )


class ShortRecord(MatchEndpoint):
    refusals = {"GET": ("400", "401", "404", "409", "503")}

    @operation(
        "get_short_record",
        parameters=[OpenApiParameter("language", str, enum=LANGUAGES, description="By default of Accept-Language.")],
        responses={(200, TEXT_TYPE): OpenApiTypes.STR},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """A finished match in short notation, as far as it is known: `import_records` takes it."""
        language = request.query_params.get("language", languages.current())
        if language not in LANGUAGES:
            raise BadRequest("bad_field", field="language")
        asker = limits.asker(request, self.player)
        text = verification.in_short_notation(match_id=match_id, player=self.player, language=language, asker=asker)
        return HttpResponse(
            text,
            content_type=f"{TEXT_TYPE}; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{match_id}.txt"', "Cache-Control": "no-store"},
        )


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Where a new match goes on from this one, and who plays it."""

    at: Annotated[int, Meta(ge=1, le=MAX_VERSION, description="After which event of this match.")]
    seat: Annotated[SeatNumber, Meta(description="Yours.")]
    bots: Annotated[Bots | None, Meta(description="By seat; the other seats are free for whoever has the link.")] = None
    seen_by: Annotated[
        SeatNumber | None,
        Meta(description="What this seat did not know is dealt anew; null: every card lies where it was."),
    ] = None


class Branches(MatchEndpoint):
    refusals = {"GET": READS["GET"], "POST": (*CHANGES["POST"], "429")}

    @operation("list_branches")
    def get(self, request: Request, match_id: UUID) -> tuple[BranchShown, ...]:
        """Your matches that go on from this one."""
        return branches.branches_of(self.match(match_id), self.player)

    @operation("play_on", (PlayOn, SentOnce))
    def post(self, request: Request, match_id: UUID) -> Created[Branched]:
        """Open a table that goes on from a moment of a match that is over. It never counts.

        Where that position cannot be described in words, it goes on from the last one before it that can (`at`).
        """
        queries.match(match_id=match_id, player=self.me)
        asked, sent = decoded(PlayOn, SentOnce, request.data)
        limits.OPENED_TABLES.take(str(self.me))
        done = branches.play_on(
            match_id=match_id,
            at=asked.at,
            by=self.me,
            seat=asked.seat,
            seen_by=asked.seen_by,
            bots=asked.bots or {},
            decision_id=sent.decision_id,
        )
        return Created(done)


class Verification(MatchEndpoint):
    refusals = {"GET": ("401", "404", "409")}

    @operation("verify_match")
    def get(self, request: Request, match_id: UUID) -> VerificationShown:
        """Whether the finished match's record proves what it claims."""
        asker = limits.asker(request, self.player)
        result = verification.of_finished(match_id=match_id, player=self.player, asker=asker)
        return VerificationShown(result.ok, result.events, result.head, result.checks)
