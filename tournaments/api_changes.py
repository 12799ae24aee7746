"""Every change of a tournament through the API: one view, which decodes a command, and a table of what can be sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request

from web.api.endpoint import CHANGES, Endpoint, operation
from web.costly import DIRECTING
from web.decoding import Sent, decoded

from . import api_bodies as bodies
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
    operation: str
    body: type[Any]
    costly: bool = False
    made: Callable[[Any], Command] = lambda body: body


OF_TOURNAMENTS = (
    Change("enter/", "enter_tournament", c.EnterOneself),
    Change("entries/", "enter_others", c.Enter, made=bodies.entering),
    Change("check-in/", "check_in", c.CheckIn),
    Change("withdraw/", "withdraw_entrant", c.Withdraw),
    Change("bring-back/", "bring_back_entrant", c.BringBack),
    Change("byes/", "grant_bye", c.GrantBye),
    Change("penalties/", "penalise_entrant", c.Penalise),
    Change("penalties/lift/", "lift_penalty", c.LiftPenalty),
    Change("seeding/", "seed_field", c.Seed),
    Change("swap/", "swap_places", c.Swap),
    Change("take-back/", "take_back", bodies.TakeBack, made=bodies.TakeBack.command),
    Change("roles/", "grant_role", c.GrantRole),
    Change("start-stage/", "start_stage", c.StartStage),
    Change("exchange/", "exchange_entrant", c.Exchange),
    Change("pair/", "publish_pairings", c.Pair, costly=True),
    Change("challenge/", "challenge_entrant", c.Challenge),
    Change("repair/", "repair_tables", c.Repair, costly=True),
    Change("confirm/", "confirm_entry", c.ConfirmEntry),
    Change("undo/", "undo_change", c.Undo),
    Change("close/", "close_tournament", c.Close),
)
OF_TABLES = (
    Change("result/", "enter_result", c.EnterResult),
    Change("call/", "call_players", c.CallPlayers),
    Change("presence/", "note_presence", c.NotePresence),
    Change("no-show/", "forfeit_seats", c.Forfeit),
    Change("report/", "report_result", c.Report),
    Change("correction/", "correct_result", c.Correct),
    Change("postpone/", "postpone_table", c.Postpone),
    Change("rating/confirm/", "confirm_result", c.ConfirmResult),
    Change("rating/object/", "object_to_rating", c.ObjectToRating),
    Change("rating/withdraw/", "withdraw_objection", c.WithdrawObjection),
    Change("rating/rule/", "rule_objections", c.RuleObjections),
)


def table_of(stage: str, round_no: int, table_no: int) -> TableRef:
    """As it stands in an address."""
    return TableRef(stage, RoundNo(min(round_no, MAX_NUMBER)), min(table_no, MAX_NUMBER))


class TournamentChange(Endpoint):
    """A change of a tournament."""

    refusals = CHANGES

    def changed(self, change: Change, tournament_id: UUID, **given: Any) -> Changed:
        body, sent = decoded(change.body, Sent, self.request.data, **given)
        with DIRECTING.place(str(self.me)) if change.costly else nullcontext():
            return services.change(
                tournament_id,
                change.made(body),
                by=self.me,
                decision_id=sent.decision_id,
                expected_version=sent.expected_version,
            )


def _view(change: Change) -> type[TournamentChange]:
    """At ``tournaments/<id>/``."""

    @operation(change.operation, (change.body, Sent))
    def post(self: TournamentChange, request: Request, tournament_id: UUID) -> Changed:
        return self.changed(change, tournament_id)

    return _made(change, post)


def _table_view(change: Change) -> type[TournamentChange]:
    """At ``tournaments/<id>/tables/<stage>/<round>/<table>/``."""

    @operation(change.operation, (change.body, Sent, "ref"))
    def post(
        self: TournamentChange, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int
    ) -> Changed:
        return self.changed(change, tournament_id, ref=table_of(stage, round_no, table_no))

    return _made(change, post)


def _made(change: Change, post: Callable[..., Changed]) -> type[TournamentChange]:
    refusals = {"POST": COSTLY} if change.costly else CHANGES
    return type(change.operation, (TournamentChange,), {"post": post, "refusals": refusals})


def addresses(one: str, table: str) -> Sequence[URLPattern]:
    """``one`` is the address of a tournament, ``table`` that of a table."""
    return [
        *(path(f"{one}{change.address}", _view(change).as_view()) for change in OF_TOURNAMENTS),
        *(path(f"{table}{change.address}", _table_view(change).as_view()) for change in OF_TABLES),
    ]
