"""The API for positions: check one, keep it, practise from it; and the scenarios that ship with a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from elekt_core.contract import Outcome, SeatNo
from elekt_core.record.record import encode_meta_decision
from elekt_core.registry import get_game
from web import limits
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json, operation
from web.decoding import MAX_VERSION, VERBATIM, Sent, SentAs, SentOnce, Unsent, decoded
from web.encoding import BESIDE, Created
from web.errors import BadRequest

from ..cardlists import queries as card_lists
from ..play import practice
from ..play.shapes import AwaitingShown, MatchShown, RefusalShown
from ..tables import queries as table_queries
from ..tables.commands import MAX_SEATS, Bots, GameName, RulesetName
from ..tables.services import TableChanged
from . import analysis, queries, scenarios, services
from . import commands as c
from . import text as texts
from .models import KeptPosition
from .shapes import Analysis, Asked, Board, FlawShown, Kept
from .sources import scenario_of

MAX_OPTIONS = 1000

# --- what is sent -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFields:
    """A board given by its fields, or by a text."""

    game: GameName
    ruleset: Annotated[str, RulesetName] = ""
    seats: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None, Meta(description="The ruleset's fewest if left out.")
    ] = None
    options: Annotated[Mapping[str, Any], VERBATIM, Meta(description="The ruleset's own options.")] = field(
        default_factory=dict
    )
    cards: Annotated[
        str, SentAs(Annotated[str, Meta(min_length=1, max_length=60, description="The id of an own card list.")])
    ] = ""
    position: Annotated[Mapping[str, Any], VERBATIM, Meta(description="The position in words (docs/scenarios.md).")] = (
        field(default_factory=dict)
    )
    text: Annotated[
        Annotated[str, Meta(min_length=1, max_length=texts.MAX_TEXT)] | None,
        VERBATIM,
        Meta(description="Instead of all that: a scenario's text."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep(BoardFields):
    name: c.Name
    access: Annotated[KeptPosition.Access, c.Access] = KeptPosition.Access.OWNER


@dataclass(frozen=True, slots=True, kw_only=True)
class Practise(BoardFields):
    """A board; or a match whose moment is to be played on from."""

    game: Annotated[str, SentAs(GameName)] = ""
    bots: Annotated[Bots | None, Meta(description="Bots by seat.")] = None
    match: Annotated[UUID | None, Meta(description="Play on from this match: your practice, or one that is over.")] = (
        None
    )
    at: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_VERSION)] | None, Meta(description="After which event; now if left out.")
    ] = None


def read(asked: BoardFields, player: UUID) -> texts.TextRead:
    """The board that a request describes, by its fields or by a text. Raises UnknownGame, BadRequest, NotFound."""
    if not asked.game:
        raise BadRequest("bad_field", field="game")
    game = get_game(asked.game)
    chosen = card_lists.chosen(asked.cards, player=player, game=game.name)
    ruleset = game.ruleset(asked.ruleset)
    board = Board(
        game.name,
        ruleset.name,
        ruleset.seats[0] if asked.seats is None else asked.seats,
        asked.options,
        chosen.cards if chosen else "",
        chosen.list if chosen else None,
        asked.position,
    )
    return texts.TextRead(board) if asked.text is None else texts.read(asked.text, board, str(player))


def board_of(asked: BoardFields, player: UUID) -> Board:
    """The same. Raises BadRequest also if the text has flaws."""
    found = read(asked, player)
    if found.board is None:
        raise BadRequest("text_has_flaws", field="text", line=found.flaws[0].line, sentence=found.flaws[0].sentence)
    return found.board


# --- what comes out -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskedShown:
    question: AwaitingShown
    options: Annotated[
        Sequence[Mapping[str, Any]], "Every decision that is possible, as it would be sent; at most 1000."
    ]
    count: Annotated[int, "How many there are."]
    refusals: tuple[RefusalShown, ...]


@dataclass(frozen=True, slots=True)
class PositionChecked:
    """A position as the rules see it: what is wrong, or who may decide what, what not, and why."""

    ok: bool
    flaws: tuple[FlawShown, ...]
    board: Board | None
    view: Mapping[str, Any] | None = None
    asked: Sequence[AskedShown] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class PractiseOpened:
    match: UUID
    at: Annotated[int | None, "The event of the old match behind which it begins."]


def _opened(opened: TableChanged, at: int | None) -> PractiseOpened:
    assert opened.match is not None, "a practice table starts at once"
    return PractiseOpened(opened.match, at)


@dataclass(frozen=True, slots=True)
class ScenarioText:
    scenario: Annotated[scenarios.ScenarioShown, BESIDE]
    toml: Annotated[str, "The file itself."]


def _checked(found: Analysis, board: Board) -> PositionChecked:
    asked = [_asked(found, one) for one in found.asked]
    return PositionChecked(True, (), board, found.game.encode_state(found.view), asked, found.outcome)


def _asked(found: Analysis, one: Asked) -> AskedShown:
    options = found.game.options(found.view, SeatNo(one.question.seat))
    first = [encode_meta_decision(found.game, option) for option in options[:MAX_OPTIONS]]
    return AskedShown(one.question, first, one.count, one.refusals)


# --- endpoints ----------------------------------------------------------------------------------------------


class LongJson(BoundedJson):
    """The text of a position is as long as a whole request elsewhere."""

    longest = as_json(texts.MAX_TEXT)


class Check(Endpoint):
    refusals = CHANGES
    parser_classes = (LongJson,)

    @operation("check_position", (BoardFields, Unsent))
    def post(self, request: Request) -> PositionChecked:
        """What the rules say of a position: its flaws, or what everybody may decide there, what not, and why."""
        asked, _unsent = decoded(BoardFields, Unsent, request.data)
        told = read(asked, self.me)
        if told.board is None:
            return PositionChecked(False, told.flaws, None)
        found = analysis.analyse(told.board, str(self.me))
        return PositionChecked(False, found.flaws, told.board) if found.flaws else _checked(found, told.board)


class KeptOnes(Endpoint):
    refusals = {"GET": ("401",), **CHANGES}
    parser_classes = (LongJson,)

    @operation("list_positions")
    def get(self, request: Request) -> list[Kept]:
        """The positions that you keep."""
        return queries.positions_of(player=self.player) if self.player else []

    @operation("keep_position", (Keep, SentOnce))
    def post(self, request: Request) -> Created[Kept]:
        """Keep a position by name. It may have flaws: it can be finished another day."""
        asked, sent = decoded(Keep, SentOnce, request.data)
        command = c.KeepPosition(name=asked.name, board=board_of(asked, self.me), access=asked.access)
        done = services.keep(command, by=self.me, decision_id=sent.decision_id)
        return Created(queries.position(position_id=done.position, player=self.me))


class OneKept(Endpoint):
    refusals = {"GET": READS["GET"], "PATCH": CHANGES["POST"], "DELETE": CHANGES["POST"]}

    @operation("get_kept_position")
    def get(self, request: Request, position_id: UUID) -> Kept:
        """A position that you keep, or that somebody lets you look at."""
        return queries.position(position_id=position_id, player=self.player)

    @operation("change_kept_position", (c.ChangePosition, Sent))
    def patch(self, request: Request, position_id: UUID) -> Kept:
        """Rename it, share it, or let it stand for another position."""
        self._change(position_id, *decoded(c.ChangePosition, Sent, request.data))
        return queries.position(position_id=position_id, player=self.me)

    @operation("drop_kept_position", (c.DropPosition, Sent), responses={204: None})
    def delete(self, request: Request, position_id: UUID) -> Response:
        """Keep it no longer. A body is not needed."""
        self._change(position_id, *decoded(c.DropPosition, Sent, request.data))
        return Response(status=204)

    def _change(self, position_id: UUID, command: c.Command, sent: Sent) -> None:
        services.change(position_id, command, by=self.me, **sent.how)


class Practice(Endpoint):
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @operation("list_practice")
    def get(self, request: Request) -> list[MatchShown]:
        """What you play alone. Nobody else sees it."""
        return table_queries.practice_matches(player=self.player) if self.player else []

    @operation("practise", (Practise, SentOnce))
    def post(self, request: Request) -> Created[PractiseOpened]:
        """Begin a practice match: from a position, from the beginning, or from a moment of another match.

        You decide for every seat that is not a bot's, and look from any of them, or openly.
        """
        asked, sent = decoded(Practise, SentOnce, request.data)
        limits.OPENED_TABLES.take(str(self.me))
        if asked.match is not None:
            done = practice.play_on(
                match_id=asked.match, by=self.me, at=asked.at, bots=asked.bots, decision_id=sent.decision_id
            )
            return Created(_opened(done.opened, done.at))
        board = board_of(asked, self.me)
        opened = practice.play_board(host=self.me, board=board, bots=asked.bots, decision_id=sent.decision_id)
        return Created(_opened(opened, None))


class Scenarios(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation(
        "list_scenarios",
        parameters=[
            OpenApiParameter("rule", str, description="Only those that show this rule, or one of this chapter."),
            OpenApiParameter("card", str, description="Only those that show this card, by its id."),
            OpenApiParameter("q", str, description="Only those with all these words."),
        ],
    )
    def get(self, request: Request, game: str) -> list[scenarios.ScenarioShown]:
        """The scenarios that ship with the game."""
        asked = request.query_params
        return scenarios.shipped(game, rule=asked.get("rule", ""), card=asked.get("card", ""), query=asked.get("q", ""))


class OneScenario(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation("get_scenario")
    def get(self, request: Request, game: str, name: str) -> ScenarioText:
        """A scenario with its file."""
        scenario_of(get_game(game), name)
        shown, _played = scenarios.played(game, name)
        return ScenarioText(shown, get_game(game).scenario_files()[name])
