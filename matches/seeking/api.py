"""Looking for rated matches through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.urls import URLPattern, path
from django.utils import timezone
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from players.friends.services import note_presence
from web.api.endpoint import CHANGES, READS, Endpoint, operation
from web.decoding import Unsent, decoded
from web.encoding import Created

from . import challenge_queries, challenges, queries, services
from .challenge_queries import ChallengeShown
from .challenge_terms import AcceptChallenge, ChallengeCommand, ChallengePlayer, CounterOffer, DeclineChallenge
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


class Challenges(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @operation("list_challenges")
    def get(self, request: Request) -> list[ChallengeShown]:
        """Your challenges: those that wait for your answer first, then those that were answered lately."""
        note_presence(self.me)
        return challenge_queries.mine(self.me)

    @operation("challenge_player", (ChallengePlayer, Unsent))
    def post(self, request: Request) -> Created[ChallengeShown]:
        """Ask somebody for a match; only you two can see it."""
        command, _unsent = decoded(ChallengePlayer, Unsent, request.data)
        note_presence(self.me)
        row = challenges.challenge(command, by=self.me)
        return Created(challenge_queries.challenge(row.id, player=self.me))


class OneChallenge(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = READS

    @operation("get_challenge")
    def get(self, request: Request, challenge_id: UUID) -> ChallengeShown:
        """One of yours. In a live challenge whoever has not asked for four minutes counts as away."""
        shown = challenge_queries.challenge(challenge_id, player=self.me)
        note_presence(self.me)
        return shown


class Answering(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = CHANGES


def _answer(name: str, asked: type[ChallengeCommand]) -> type[Answering]:
    @operation(name, (asked, Unsent))
    def post(self: Answering, request: Request, challenge_id: UUID) -> ChallengeShown:
        command, _unsent = decoded(asked, Unsent, request.data)
        challenges.change(challenge_id, command, by=self.me)
        return challenge_queries.challenge(challenge_id, player=self.me)

    return type(name, (Answering,), {"post": post})


ANSWERS = (
    ("accept", "accept_challenge", AcceptChallenge),
    ("counter", "counter_challenge", CounterOffer),
    ("decline", "decline_challenge", DeclineChallenge),
)


def challenge_addresses(all_of_them: str) -> Sequence[URLPattern]:
    one = f"{all_of_them}<uuid:challenge_id>/"
    return [
        path(all_of_them, Challenges.as_view(), name="challenges"),
        path(one, OneChallenge.as_view(), name="challenge"),
        *[path(f"{one}{where}/", _answer(name, asked).as_view(), name=name) for where, name, asked in ANSWERS],
    ]


def addresses(seeks: str) -> Sequence[URLPattern]:
    return [
        path(f"{seeks}queues/", Queues.as_view(), name="queues"),
        path(seeks, Seeks.as_view(), name="seeks"),
        path(f"{seeks}<uuid:seek_id>/", Seek.as_view(), name="seek"),
        path(f"{seeks}<uuid:seek_id>/cancel/", Cancel.as_view(), name="cancel_seek"),
    ]
