"""Addresses of the API for tournaments, version 1."""

from __future__ import annotations

from django.urls import path

from . import api
from .accounts import api as accounts
from .consent import api as consent
from .exchange import api as exchange
from .leagues import api as leagues
from .planner import api as planner

app_name = "tournaments-api"
_one = "tournaments/<uuid:tournament_id>/"
_league = "leagues/<uuid:league_id>/"
_table = f"{_one}tables/<str:stage>/<int:round_no>/<int:table_no>/"
urlpatterns = [
    path("tournaments/", api.Tournaments.as_view(), name="tournaments"),
    path("tournaments/import/", exchange.Import.as_view(), name="import"),
    path("tournaments/objections/", consent.OpenObjections.as_view(), name="objections"),
    path("tournaments/planner/", planner.Planner.as_view(), name="planner"),
    path(_one, api.Tournament.as_view(), name="tournament"),
    path(f"{_one}export/", exchange.ExportDocument.as_view(), name="export_document"),
    path(f"{_one}export/log/", exchange.ExportLog.as_view(), name="export_log"),
    path(f"{_one}export/report/<str:stage>/", exchange.ExportReport.as_view(), name="export_report"),
    path(f"{_one}standings/", api.Standings.as_view(), name="standings"),
    path(f"{_one}account/<str:stage>/<int:round_no>/", accounts.RoundAccount.as_view(), name="account"),
    path(f"{_one}log/", api.Log.as_view(), name="log"),
    path(f"{_one}proposal/", api.Proposal.as_view(), name="proposal"),
    path(f"{_one}enter/", api.EnterOneself.as_view(), name="enter"),
    path(f"{_one}entries/", api.Entries.as_view(), name="entries"),
    path(f"{_one}check-in/", api.CheckIn.as_view(), name="check_in"),
    path(f"{_one}withdraw/", api.Withdraw.as_view(), name="withdraw"),
    path(f"{_one}bring-back/", api.BringBack.as_view(), name="bring_back"),
    path(f"{_one}byes/", api.Byes.as_view(), name="byes"),
    path(f"{_one}penalties/", api.Penalties.as_view(), name="penalties"),
    path(f"{_one}penalties/lift/", api.PenaltyLifting.as_view(), name="lift_penalty"),
    path(f"{_one}seeding/", api.Seeding.as_view(), name="seeding"),
    path(f"{_one}swap/", api.Places.as_view(), name="swap"),
    path(f"{_one}take-back/", api.TakeBack.as_view(), name="take_back"),
    path(f"{_one}roles/", api.Roles.as_view(), name="roles"),
    path(f"{_one}start-stage/", api.StartStage.as_view(), name="start_stage"),
    path(f"{_one}exchange/", api.Exchange.as_view(), name="exchange"),
    path(f"{_one}pair/", api.Pair.as_view(), name="pair"),
    path(f"{_one}challenge/", api.Challenge.as_view(), name="challenge"),
    path(f"{_one}repair/", api.Repair.as_view(), name="repair"),
    path(f"{_one}changes/preview/", api.ChangePreview.as_view(), name="change_preview"),
    path(f"{_one}confirm/", consent.EntryConfirmation.as_view(), name="confirm_entry"),
    path(f"{_one}undo/", api.Undo.as_view(), name="undo"),
    path(f"{_one}close/", api.CloseTournament.as_view(), name="close"),
    path(f"{_table}result/", api.Results.as_view(), name="result"),
    path(f"{_table}call/", api.Calls.as_view(), name="call_players"),
    path(f"{_table}presence/", api.Presence.as_view(), name="presence"),
    path(f"{_table}no-show/", api.NoShows.as_view(), name="no_show"),
    path(f"{_table}report/", api.Reports.as_view(), name="report"),
    path(f"{_table}correction/", api.Corrections.as_view(), name="correction"),
    path(f"{_table}correction/preview/", api.CorrectionPreview.as_view(), name="correction_preview"),
    path(f"{_table}rating/confirm/", consent.ResultConfirmation.as_view(), name="confirm_result"),
    path(f"{_table}rating/object/", consent.RatingObjection.as_view(), name="object_to_rating"),
    path(f"{_table}rating/withdraw/", consent.ObjectionWithdrawal.as_view(), name="withdraw_objection"),
    path(f"{_table}rating/rule/", consent.ObjectionRuling.as_view(), name="rule_objections"),
    path(f"{_table}postpone/", leagues.Postponement.as_view(), name="postpone"),
    path(f"{_table}play/", leagues.PlayNow.as_view(), name="play_table"),
    path("leagues/", leagues.Leagues.as_view(), name="leagues"),
    path(_league, leagues.League.as_view(), name="league"),
    path(f"{_league}join/", leagues.Join.as_view(), name="league_join"),
    path(f"{_league}enter/", leagues.Enter.as_view(), name="league_enter"),
    path(f"{_league}leave/", leagues.Leave.as_view(), name="league_leave"),
    path(f"{_league}roles/", leagues.Roles.as_view(), name="league_roles"),
    path(f"{_league}seasons/", leagues.Seasons.as_view(), name="league_seasons"),
    path(f"{_league}begin/", leagues.Begin.as_view(), name="league_begin"),
    path(f"{_league}close/", leagues.Close.as_view(), name="league_close"),
    path(f"{_league}correct/", leagues.Correct.as_view(), name="league_correct"),
]
