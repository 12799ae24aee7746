"""Every change of a tournament through the API: one view, which decodes a command, and a table of what can be sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.endpoint import CHANGES, Endpoint
from web.costly import DIRECTING
from web.decoding import Sent, decoded, schema

from . import api_bodies as bodies
from . import api_shapes as shapes
from . import commands as c
from . import services
from .commands import Command
from .commands.fields import MAX_NUMBER
from .formats.contract import RoundNo
from .services import Changed
from .state import TableRef

COSTLY = (*CHANGES["POST"], "503")
"""What an arbiter asks of a large field keeps a processor busy."""


@dataclass(frozen=True, slots=True)
class Change:
    """``body`` is a command, or what ``made`` makes one of. ``costly``: few of them are worked out at once."""

    address: str
    name: str
    operation: str
    body: type[Any]
    about: str
    costly: bool = False
    made: Callable[[Any], Command] = lambda body: body


OF_TOURNAMENTS = (
    Change("enter/", "enter", "enter_tournament", c.EnterOneself, "Enter a tournament that takes entries."),
    Change(
        "entries/",
        "entries",
        "enter_others",
        c.Enter,
        "Enter players, bots, or people by name; all or none. Officers only.",
        made=bodies.entering,
    ),
    Change("check-in/", "check_in", "check_in", c.CheckIn, "Note who is there: officers anybody, players themselves."),
    Change(
        "withdraw/",
        "withdraw",
        "withdraw_entrant",
        c.Withdraw,
        "They play no further round: arbiters withdraw anybody, players themselves.",
    ),
    Change(
        "bring-back/", "bring_back", "bring_back_entrant", c.BringBack, "Who has withdrawn plays on. Arbiters only."
    ),
    Change(
        "byes/", "byes", "grant_bye", c.GrantBye, "Let somebody miss a round that is not paired yet. Arbiters only."
    ),
    Change("penalties/", "penalties", "penalise_entrant", c.Penalise, "Take points off, or warn. Arbiters only."),
    Change("penalties/lift/", "lift_penalty", "lift_penalty", c.LiftPenalty, "Take a penalty away. Arbiters only."),
    Change(
        "seeding/",
        "seeding",
        "seed_field",
        c.Seed,
        "Put the whole field in this order, for stages that have not begun. Arbiters only.",
    ),
    Change(
        "swap/",
        "swap",
        "swap_places",
        c.Swap,
        "Two players of the round that runs change places, as long as neither plays. Arbiters only.",
    ),
    Change(
        "take-back/",
        "take_back",
        "take_back",
        bodies.TakeBack,
        "Take back the last round, or a stage, as long as none of its tables has begun. Arbiters only.",
        made=bodies.TakeBack.command,
    ),
    Change("roles/", "roles", "grant_role", c.GrantRole, "Name an officer. Owners only."),
    Change(
        "start-stage/",
        "start_stage",
        "start_stage",
        c.StartStage,
        "Begin a stage with those who are here, or who go on. Arbiters only.",
    ),
    Change(
        "exchange/",
        "exchange",
        "exchange_entrant",
        c.Exchange,
        "Somebody of the stage before plays on for one who has left, before their first table. Arbiters only.",
    ),
    Change("pair/", "pair", "publish_pairings", c.Pair, "Pair and publish the next round. Arbiters only.", costly=True),
    Change(
        "challenge/",
        "challenge",
        "challenge_entrant",
        c.Challenge,
        "On a ladder: meet somebody who stands higher. Players for themselves, arbiters for anybody.",
    ),
    Change(
        "repair/",
        "repair",
        "repair_tables",
        c.Repair,
        "Bring the published tables in line with who is here, after a withdrawal or a late entry. Arbiters only.",
        costly=True,
    ),
    Change(
        "confirm/",
        "confirm_entry",
        "confirm_entry",
        c.ConfirmEntry,
        "Agree to having been entered by somebody else: what is typed of you here is rated.",
    ),
    Change(
        "undo/",
        "undo",
        "undo_change",
        c.Undo,
        "Take back the latest change: the hash is the one before it. Arbiters only.",
    ),
    Change(
        "close/",
        "close",
        "close_tournament",
        c.Close,
        "The results are final. Doing it twice does nothing. Arbiters only.",
    ),
)
OF_TABLES = (
    Change(
        "result/", "result", "enter_result", c.EnterResult, "Write a result down; it counts at once. Officers only."
    ),
    Change(
        "call/",
        "call_players",
        "call_players",
        c.CallPlayers,
        "Call out who is not at a real table yet. Officers only.",
    ),
    Change(
        "presence/",
        "presence",
        "note_presence",
        c.NotePresence,
        "Say who is at a real table: players of themselves, or that all of their table are; officers of anybody.",
    ),
    Change(
        "no-show/",
        "no_show",
        "forfeit_seats",
        c.Forfeit,
        "These did not appear; at a real table the others play without them, if two are left. Officers only.",
    ),
    Change(
        "report/",
        "report",
        "report_result",
        c.Report,
        "Say how your table ended. It counts when all who sit there agree.",
    ),
    Change(
        "correction/",
        "correction",
        "correct_result",
        c.Correct,
        "Give a table of any round another result. Arbiters only.",
    ),
    Change(
        "postpone/",
        "postpone",
        "postpone_table",
        c.Postpone,
        "Play a table that has not begun by another moment: arbiters decide, players agree among themselves.",
    ),
    Change(
        "rating/confirm/",
        "confirm_result",
        "confirm_result",
        c.ConfirmResult,
        "Agree that a typed result is rated: for yourself, or as an officer for those who have no account.",
    ),
    Change(
        "rating/object/",
        "object_to_rating",
        "object_to_rating",
        c.ObjectToRating,
        "Object to the typed result of your table: nobody is rated by it until somebody has ruled. At most three of "
        "yours are open at once.",
    ),
    Change(
        "rating/withdraw/",
        "withdraw_objection",
        "withdraw_objection",
        c.WithdrawObjection,
        "Take your objection back.",
    ),
    Change(
        "rating/rule/",
        "rule_objections",
        "rule_objections",
        c.RuleObjections,
        "Answer the objections at a table. For arbiters who did not sit there; where an organiser did, for who runs "
        "the platform.",
    ),
)


def answer(done: Changed, status: int = 200) -> Response:
    return Response(shapes.Changed(done).data, status)


def table_of(stage: str, round_no: int, table_no: int) -> TableRef:
    """As it stands in an address."""
    return TableRef(stage, RoundNo(min(round_no, MAX_NUMBER)), min(table_no, MAX_NUMBER))


class TournamentChange(Endpoint):
    """A change of a tournament."""

    refusals = CHANGES

    def changed(self, change: Change, tournament_id: UUID, **given: Any) -> Response:
        body, sent = decoded(change.body, Sent, self.request.data, **given)
        with DIRECTING.place(str(self.me)) if change.costly else nullcontext():
            return answer(
                services.change(
                    tournament_id,
                    change.made(body),
                    by=self.me,
                    decision_id=sent.decision_id,
                    expected_version=sent.expected_version,
                )
            )


def _view(change: Change) -> type[TournamentChange]:
    """At ``tournaments/<id>/``."""

    @extend_schema(**_described(change))
    def post(self: TournamentChange, request: Request, tournament_id: UUID) -> Response:
        return self.changed(change, tournament_id)

    return _made(change, post)


def _table_view(change: Change) -> type[TournamentChange]:
    """At ``tournaments/<id>/tables/<stage>/<round>/<table>/``."""

    @extend_schema(**_described(change, "ref"))
    def post(
        self: TournamentChange, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int
    ) -> Response:
        return self.changed(change, tournament_id, ref=table_of(stage, round_no, table_no))

    return _made(change, post)


def _described(change: Change, *given: str) -> dict[str, Any]:
    return {
        "operation_id": change.operation,
        "description": change.about,
        "request": {"application/json": schema(change.body, Sent, *given)},
        "responses": shapes.Changed,
    }


def _made(change: Change, post: Callable[..., Response]) -> type[TournamentChange]:
    refusals = {"POST": COSTLY} if change.costly else CHANGES
    return type(change.operation, (TournamentChange,), {"post": post, "refusals": refusals, "__doc__": change.about})


def addresses(one: str, table: str) -> Sequence[URLPattern]:
    """``one`` is the address of a tournament, ``table`` that of a table."""
    return [
        *(path(f"{one}{change.address}", _view(change).as_view(), name=change.name) for change in OF_TOURNAMENTS),
        *(path(f"{table}{change.address}", _table_view(change).as_view(), name=change.name) for change in OF_TABLES),
    ]
