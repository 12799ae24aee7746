from __future__ import annotations

from django.urls import path

from . import views

_one = "tournaments/<uuid:tournament_id>/export/"
urlpatterns = [
    path("tournaments/import/", views.bring_in, name="import"),
    path("tournaments/of/<uuid:player_id>/calendar.ics", views.export_player_calendar, name="export_player_calendar"),
    path(_one, views.export, name="exports"),
    path(f"{_one}tournament.json", views.export_document, name="export_document"),
    path(f"{_one}tournament.xlsx", views.export_workbook, name="export_workbook"),
    path(f"{_one}log.jsonl", views.export_log, name="export_log"),
    path(f"{_one}calendar.ics", views.export_calendar, name="export_calendar"),
    path(f"{_one}<str:what>.csv", views.export_csv, name="export_csv"),
    path(f"{_one}<str:stage>/<str:what>.csv", views.export_csv, name="export_stage_csv"),
    path(f"{_one}<str:stage>/<str:edition>.trf", views.export_trf, name="export_trf"),
]
