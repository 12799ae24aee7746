"""Addresses of the API for players, clubs and ratings, version 1."""

from __future__ import annotations

from django.urls import path

from . import api
from .calibration import api as calibration
from .circles import api as circles
from .clubs import api as clubs
from .friends import api as friends
from .notices import api as notices
from .ratings import api as ratings
from .ratings import calculator_api as calculator
from .rosters import api as rosters

app_name = "players-api"
urlpatterns = [
    path("players/", api.Players.as_view(), name="players"),
    path("ratings/", ratings.Ladders.as_view(), name="ladders"),
    path("ratings/ladder/", ratings.OneLadderShown.as_view(), name="ladder"),
    path("ratings/lists/", ratings.RatingLists.as_view(), name="rating_lists"),
    path("ratings/imports/", ratings.Imports.as_view(), name="rating_imports"),
    path("ratings/imports/undo/", ratings.ImportUndone.as_view(), name="undo_rating_import"),
    path("ratings/games/<uuid:game_id>/", ratings.Game.as_view(), name="rated_game"),
    path("ratings/games/<uuid:game_id>/correction/", ratings.CorrectionMade.as_view(), name="rated_game_correction"),
    path(
        "ratings/games/<uuid:game_id>/correction/preview/",
        ratings.CorrectionPreview.as_view(),
        name="rated_game_correction_preview",
    ),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>/", clubs.OneClub.as_view(), name="club"),
    *clubs.addresses("clubs/<uuid:club_id>/"),
    *circles.addresses("clubs/<uuid:club_id>/circle/"),
    *rosters.addresses("clubs/<uuid:club_id>/roster/"),
    *friends.addresses("friends/"),
    *notices.addresses("notices/"),
    path("ratings/calibration/", calibration.Calibration.as_view(), name="calibration"),
    path("ratings/preview/", calculator.Preview.as_view(), name="ratings_preview"),
    path("ratings/preview", calculator.PreviewWithoutSlash.as_view()),
]
