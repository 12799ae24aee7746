from django.urls import path

from . import quarantine
from .archive import views as archive
from .bots import views as bots
from .cardlists import views as cardlists
from .clocks import asking
from .clocks import views as clocks
from .company import note_views
from .company import takeback_rules as t
from .company import views as company
from .learning import views as learning
from .play import picture, replay_pages, views
from .positions import scenario_views as scenarios
from .positions import views as positions
from .records import views as records
from .reviews import views as reviews
from .rules import views as rule_views
from .scribe import match_views as scribe_matches
from .scribe import views as scribe
from .seeking import challenge_views as challenges
from .seeking import views as seeking
from .solo import views as solo
from .style import views as style
from .tables import commands as c
from .tables import home_views as own_views
from .tables import turn_views as turns
from .tables import views as tables
from .training import views as training
from .watching import views as watching

app_name = "matches"
urlpatterns = [
    path("", own_views.home, name="home"),
    path("bots/", bots.bots, name="bots"),
    path("watch/", watching.watch, name="watch"),
    path("play/", tables.play, name="play"),
    path("play/friends/", tables.play_friends, name="play_friends"),
    path("play/rated/", seeking.rated, name="rated"),
    path("play/rated/<uuid:seek_id>/", seeking.seek, name="seek"),
    path("challenges/", challenges.mine, name="challenges"),
    path("challenges/new/", challenges.new, name="new_challenge"),
    path("challenges/<uuid:challenge_id>/", challenges.challenge, name="challenge"),
    path("challenges/<uuid:challenge_id>/accept/", challenges.accept, name="accept_challenge"),
    path("challenges/<uuid:challenge_id>/counter/", challenges.counter, name="counter_challenge"),
    path("challenges/<uuid:challenge_id>/decline/", challenges.decline, name="decline_challenge"),
    path("play/rated/<uuid:seek_id>/leave/", seeking.leave, name="leave_seek"),
    path("tables/open/", tables.open_table, name="open_table"),
    path("tables/open/players/", tables.players_called, name="players_called"),
    path("tables/<uuid:table_id>/", tables.table, name="table"),
    path("tables/<uuid:table_id>/sit/", tables.change(c.SitDown), name="sit"),
    path("tables/<uuid:table_id>/join/", tables.join, name="join"),
    path("tables/<uuid:table_id>/stand/", tables.change(c.StandUp), name="stand"),
    path("tables/<uuid:table_id>/bot/", tables.change(c.SeatBot), name="seat_bot"),
    path("tables/<uuid:table_id>/bot/remove/", tables.change(c.RemoveBot), name="remove_bot"),
    path("tables/<uuid:table_id>/close/", tables.change(c.CloseTable, then="matches:home"), name="close"),
    path("style/", style.style, name="style"),
    path("style/<str:game>/<slug:state>/", style.table, name="style_table"),
    path("staff/games/", quarantine.page, name="installed_games"),
    path("turns/", turns.count, name="turns"),
    path("turns/next/", turns.next_turn, name="next_turn"),
    path("matches/", own_views.played, name="played"),
    path("archive/", archive.archive, name="archive"),
    path("archive/export.jsonl", archive.export, name="archive_export"),
    path("archive/import/", records.bring_in, name="import_records"),
    path("archive/import/<uuid:import_id>/", records.report, name="import_report"),
    path("matches/<uuid:match_id>/erase-names/", records.erase_labels, name="erase_labels"),
    path("matches/<uuid:match_id>/", views.match, name="match"),
    path("matches/<uuid:match_id>/picture/<str:language>/<str:digest>.png", picture.picture, name="picture"),
    path("matches/<uuid:match_id>/choose/", views.choose, name="choose"),
    path("matches/<uuid:match_id>/terms/", views.terms, name="terms"),
    path("matches/<uuid:match_id>/hint/", views.hint, name="hint"),
    path("matches/<uuid:match_id>/decide/", views.decide, name="decide"),
    path("matches/<uuid:match_id>/practise/", views.practise_from, name="practise_from"),
    path("matches/<uuid:match_id>/review/", reviews.review, name="review"),
    path("matches/<uuid:match_id>/review/turned/", reviews.turning_points, name="turning_points"),
    path("matches/<uuid:match_id>/review/<int:at>/<str:which>/<int:step>/", reviews.line, name="review_line"),
    path("matches/<uuid:match_id>/review.json", reviews.export, name="review_json"),
    path("matches/<uuid:match_id>/play-on/", views.play_on, name="play_on"),
    path("matches/<uuid:match_id>/rematch/", company.play_again, name="rematch"),
    path("holidays/", clocks.holidays, name="holidays"),
    path("matches/<uuid:match_id>/pause/", clocks.ask(asking.Pause), name="pause_clocks"),
    path("matches/<uuid:match_id>/refuse-pause/", clocks.ask(asking.RefusePause), name="refuse_pause"),
    path("matches/<uuid:match_id>/resume/", clocks.ask(asking.Resume), name="resume_clocks"),
    path("matches/<uuid:match_id>/call-bot/", clocks.ask(asking.CallBot), name="call_bot"),
    path("matches/<uuid:match_id>/end-without/", clocks.ask(asking.EndWithout), name="end_without"),
    path("matches/<uuid:match_id>/end-unrated/", clocks.ask(asking.EndUnrated), name="end_unrated"),
    path("matches/<uuid:match_id>/take-back-seat/", clocks.ask(asking.TakeSeatBack), name="take_seat_back"),
    path("matches/<uuid:match_id>/note/", note_views.write, name="write_note"),
    path("matches/<uuid:match_id>/withdraw/", clocks.ask(asking.Withdraw), name="withdraw_wishes"),
    path("matches/<uuid:match_id>/takeback/", company.takeback(t.AskTakeback), name="ask_takeback"),
    path("matches/<uuid:match_id>/takeback/agree/", company.takeback(t.AgreeToTakeback), name="agree_to_takeback"),
    path("matches/<uuid:match_id>/takeback/refuse/", company.takeback(t.RefuseTakeback), name="refuse_takeback"),
    path("matches/<uuid:match_id>/takeback/withdraw/", company.takeback(t.WithdrawTakeback), name="withdraw_takeback"),
    path("matches/<uuid:match_id>/chat/", company.say, name="say"),
    path("matches/<uuid:match_id>/chat/line/", company.about_line, name="about_line"),
    path("reports/", company.reports, name="reports"),
    path("matches/<uuid:match_id>/next/", company.next_table, name="next_table"),
    path("matches/<uuid:match_id>/replay/", replay_pages.replay, name="replay_end"),
    path("matches/<uuid:match_id>/replay/<int:at>/", replay_pages.replay, name="replay"),
    path("matches/<uuid:match_id>/replay/steps/", replay_pages.steps, name="replay_steps"),
    path("matches/<uuid:match_id>/log/", replay_pages.log, name="log"),
    path("matches/<uuid:match_id>/record/short/", views.short_record, name="short-record"),
    path("matches/<uuid:match_id>/verification/", views.verify, name="verification"),
    path("matches/<uuid:match_id>/record/", views.record, name="record"),
    path("scribe/", scribe.index, name="scribe"),
    path("scribe/<uuid:scribing_id>/", scribe.scribing, name="scribing"),
    path("scribe/<uuid:scribing_id>/step/", scribe.step, name="scribe_step"),
    path("scribe/<uuid:scribing_id>/back/", scribe.back, name="scribe_back"),
    path("scribe/<uuid:scribing_id>/again/", scribe.again, name="scribe_again"),
    path("matches/<uuid:match_id>/listing/", scribe_matches.listing, name="recorded_listing"),
    path("matches/<uuid:match_id>/leave/", scribe_matches.leave, name="recorded_leave"),
    path("scribe/at/<uuid:event>/<str:spot>/", scribe.at_table, name="scribe_at_table"),
    path("scribe/<uuid:scribing_id>/join/", scribe.join, name="scribe_join"),
    path("scribe/<uuid:scribing_id>/report/", scribe.report, name="scribe_report"),
    path("scribe/<uuid:scribing_id>/break-off/", scribe.break_off, name="scribe_break_off"),
    path("scribe/<uuid:scribing_id>/keep/", scribe.keep, name="scribe_keep"),
    path("scribe/<uuid:scribing_id>/hand/", scribe.give_hand, name="scribe_give_hand"),
    path("scribe/<uuid:scribing_id>/withdraw/", scribe.withdraw, name="scribe_withdraw"),
    path("scribe/<uuid:scribing_id>/remove/", scribe.remove_phone, name="scribe_remove_phone"),
    path("scribe/<uuid:scribing_id>/live/", scribe.live, name="scribe_live"),
    path("scribe/<uuid:scribing_id>/follow/", scribe.follow, name="scribe_follow"),
    path("scribe/<uuid:scribing_id>/share/", scribe.share, name="scribe_share"),
    path("scribe/<uuid:scribing_id>/replay/", scribe.replay, name="scribe_replay"),
    path("scribe/<uuid:scribing_id>/record/", scribe.record, name="scribe_record"),
    path("training/", training.training, name="training"),
    path("training/next/", training.next_exercise, name="next_exercise"),
    path("training/<uuid:exercise_id>/", training.exercise, name="exercise"),
    path("training/<uuid:exercise_id>/choose/", training.choose, name="exercise_choose"),
    path("training/<uuid:exercise_id>/terms/", training.terms, name="exercise_terms"),
    path("training/<uuid:exercise_id>/answer/", training.answer, name="exercise_answer"),
    path("matches/<uuid:match_id>/training/", training.object_to, name="object_to_training"),
    path("games/<str:game>/learn/", learning.lessons, name="lessons"),
    path("games/<str:game>/learn/<str:lesson>/", learning.begin, name="begin_lesson"),
    path("games/<str:game>/practice/", own_views.practices, name="practices"),
    path("games/<str:game>/positions/", positions.editor, name="positions"),
    path("games/<str:game>/positions/<uuid:position_id>/", positions.kept, name="position"),
    path("games/<str:game>/positions/<uuid:position_id>/rename/", positions.rename, name="position_rename"),
    path("games/<str:game>/positions/<uuid:position_id>/share/", positions.share, name="position_share"),
    path("games/<str:game>/positions/<uuid:position_id>/drop/", positions.drop, name="position_drop"),
    path("games/<str:game>/scenarios/", scenarios.index, name="scenarios"),
    path("games/<str:game>/scenarios/<slug:name>/", scenarios.scenario, name="scenario"),
    path("games/<str:game>/rules/", rule_views.rules, name="rules"),
    path("games/<str:game>/rules/<str:number>/", rule_views.rule, name="rule"),
    path("games/<str:game>/solo/", solo.ladder, name="solo"),
    path("games/<str:game>/cards/", cardlists.cards, name="cards"),
    path("games/<str:game>/cards/<slug:card>/", cardlists.card, name="card"),
    path("games/<str:game>/card-file/", cardlists.built_in_file, name="built_in_file"),
    path("games/<str:game>/lists/", cardlists.mine, name="card_lists"),
    path("games/<str:game>/lists/new/", cardlists.new, name="new_card_list"),
    path("matches/<uuid:match_id>/cards/", cardlists.match_cards, name="match_cards"),
    path("matches/<uuid:match_id>/cards/<slug:card>/", cardlists.match_card, name="match_card"),
    path("lists/<uuid:list_id>/", cardlists.card_list, name="card_list"),
    path("lists/<uuid:list_id>/add/", cardlists.add_version, name="add_card_list_version"),
    path("lists/<uuid:list_id>/rename/", cardlists.rename, name="rename_card_list"),
    path("lists/<uuid:list_id>/access/", cardlists.change_access, name="change_card_list_access"),
    path("lists/<uuid:list_id>/retire/", cardlists.retire, name="retire_card_list"),
    path("lists/<uuid:list_id>/restore/", cardlists.restore, name="restore_card_list"),
    path("lists/<uuid:list_id>/<int:number>/", cardlists.version, name="card_list_version"),
    path("lists/<uuid:list_id>/<int:number>/file/", cardlists.version_file, name="card_list_file"),
    path("lists/<uuid:list_id>/<int:number>/changes/", cardlists.changes, name="card_list_changes"),
    path("lists/<uuid:list_id>/<int:number>/cards/<slug:card>/", cardlists.version_card, name="card_list_card"),
]
