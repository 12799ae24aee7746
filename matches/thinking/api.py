"""The API for hints while learning (``hints``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from web.api.endpoint import CHANGES, SEES, Endpoint, operation
from web.decoding import Unsent, decoded
from web.encoding import Created, component

from .. import after_commit
from ..play import queries
from ..play.redaction import parse_perspective
from ..play.shapes import Position
from . import hints

_perspective = OpenApiParameter(
    "perspective", str, description="Which of your seats asks, in practice; your own seat if left out."
)


@dataclass(frozen=True, slots=True)
class AskForHint:
    """Ask for a hint at the question that is yours now; asking again does nothing."""


@component("Hint")
@dataclass(frozen=True, slots=True)
class HintTold:
    """What a bot would do at your question, and why, from what your seat sees."""

    state: Annotated[
        str, "`none` where none can be had; `offered` before you ask; `waiting`; `there`; `failed`: there is none."
    ]
    at: Annotated[int, "The number of the last event: the hint is for the question after it."]
    bot: Annotated[str, "Whose hints they are."]
    decision: Annotated[Mapping[str, Any] | None, "What it would choose, as the options give it."] = None
    choice: Annotated[str, "The same in words."] = ""
    chance: Annotated[int | None, "Its guess at your chances to win, in percent."] = None
    gain: Annotated[str, "In points of winning chances, above `other`; empty where that is about as good."] = ""
    other: Annotated[str, "The next best choice, in words."] = ""
    reasons: Annotated[tuple[str, ...], "What makes the difference."] = ()


class MatchHint(Endpoint):
    refusals = {"GET": SEES["GET"], "POST": (*CHANGES["POST"], "429")}

    @operation("get_hint", parameters=[_perspective])
    def get(self, request: Request, match_id: UUID) -> HintTold:
        """The hint at your question, as far as it is thought; look again after a second while it is `waiting`."""
        return _told(self._position(match_id, self.player))

    @operation("ask_for_hint", (AskForHint, Unsent), parameters=[_perspective])
    def post(self, request: Request, match_id: UUID) -> Created[HintTold]:
        """Ask for a hint at your question: only in unrated matches of yours against bots alone."""
        position = self._position(match_id, self.me)
        decoded(AskForHint, Unsent, request.data)
        hints.ask(position, by=self.me)
        after_commit.send("matches.tasks.think")
        return Created(_told(position))

    def _position(self, match_id: UUID, player: UUID | None) -> Position:
        text = self.request.query_params.get("perspective", "")
        match = queries.match(match_id=match_id, player=player)
        seen_from = parse_perspective(text, len(match.seats)) if text else None
        return queries.position(match_id=match_id, player=player, perspective=seen_from)


def _told(position: Position) -> HintTold:
    found, bot = hints.shown(position), hints.who()
    if found is None or found.state != "there":
        return HintTold("none" if found is None else found.state, position.at, bot)
    return HintTold(
        state=found.state,
        at=position.at,
        bot=bot,
        decision=found.decision,
        choice=found.choice,
        chance=found.chance,
        gain=found.gain,
        other=found.other,
        reasons=found.reasons,
    )
