"""The API for reviews."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from rest_framework.request import Request

from web.api.endpoint import CHANGES, READS, Endpoint, operation
from web.decoding import Unsent, decoded
from web.encoding import Created

from ..play import queries as play
from . import queries, services
from .queries import ReviewShown


@dataclass(frozen=True, slots=True)
class AskForReview:
    """Ask for a review; it is made once, so asking again does nothing."""


class MatchReview(Endpoint):
    refusals = {"GET": (*READS["GET"], "403"), "POST": CHANGES["POST"]}

    @operation("get_review")
    def get(self, request: Request, match_id: UUID) -> ReviewShown:
        """A match's review: how far it is, or what it says."""
        return queries.review_of(play.match(match_id=match_id, player=self.player))

    @operation("ask_for_review", (AskForReview, Unsent))
    def post(self, request: Request, match_id: UUID) -> Created[ReviewShown]:
        """Ask for the review of a match that you have played and that is over. It is made once, whoever asks."""
        play.match(match_id=match_id, player=self.me)
        decoded(AskForReview, Unsent, request.data)
        services.ask(match_id=match_id, by=self.me)
        return Created(queries.review_of(play.match(match_id=match_id, player=self.me)))
