from __future__ import annotations

from django.urls import path

from . import views

_code = "in/<str:code>/"
urlpatterns = [
    path(_code, views.arrive, name="arrive"),
    path(f"{_code}<int:table>/", views.arrive, name="arrive_at_table"),
    path(f"{_code}name/", views.say, name="arrive_say"),
    path(f"{_code}come/", views.come, name="arrive_come"),
    path(f"{_code}report/", views.report, name="arrive_report"),
    path(f"{_code}cards/", views.cards, name="arrive_cards"),
    path("tournaments/<uuid:tournament_id>/desk/arrivals/", views.look, name="desk_arrivals"),
]
