from __future__ import annotations

from django.urls import path

from . import rating_views, views

_table = "tournaments/<uuid:tournament_id>/tables/<str:stage>/<int:round_no>/<int:table_no>/"
urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.new, name="new_league"),
    path("leagues/<uuid:league_id>/", views.league, name="league"),
    path("leagues/<uuid:league_id>/enter/", views.enter, name="league_enter"),
    path("leagues/<uuid:league_id>/settings/", views.settings, name="league_settings"),
    path("leagues/<uuid:league_id>/officers/", views.grant, name="league_officers"),
    path("leagues/<uuid:league_id>/log/", views.change_log, name="league_log"),
    path("leagues/<uuid:league_id>/organisers-log/", views.office_log, name="league_office_log"),
    path("leagues/<uuid:league_id>/organisers-log/<int:season>/", views.office_log, name="league_office_log_of_season"),
    path("leagues/<uuid:league_id>/ratings/", rating_views.ladder, name="league_ratings"),
    path("leagues/<uuid:league_id>/<slug:what>/", views.act, name="league_act"),
    path(f"{_table}postpone/", views.postpone, name="postpone"),
    path(f"{_table}play/", views.play, name="play_table"),
]
