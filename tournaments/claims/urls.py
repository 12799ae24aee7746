from __future__ import annotations

from django.urls import path

from . import views

_one = "tournaments/<uuid:tournament_id>/"
urlpatterns = [
    path(f"{_one}entrants/<int:no>/claim/", views.claim, name="claim"),
    path(f"{_one}claims/", views.claims, name="claims"),
    path(f"{_one}claims/<uuid:merger>/", views.answer, name="answer_claim"),
]
