from __future__ import annotations

from django.urls import path

from . import views

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/<uuid:tournament_id>/", views.tournament, name="tournament"),
    path("tournaments/<uuid:tournament_id>/enter/", views.enter, name="enter"),
    path("tournaments/<uuid:tournament_id>/withdraw/", views.withdraw, name="withdraw"),
    path("tournaments/<uuid:tournament_id>/check-in/", views.check_in, name="check_in"),
]
