from __future__ import annotations

from django.urls import path

from . import views

_desk = "tournaments/<uuid:tournament_id>/desk/"
urlpatterns = [
    path("tournaments/new/", views.new, name="new"),
    path(_desk, views.desk, name="desk"),
    path(f"{_desk}enter/", views.enter, name="desk_enter"),
    path(f"{_desk}bots/", views.enter_bots, name="desk_bots"),
    path(f"{_desk}entrant/", views.entrant, name="desk_entrant"),
    path(f"{_desk}check-in/", views.check_in_all, name="desk_check_in_all"),
    path(f"{_desk}start/", views.start_stage, name="desk_start"),
    path(f"{_desk}pairing/", views.pairing, name="pairing"),
    path(f"{_desk}publish/", views.publish, name="desk_publish"),
    path(f"{_desk}take-back/", views.take_back, name="desk_take_back"),
    path(f"{_desk}timer/", views.timer, name="desk_timer"),
    path(f"{_desk}finish/", views.finish, name="desk_finish"),
    path(f"{_desk}result/", views.result, name="desk_result"),
    path(f"{_desk}table/start/", views.start_table, name="desk_start_table"),
    path(f"{_desk}correct/<str:stage>/<int:round_no>/<int:table_no>/", views.correct, name="desk_correct"),
    path(f"{_desk}repair/<str:stage>/", views.repair, name="desk_repair"),
]
