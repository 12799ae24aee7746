"""Addresses of the API for tournaments, version 1."""

from __future__ import annotations

from django.urls import path

from . import api
from .accounts import api as accounts
from .announcements import api as announcements
from .announcements.about import Kind
from .api_changes import addresses
from .circuits import api as circuits
from .consent import api as consent
from .evenings import api as evenings
from .exchange import api as exchange
from .finished import api as finished
from .leagues import api as leagues
from .planner import api as planner

app_name = "tournaments-api"
_one = "tournaments/<uuid:tournament_id>/"
_league = "leagues/<uuid:league_id>/"
_table = f"{_one}tables/<str:stage>/<int:round_no>/<int:table_no>/"
urlpatterns = [
    *announcements.addresses("tournaments/<uuid:event_id>/", Kind.TOURNAMENT),
    *announcements.addresses("leagues/<uuid:event_id>/", Kind.LEAGUE),
    *announcements.addresses("evenings/<uuid:event_id>/", Kind.EVENING),
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
    path(f"{_one}final-places/", finished.FinalPlaces.as_view(), name="final_places"),
    path(f"{_one}proposal/", api.Proposal.as_view(), name="proposal"),
    path(f"{_one}changes/preview/", api.ChangePreview.as_view(), name="change_preview"),
    path(f"{_table}correction/preview/", api.CorrectionPreview.as_view(), name="correction_preview"),
    path(f"{_table}play/", leagues.PlayNow.as_view(), name="play_table"),
    *addresses(_one, _table),
    path("clubs/<uuid:club_id>/evenings/", evenings.Evenings.as_view(), name="evenings"),
    *evenings.addresses("evenings/<uuid:evening_id>/"),
    path("circuits/", circuits.Circuits.as_view(), name="circuits"),
    path("circuits/<uuid:circuit_id>/", circuits.Circuit.as_view(), name="circuit"),
    *circuits.addresses("circuits/<uuid:circuit_id>/"),
    path("leagues/", leagues.Leagues.as_view(), name="leagues"),
    path(_league, leagues.League.as_view(), name="league"),
    *leagues.addresses(_league),
]
