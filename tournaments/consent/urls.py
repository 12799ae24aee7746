from __future__ import annotations

from django.urls import path

from . import views

_one = "tournaments/<uuid:tournament_id>/"
_table = f"{_one}tables/<str:stage>/<int:round_no>/<int:table_no>/rating/"
urlpatterns = [
    path("account/entered/", views.entered, name="entered"),
    path("tournaments/objections/", views.objections, name="objections"),
    path(f"{_one}confirm/", views.confirm_entry, name="confirm_entry"),
    path(f"{_table}confirm/", views.confirm_result, name="confirm_result"),
    path(f"{_table}object/", views.object_to_rating, name="object_to_rating"),
    path(f"{_table}object/all/", views.object_to_all, name="object_to_all"),
    path(f"{_table}withdraw/all/", views.withdraw_all, name="withdraw_all"),
    path(f"{_table}rule/all/", views.rule_all, name="rule_all"),
    path(f"{_table}withdraw/", views.withdraw_objection, name="withdraw_objection"),
    path(f"{_table}rule/", views.rule_objections, name="rule_objections"),
]
