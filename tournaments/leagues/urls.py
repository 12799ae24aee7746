from __future__ import annotations

from django.urls import path

from . import views

_table = "tournaments/<uuid:tournament_id>/tables/<str:stage>/<int:round_no>/<int:table_no>/"
urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.new, name="new_league"),
    path("leagues/<uuid:league_id>/", views.league, name="league"),
    path("leagues/<uuid:league_id>/enter/", views.enter, name="league_enter"),
    path("leagues/<uuid:league_id>/<slug:what>/", views.act, name="league_act"),
    path(f"{_table}postpone/", views.postpone, name="postpone"),
    path(f"{_table}play/", views.play, name="play_table"),
]
