from __future__ import annotations

from django.urls import path

from . import views

_one = "circuits/<uuid:circuit_id>/"
urlpatterns = [
    path("clubs/<uuid:club_id>/circuits/new/", views.new, name="new_circuit"),
    path(_one, views.circuit, name="circuit"),
    path(f"{_one}change/", views.change, name="change_circuit"),
    path(f"{_one}count/", views.count, name="count_in_circuit"),
    path(f"{_one}leave-out/", views.leave_out, name="leave_out_of_circuit"),
    path(f"{_one}end/", views.end, name="end_circuit"),
]
