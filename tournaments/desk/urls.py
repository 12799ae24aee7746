from __future__ import annotations

from django.urls import path

from . import changing, field_views, order_views, round_views, seating_views, table_views, views

_desk = "tournaments/<uuid:tournament_id>/desk/"
urlpatterns = [
    path("tournaments/new/", views.new, name="new"),
    path(_desk, views.desk, name="desk"),
    path(f"{_desk}settings/", views.settings, name="settings"),
    path(f"{_desk}officers/", views.grant, name="desk_officers"),
    path(f"{_desk}enter/", field_views.enter, name="desk_enter"),
    path(f"{_desk}bots/", field_views.bots, name="desk_bots"),
    path(f"{_desk}entrant/", field_views.entrant, name="desk_entrant"),
    path(f"{_desk}check-in/", field_views.check_in_all, name="desk_check_in_all"),
    path(f"{_desk}start/", round_views.start_stage, name="desk_start"),
    path(f"{_desk}pairing/", round_views.pairing, name="pairing"),
    path(f"{_desk}publish/", round_views.publish, name="desk_publish"),
    path(f"{_desk}take-back/", round_views.take_back, name="desk_take_back"),
    path(f"{_desk}timer/", round_views.timer, name="desk_timer"),
    path(f"{_desk}finish/", round_views.finish, name="desk_finish"),
    path(f"{_desk}result/", table_views.result, name="desk_result"),
    path(f"{_desk}order/", order_views.order, name="desk_order"),
    path(f"{_desk}table/start/", table_views.start_table, name="desk_start_table"),
    path(f"{_desk}call/", table_views.call, name="desk_call"),
    path(f"{_desk}presence/", table_views.presence, name="desk_presence"),
    path(f"{_desk}correct/<str:stage>/<int:round_no>/<int:table_no>/", table_views.correct, name="desk_correct"),
    path(f"{_desk}seeding/", seating_views.seeding, name="desk_seeding"),
    path(f"{_desk}seats/<str:stage>/", seating_views.seats, name="desk_seats"),
    path(f"{_desk}going-on/<str:stage>/", seating_views.going_on, name="desk_going_on"),
    path(f"{_desk}exchange/", seating_views.exchange, name="desk_exchange"),
    path(f"{_desk}postpone/", table_views.postpone, name="desk_postpone"),
    path(f"{_desk}challenge/", table_views.challenge, name="desk_challenge"),
    path(f"{_desk}again/<str:stage>/", changing.again, name="desk_again"),
    path(f"{_desk}change/<str:stage>/", changing.change, name="desk_change"),
]
