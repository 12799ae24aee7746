from __future__ import annotations

from django.urls import path

from . import views

_one = "about/<slug:kind>/<uuid:event_id>/"
urlpatterns = [
    path(_one, views.announce, name="announce"),
    path(f"{_one}picture/", views.picture, name="announce_picture"),
    path(f"{_one}remove/<slug:what>/", views.remove, name="announce_remove"),
    path(f"{_one}picture/<slug:digest>.webp", views.announced_picture, name="announced_picture"),
]
