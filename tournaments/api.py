"""The API for tournaments: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint
from web.api.fields import MAX_EVENTS, Change
from web.costly import DIRECTING
from web.errors import BadRequest, Refused

from . import api_shapes as shapes
from . import api_showing as showing
from . import corrections, queries, rating, services, wishes
from .corrections import Tables
from .decisions import results, rounds
from .decisions.field import Newcomer
from .events import TournamentEvent
from .formats import contract
from .formats.contract import Bye, Result, RoundNo
from .presets import PRESETS, Wish
from .services import Changed
from .settings import Settings, Source, StagePlan
from .state import Role, State, Status, TableRef
from .wishes import Enters, Leaves, Lifted, Penalised, Returns

_stage = OpenApiParameter("stage", str, required=True, description="The key of a stage that has begun.")


def answer(done: Changed, status: int = 200) -> Response:
    return Response(shapes.Changed(done).data, status)


class Tournaments(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @extend_schema(
        operation_id="list_tournaments",
        parameters=[OpenApiParameter("status", str, enum=[status.value for status in Status])],
        responses=shapes.LineShown(many=True),
    )
    def get(self, request: Request) -> Response:
        """The tournaments that you may see, the latest change first."""
        text = request.query_params.get("status")
        if text is not None and text not in [status.value for status in Status]:
            raise BadRequest("bad_field", field="status")
        found = queries.tournaments(player=self.player, status=[Status(text)] if text else [])
        return Response(shapes.LineShown(found, many=True).data)

    @extend_schema(operation_id="open_tournament", request=shapes.OpenTournament, responses={201: shapes.Changed})
    def post(self, request: Request) -> Response:
        """Open a tournament; you are its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        asked = self.asked(shapes.OpenTournament)
        stages = _stages(asked)
        given = {name: asked[name] for name in ("ruleset", "options", "cards", "decision_id") if name in asked}
        done = services.open_tournament(
            owner=self.me,
            title=asked["title"],
            game=asked["game"],
            stages=stages,
            settings=_settings(asked.get("settings", {})),
            **given,
        )
        return answer(done, 201)


def _stages(asked: dict[str, Any]) -> Sequence[StagePlan]:
    """Raises BadRequest."""
    if "stages" in asked:
        return [
            StagePlan(one["key"], one["plan"], Source(**one.get("source", {})), one.get("window_minutes"))
            for one in asked["stages"]
        ]
    if "preset" not in asked:
        raise BadRequest("bad_field", field="stages")
    names = {one.name for one in fields(Wish)}
    return PRESETS[asked["preset"]](Wish(**{name: asked[name] for name in names & asked.keys()}))


def _settings(given: dict[str, Any]) -> Settings:
    """What is not given is as usual; moments and the club become text."""
    plain: dict[str, Any] = {
        name: value.isoformat(timespec="seconds") if isinstance(value, datetime) else value
        for name, value in given.items()
    }
    if "club" in plain:
        plain["club"] = str(plain["club"] or "")
    return Settings(**plain)


class Tournament(Endpoint):
    refusals = {"GET": ("400", *READS["GET"])}

    @extend_schema(
        operation_id="get_tournament",
        parameters=[OpenApiParameter("version", int, description="As it stood after this event.")],
        responses=shapes.TournamentShown,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Everything: the field, the stages, their rounds, tables and results."""
        text = request.query_params.get("version")
        if text is None:
            asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        elif text.isascii() and text.isdigit() and len(text) < 10:
            asked = queries.as_it_stood(tournament_id=tournament_id, player=self.player, version=int(text))
        else:
            raise BadRequest("bad_field", field="version")
        return Response(shapes.TournamentShown(showing.tournament(asked)).data)


class Standings(Endpoint):
    refusals = READS

    @extend_schema(operation_id="get_standings", parameters=[_stage], responses=shapes.StandingShown(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The standings of a stage; every value is exact."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        key = request.query_params.get("stage", "")
        rounds.begun(asked.state, key)
        return Response(shapes.StandingShown(showing.standings(asked, key), many=True).data)


class Log(Endpoint):
    refusals = READS

    @extend_schema(operation_id="get_change_log", responses=shapes.ChangeShown(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Every change, the latest first: who, when, why, and the link of the hash chain."""
        log = queries.change_log(tournament_id=tournament_id, player=self.player)
        return Response(shapes.ChangeShown([showing.change(one) for one in log], many=True).data)


class Proposal(Endpoint):
    refusals = {"GET": ("401", "403", "404", "409", "503")}

    @extend_schema(operation_id="propose_pairings", parameters=[_stage], responses=shapes.ProposalShown)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What would be published now, each table with its reason. Officers only."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        services.check_right(asked.state, self.player, Role.SCORER)
        with DIRECTING.place(str(self.me)):
            made = rounds.propose(asked.state, request.query_params.get("stage", ""), at=timezone.now())
        return Response(shapes.ProposalShown(showing.proposal(made)).data)


COSTLY = {"POST": (*CHANGES["POST"], "503")}
"""What an arbiter asks of a large field keeps a processor busy."""


class TournamentChange(Endpoint):
    """A change of a tournament."""

    refusals = CHANGES


def _how(asked: dict[str, Any]) -> dict[str, Any]:
    """The rest of a request, with what is to become of published tables."""
    return {name: Tables(**value) if name == "tables" else value for name, value in asked.items()}


def _entering(tournament_id: UUID, newcomers: Sequence[dict[str, Any]], *, here: bool) -> Enters:
    """Each by exactly one of ``player``, ``bot`` and ``name``. Raises BadRequest."""
    if not newcomers or any(len({"player", "bot", "name"} & one.keys()) != 1 for one in newcomers):
        raise BadRequest("bad_field", field="newcomers")
    entered = services.named(
        tournament_id, [(str(one.pop("name")), Newcomer(**one)) for one in newcomers if "name" in one]
    )
    others = [Newcomer(**one) for one in newcomers if "player" in one or "bot" in one]
    return Enters((*others, *entered.newcomers), entered.people, here)


class EnterOneself(TournamentChange):
    @extend_schema(operation_id="enter_tournament", request=Change, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter a tournament that takes entries."""
        asked = self.asked(Change)
        return answer(services.enter_oneself(tournament_id=tournament_id, player=self.me, **asked))


class Entries(TournamentChange):
    @extend_schema(operation_id="enter_others", request=shapes.Enter, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter players, bots, or people by name; all or none. Officers only."""
        asked = self.asked(shapes.Enter)
        wish = _entering(tournament_id, asked.pop("newcomers"), here="tables" in asked)
        return answer(services.make(tournament_id=tournament_id, by=self.me, wish=wish, **_how(asked)))


class CheckIn(TournamentChange):
    @extend_schema(operation_id="check_in", request=shapes.CheckIn, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Note who is there: officers anybody, players themselves."""
        return answer(services.check_in(tournament_id=tournament_id, by=self.me, **self.asked(shapes.CheckIn)))


class Withdraw(TournamentChange):
    @extend_schema(operation_id="withdraw_entrant", request=shapes.Number, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """They play no further round: arbiters withdraw anybody, players themselves."""
        asked = _how(self.asked(shapes.Number))
        return answer(services.withdraw(tournament_id=tournament_id, by=self.me, **asked))


class BringBack(TournamentChange):
    @extend_schema(operation_id="bring_back_entrant", request=shapes.Number, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Who has withdrawn plays on. Arbiters only."""
        asked = _how(self.asked(shapes.Number))
        return answer(services.bring_back(tournament_id=tournament_id, by=self.me, **asked))


class Byes(TournamentChange):
    @extend_schema(operation_id="grant_bye", request=shapes.GrantBye, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Let somebody miss a round that is not paired yet. Arbiters only."""
        asked = self.asked(shapes.GrantBye)
        asked["bye"] = Bye(asked["bye"]) if asked["bye"] else None
        return answer(services.grant_bye(tournament_id=tournament_id, by=self.me, **asked))


class Penalties(TournamentChange):
    @extend_schema(operation_id="penalise_entrant", request=shapes.Penalise, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take points off, or warn. Arbiters only."""
        asked = _how(self.asked(shapes.Penalise))
        return answer(services.penalise(tournament_id=tournament_id, by=self.me, **asked))


class PenaltyLifting(TournamentChange):
    @extend_schema(operation_id="lift_penalty", request=shapes.LiftPenalty, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take a penalty away. Arbiters only."""
        asked = _how(self.asked(shapes.LiftPenalty))
        return answer(services.lift_penalty(tournament_id=tournament_id, by=self.me, **asked))


class Seeding(TournamentChange):
    @extend_schema(operation_id="seed_field", request=shapes.Seed, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Put the whole field in this order, for stages that have not begun. Arbiters only."""
        return answer(services.seed(tournament_id=tournament_id, by=self.me, **self.asked(shapes.Seed)))


class Places(TournamentChange):
    @extend_schema(operation_id="swap_places", request=shapes.Swap, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Two players of the round that runs change places, as long as neither plays. Arbiters only."""
        return answer(services.swap(tournament_id=tournament_id, by=self.me, **self.asked(shapes.Swap)))


class TakeBack(TournamentChange):
    @extend_schema(operation_id="take_back", request=shapes.TakeBack, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take back the last round, or a stage, as long as none of its tables has begun. Arbiters only."""
        asked = self.asked(shapes.TakeBack)
        take_back = services.take_back_round if "round_no" in asked else services.take_back_stage
        return answer(take_back(tournament_id=tournament_id, by=self.me, **asked))


class Roles(TournamentChange):
    @extend_schema(operation_id="grant_role", request=shapes.GrantRole, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Name an officer. Owners only."""
        asked = self.asked(shapes.GrantRole)
        asked["role"] = Role(asked["role"]) if asked["role"] else None
        return answer(services.grant_role(tournament_id=tournament_id, by=self.me, **asked))


class StartStage(TournamentChange):
    @extend_schema(operation_id="start_stage", request=shapes.StartStage, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Begin a stage with those who are here, or who go on. Arbiters only."""
        return answer(services.start_stage(tournament_id=tournament_id, by=self.me, **self.asked(shapes.StartStage)))


class Exchange(TournamentChange):
    @extend_schema(operation_id="exchange_entrant", request=shapes.Exchange, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Somebody of the stage before plays on for one who has left, before their first table. Arbiters only."""
        return answer(services.exchange(tournament_id=tournament_id, by=self.me, **self.asked(shapes.Exchange)))


class Pair(TournamentChange):
    refusals = COSTLY

    @extend_schema(operation_id="publish_pairings", request=shapes.StageNamed, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Pair and publish the next round. Arbiters only."""
        with DIRECTING.place(str(self.me)):
            return answer(services.pair(tournament_id=tournament_id, by=self.me, **self.asked(shapes.StageNamed)))


class Challenge(TournamentChange):
    @extend_schema(operation_id="challenge_entrant", request=shapes.Challenge, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """On a ladder: meet somebody who stands higher. Players for themselves, arbiters for anybody."""
        return answer(services.challenge(tournament_id=tournament_id, by=self.me, **self.asked(shapes.Challenge)))


class Undo(TournamentChange):
    @extend_schema(operation_id="undo_change", request=shapes.Reasoned, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take back the latest change: the hash is the one before it. Arbiters only."""
        return answer(services.undo(tournament_id=tournament_id, by=self.me, **self.asked(shapes.Reasoned)))


class CloseTournament(TournamentChange):
    @extend_schema(operation_id="close_tournament", request=Change, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """The results are final. Doing it twice does nothing. Arbiters only."""
        return answer(services.close(tournament_id=tournament_id, by=self.me, **self.asked(Change)))


class Repair(TournamentChange):
    refusals = COSTLY

    @extend_schema(operation_id="repair_tables", request=shapes.Repair, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Bring the published tables in line with who is here, after a withdrawal or a late entry. Arbiters only."""
        asked = self.asked(shapes.Repair)
        tables = Tables(asked.pop("stage"), asked.pop("choice"))
        with DIRECTING.place(str(self.me)):
            return answer(services.repair(tournament_id=tournament_id, by=self.me, tables=tables, **asked))


class ChangePreview(TournamentChange):
    refusals = COSTLY

    @extend_schema(operation_id="preview_change", request=shapes.PreviewChange, responses=shapes.PreviewShown)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """What a late entry, a withdrawal, a return or a penalty would do to standings, tables and later stages, or a
        repair where none is given; nothing happens. Officers only."""
        asked = self.asked(shapes.PreviewChange)
        state = queries.tournament(tournament_id=tournament_id, player=self.me).state
        services.check_right(state, self.me, Role.SCORER)
        wish = _wish(tournament_id, asked)
        change = [] if wish is None else wishes.events(state, wish, at=timezone.now(), by=self.me)
        with DIRECTING.place(str(self.me)):
            return _foreseen(state, change, asked["stage"], self.me, work_out=asked.get("work_out", False))


def _wish(tournament_id: UUID, asked: dict[str, Any]) -> wishes.Wish | None:
    """Raises BadRequest where there are several."""
    stage = asked["stage"]
    match [name for name in ("newcomers", "withdraw", "bring_back", "penalise", "lift") if name in asked]:
        case []:
            return None
        case ["newcomers"]:
            return _entering(tournament_id, asked["newcomers"], here=True)
        case ["withdraw"]:
            return Leaves(asked["withdraw"])
        case ["bring_back"]:
            return Returns(asked["bring_back"])
        case ["penalise"]:
            return Penalised(stage=stage, **asked["penalise"])
        case ["lift"]:
            return Lifted(stage, asked["lift"])
        case [_first, second, *_rest]:
            raise BadRequest("bad_field", field=second)
    raise AssertionError("unreachable")


def _foreseen(
    state: State,
    change: Sequence[TournamentEvent],
    stage: str,
    by: UUID,
    ref: TableRef | None = None,
    *,
    work_out: bool,
) -> Response:
    """``ref``: whose result is corrected."""
    now = timezone.now()
    shown = corrections.preview(state, change, stage, now)
    if work_out and not shown.is_worked_out:
        proposal: contract.Proposal | Refused
        try:
            proposal = corrections.again(state, change, stage, at=now)
        except Refused as refused:
            proposal = refused
        shown = corrections.preview(state, change, stage, now, proposal)
    ratings = rating.previews_of(state, [one.batch for one in shown.choices], now, by)
    after = None if ref is None else rating.looked_ahead(state, change, now, by)
    told = None if ref is None or after is None else showing.rating(after, results.table_at(after, ref))
    return Response(shapes.PreviewShown(showing.preview(shown, ratings, told)).data)


class TableChange(TournamentChange):
    """A change at a table: ``tables/<stage>/<round>/<table>/``."""

    def ref(self, stage: str, round_no: int, table_no: int) -> TableRef:
        return TableRef(stage, RoundNo(min(round_no, MAX_EVENTS)), min(table_no, MAX_EVENTS))


def _result(asked: dict[str, Any]) -> Result | None:
    """Takes the result's fields out of the request."""
    places, scores = asked.pop("places"), asked.pop("scores", ())
    missing = frozenset(asked.pop("forfeited", ()))
    return None if places is None else Result(tuple(places), tuple(scores), missing)


class Results(TableChange):
    @extend_schema(operation_id="enter_result", request=shapes.ResultFields, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Write a result down; it counts at once. Officers only."""
        asked, ref = self.asked(shapes.ResultFields), self.ref(stage, round_no, table_no)
        came = _result(asked)
        assert came is not None
        return answer(services.enter_result(tournament_id=tournament_id, by=self.me, ref=ref, result=came, **asked))


class Calls(TableChange):
    @extend_schema(operation_id="call_players", request=shapes.CallPlayers, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Call out who is not at a real table yet. Officers only."""
        asked, ref = self.asked(shapes.CallPlayers), self.ref(stage, round_no, table_no)
        return answer(services.call_players(tournament_id=tournament_id, by=self.me, ref=ref, **asked))


class Presence(TableChange):
    @extend_schema(operation_id="note_presence", request=shapes.NotePresence, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Say who is at a real table: players of themselves, or that all of their table are; officers of anybody."""
        asked, ref = self.asked(shapes.NotePresence), self.ref(stage, round_no, table_no)
        return answer(services.note_presence(tournament_id=tournament_id, by=self.me, ref=ref, **asked))


class NoShows(TableChange):
    @extend_schema(operation_id="forfeit_seats", request=shapes.Seats, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """These did not appear; at a real table the others play without them, if two are left. Officers only."""
        asked, ref = self.asked(shapes.Seats), self.ref(stage, round_no, table_no)
        missing = asked.pop("seats")
        return answer(services.forfeit(tournament_id=tournament_id, by=self.me, ref=ref, missing=missing, **asked))


class Reports(TableChange):
    @extend_schema(operation_id="report_result", request=shapes.ResultFields, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Say how your table ended. It counts when all who sit there agree."""
        asked, ref = self.asked(shapes.ResultFields), self.ref(stage, round_no, table_no)
        came = _result(asked)
        assert came is not None
        return answer(services.report(tournament_id=tournament_id, player=self.me, ref=ref, result=came, **asked))


class Corrections(TableChange):
    @extend_schema(operation_id="correct_result", request=shapes.Correct, responses=shapes.Changed)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Give a table of any round another result. Arbiters only."""
        asked, ref = self.asked(shapes.Correct), self.ref(stage, round_no, table_no)
        came = _result(asked)
        return answer(services.correct(tournament_id=tournament_id, by=self.me, ref=ref, result=came, **asked))


class CorrectionPreview(TableChange):
    refusals = COSTLY

    @extend_schema(operation_id="preview_correction", request=shapes.PreviewCorrection, responses=shapes.PreviewShown)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """What that correction would do to standings and tables; nothing happens. Officers only."""
        asked, ref = self.asked(shapes.PreviewCorrection), self.ref(stage, round_no, table_no)
        state = queries.tournament(tournament_id=tournament_id, player=self.me).state
        services.check_right(state, self.me, Role.SCORER)
        change = results.correct(state, ref, _result(asked))
        with DIRECTING.place(str(self.me)):
            return _foreseen(state, change, stage, self.me, ref, work_out=asked.get("work_out", False))
