"""Addresses of the API, version 1."""

from __future__ import annotations

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from web.api.endpoint import nowhere

from . import api, rating_api, rule_api
from . import club_api as clubs
from . import rating_games_api as rating_games
from .cardlists import api as cardlists
from .positions import api as positions
from .solo import api as solo

app_name = "api"
urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("games/", api.Games.as_view(), name="games"),
    path("games/<str:game>/rules/", rule_api.Rules.as_view(), name="rules"),
    path("games/<str:game>/rules/<str:number>/", rule_api.OneRule.as_view(), name="rule"),
    path("games/<str:game>/scenarios/", positions.Scenarios.as_view(), name="scenarios"),
    path("games/<str:game>/scenarios/<slug:name>/", positions.OneScenario.as_view(), name="scenario"),
    path("games/<str:game>/card-file/", cardlists.BuiltInFile.as_view(), name="built_in_cards"),
    path("card-lists/", cardlists.Lists.as_view(), name="card_lists"),
    path("card-lists/check/", cardlists.Check.as_view(), name="check_card_file"),
    path("card-lists/<uuid:list_id>/", cardlists.OneList.as_view(), name="card_list"),
    path("card-lists/<uuid:list_id>/versions/", cardlists.Versions.as_view(), name="card_list_versions"),
    path("card-lists/<uuid:list_id>/versions/<int:number>/", cardlists.OneVersion.as_view(), name="card_list_version"),
    path("positions/", positions.Kept.as_view(), name="kept_positions"),
    path("positions/check/", positions.Check.as_view(), name="check_position"),
    path("positions/<uuid:position_id>/", positions.OneKept.as_view(), name="kept_position"),
    path("practice/", positions.Practice.as_view(), name="practice"),
    path("games/<str:game>/solo/", solo.Solo.as_view(), name="solo"),
    path("players/", api.Players.as_view(), name="players"),
    path("ratings/", rating_games.Ladders.as_view(), name="ladders"),
    path("ratings/ladder/", rating_games.OneLadderShown.as_view(), name="ladder"),
    path("ratings/lists/", rating_games.RatingLists.as_view(), name="rating_lists"),
    path("ratings/imports/", rating_games.Imports.as_view(), name="rating_imports"),
    path("ratings/imports/undo/", rating_games.ImportUndone.as_view(), name="undo_rating_import"),
    path("ratings/games/<uuid:game_id>/", rating_games.Game.as_view(), name="rated_game"),
    path(
        "ratings/games/<uuid:game_id>/correction/", rating_games.CorrectionMade.as_view(), name="rated_game_correction"
    ),
    path(
        "ratings/games/<uuid:game_id>/correction/preview/",
        rating_games.CorrectionPreview.as_view(),
        name="rated_game_correction_preview",
    ),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>/", clubs.OneClub.as_view(), name="club"),
    path("clubs/<uuid:club_id>/join/", clubs.Join.as_view(), name="join_club"),
    path("clubs/<uuid:club_id>/leave/", clubs.Leave.as_view(), name="leave_club"),
    path("clubs/<uuid:club_id>/invite/", clubs.Invite.as_view(), name="invite_to_club"),
    path("clubs/<uuid:club_id>/drop/", clubs.Drop.as_view(), name="drop_candidate"),
    path("clubs/<uuid:club_id>/role/", clubs.Grant.as_view(), name="set_club_role"),
    path("clubs/<uuid:club_id>/visibility/", clubs.Hide.as_view(), name="hide_club_membership"),
    path("clubs/<uuid:club_id>/close/", clubs.Close.as_view(), name="close_club"),
    path("ratings/calibration/", clubs.Calibration.as_view(), name="calibration"),
    path("ratings/preview/", rating_api.Preview.as_view(), name="ratings_preview"),
    path("ratings/preview", rating_api.PreviewWithoutSlash.as_view()),
    path("tables/", api.Tables.as_view(), name="tables"),
    path("tables/<uuid:table_id>/", api.Table.as_view(), name="table"),
    path("tables/<uuid:table_id>/sit/", api.Sit.as_view(), name="sit"),
    path("tables/<uuid:table_id>/stand/", api.Stand.as_view(), name="stand"),
    path("tables/<uuid:table_id>/seat-bot/", api.SeatBot.as_view(), name="seat_bot"),
    path("tables/<uuid:table_id>/remove-bot/", api.RemoveBot.as_view(), name="remove_bot"),
    path("tables/<uuid:table_id>/close/", api.Close.as_view(), name="close"),
    path("matches/", api.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>/", api.Match.as_view(), name="match"),
    path("matches/<uuid:match_id>/position/", api.Position.as_view(), name="position"),
    path("matches/<uuid:match_id>/decisions/", api.Decisions.as_view(), name="decisions"),
    path("matches/<uuid:match_id>/events/", api.Events.as_view(), name="events"),
    path("matches/<uuid:match_id>/stream/", api.Stream.as_view(), name="stream"),
    path("matches/<uuid:match_id>/record/", api.Record.as_view(), name="record"),
    path("matches/<uuid:match_id>/verification/", api.Verification.as_view(), name="verification"),
    re_path("", nowhere),
]
