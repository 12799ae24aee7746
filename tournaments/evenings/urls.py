from __future__ import annotations

from django.urls import path

from . import views

_club = "evenings/<uuid:club_id>/"
urlpatterns = [
    path(_club, views.evenings, name="evenings"),
    path(f"{_club}plan/", views.plan, name="plan_evening"),
    path(f"{_club}<uuid:evening_id>/answer/", views.answer, name="answer_evening"),
    path(f"{_club}<uuid:evening_id>/limit/", views.limit, name="limit_evening"),
    path(f"{_club}<uuid:evening_id>/call-off/", views.call_off, name="call_off_evening"),
]
