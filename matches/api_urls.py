"""Addresses of the API, version 1."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from .archive import api as archive
from .cardlists import api as cardlists
from .clocks import api as clocks
from .company import api as company
from .play import api
from .positions import api as positions
from .records import api as records
from .reviews import api as reviews
from .rules import api as rule_api
from .seeking import api as seeking
from .solo import api as solo
from .tables import api as tables
from .thinking import api as thinking
from .training import api as training

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
    path("positions/", positions.KeptOnes.as_view(), name="kept_positions"),
    path("positions/check/", positions.Check.as_view(), name="check_position"),
    path("positions/<uuid:position_id>/", positions.OneKept.as_view(), name="kept_position"),
    path("practice/", positions.Practice.as_view(), name="practice"),
    path("exercises/", training.Exercises.as_view(), name="exercises"),
    path("exercises/daily/", training.Daily.as_view(), name="daily_exercise"),
    path("exercises/mine/", training.Mine.as_view(), name="own_training"),
    path("exercises/<uuid:exercise_id>/", training.OneExercise.as_view(), name="exercise"),
    path("exercises/<uuid:exercise_id>/answer/", training.AnswerOne.as_view(), name="answer_exercise"),
    path("games/<str:game>/solo/", solo.Solo.as_view(), name="solo"),
    *tables.addresses("tables/", "tables/<uuid:table_id>/"),
    *seeking.addresses("seeks/"),
    path("archive/", archive.Archive.as_view(), name="archive"),
    path("archive/export/", archive.Export.as_view(), name="archive_export"),
    path("archive/imports/", records.Imports.as_view(), name="imports"),
    path("archive/imports/<uuid:import_id>/", records.OneImport.as_view(), name="import"),
    *seeking.challenge_addresses("challenges/"),
    path("matches/mine/", tables.Mine.as_view(), name="own_games"),
    path("matches/", api.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>/", api.Match.as_view(), name="match"),
    path("matches/<uuid:match_id>/position/", api.Position.as_view(), name="position"),
    path("matches/<uuid:match_id>/decisions/", api.Decisions.as_view(), name="decisions"),
    *clocks.addresses("matches/<uuid:match_id>/"),
    *company.addresses("matches/<uuid:match_id>/"),
    path("matches/<uuid:match_id>/events/", api.Events.as_view(), name="events"),
    path("matches/<uuid:match_id>/stream/", api.Stream.as_view(), name="stream"),
    path("matches/<uuid:match_id>/record/", api.Record.as_view(), name="record"),
    path("matches/<uuid:match_id>/record/short/", api.ShortRecord.as_view(), name="short_record"),
    path("matches/<uuid:match_id>/review/", reviews.MatchReview.as_view(), name="review"),
    path("matches/<uuid:match_id>/hint/", thinking.MatchHint.as_view(), name="hint"),
    path("matches/<uuid:match_id>/branches/", api.Branches.as_view(), name="branches"),
    path("matches/<uuid:match_id>/verification/", api.Verification.as_view(), name="verification"),
]
