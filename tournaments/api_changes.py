"""What can be done through the API to a tournament and to one of its tables."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import URLPattern

from web.api import changes
from web.api.changes import Change, Of

from . import api_bodies as bodies
from . import commands as c
from . import services
from .commands.fields import MAX_NUMBER
from .corrections import KEEP
from .decide import tables_of
from .formats.contract import RoundNo
from .services import Changed
from .state import TableRef


def pairs_anew(command: c.Pair | c.TablesCommand) -> bool:
    """Whether tables are worked out for it."""
    if isinstance(command, c.Pair | c.Repair):
        return True
    tables = tables_of(command)
    return tables is not None and (tables.choice, tables.later) != (KEEP, KEEP)


OF_TOURNAMENTS = (
    Change("enter/", "enter_tournament", c.EnterOneself),
    Change("entries/", "enter_others", c.Enter, made=bodies.entering, costly=pairs_anew),
    Change("check-in/", "check_in", c.CheckIn),
    Change("withdraw/", "withdraw_entrant", c.Withdraw, costly=pairs_anew),
    Change("bring-back/", "bring_back_entrant", c.BringBack, costly=pairs_anew),
    Change("byes/", "grant_bye", c.GrantBye),
    Change("penalties/", "penalise_entrant", c.Penalise, costly=pairs_anew),
    Change("penalties/lift/", "lift_penalty", c.LiftPenalty, costly=pairs_anew),
    Change("seeding/", "seed_field", c.Seed),
    Change("swap/", "swap_places", c.Swap),
    Change("take-back/", "take_back", bodies.TakeBack, made=bodies.TakeBack.command),
    Change("roles/", "grant_role", c.GrantRole),
    Change("start-stage/", "start_stage", c.StartStage),
    Change("exchange/", "exchange_entrant", c.Exchange),
    Change("pair/", "publish_pairings", c.Pair, costly=pairs_anew),
    Change("challenge/", "challenge_entrant", c.Challenge),
    Change("repair/", "repair_tables", c.Repair, costly=pairs_anew),
    Change("confirm/", "confirm_entry", c.ConfirmEntry),
    Change("objections/object/", "object_to_all_results", c.ObjectToAll),
    Change("objections/withdraw/", "withdraw_from_all_results", c.WithdrawAll),
    Change("objections/rule/", "rule_on_all_results", c.RuleAll),
    Change("undo/", "undo_change", c.Undo),
    Change("close/", "close_tournament", c.Close),
)
OF_TABLES = (
    Change("result/", "enter_result", c.EnterResult),
    Change("call/", "call_players", c.CallPlayers),
    Change("presence/", "note_presence", c.NotePresence),
    Change("no-show/", "forfeit_seats", c.Forfeit),
    Change("report/", "report_result", c.Report),
    Change("correction/", "correct_result", c.Correct, costly=pairs_anew),
    Change("postpone/", "postpone_table", c.Postpone),
    Change("rewind/", "rewind_match", c.RewindMatch),
    Change("rule-match/", "rule_match", c.RuleMatch),
    Change("annul-match/", "annul_match", c.AnnulMatch),
    Change("rating/confirm/", "confirm_result", c.ConfirmResult),
    Change("rating/object/", "object_to_rating", c.ObjectToRating),
    Change("rating/withdraw/", "withdraw_objection", c.WithdrawObjection),
    Change("rating/rule/", "rule_objections", c.RuleObjections),
)


def table_of(stage: str, round_no: int, table_no: int) -> TableRef:
    """The table that an address names."""
    return TableRef(stage, RoundNo(min(round_no, MAX_NUMBER)), min(table_no, MAX_NUMBER))


TOURNAMENT = Of("tournament_id", services.change, Changed)
TABLE = Of(
    "tournament_id",
    services.change,
    Changed,
    given=("ref",),
    from_address=lambda at: {"ref": table_of(at["stage"], at["round_no"], at["table_no"])},
)


def addresses(one: str, table: str) -> Sequence[URLPattern]:
    """``one`` is the address of a tournament, ``table`` that of a table."""
    return [*changes.addresses(one, TOURNAMENT, OF_TOURNAMENTS), *changes.addresses(table, TABLE, OF_TABLES)]
