from django.urls import path

from . import reset_views, return_views, views
from .calibration import views as calibration
from .circles import views as circles
from .clubs import views as clubs
from .friends import commands as f
from .friends import views as friends
from .merging import views as merging
from .notices import app_views as app
from .notices import commands as n
from .notices import views as notices
from .ratings.pages import correcting, ladder_views
from .ratings.pages import views as ratings
from .rosters import views as rosters

app_name = "players"
urlpatterns = [
    path("login/", views.LogIn.as_view(), name="log_in"),
    path("logout/", views.log_out, name="log_out"),
    path("signup/", views.sign_up, name="sign_up"),
    path("guest/", views.guest, name="guest"),
    path("return/", return_views.come_back, name="come_back"),
    path("account/return/", return_views.return_code, name="return_code"),
    path("account/return/revoke/", return_views.revoke_return_code, name="revoke_return_code"),
    path("account/", views.account, name="account"),
    path("account/keep/", views.keep, name="keep"),
    path("account/password/", views.password, name="password"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("worker.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("reset/", reset_views.ask, name="ask_reset"),
    path("reset/new/", reset_views.set_new, name="reset_password"),
    path("notices/confirm/", notices.confirm, name="confirm_address"),
    path("notices/stop/", notices.stop, name="stop_notices"),
    path("account/notices/", notices.notices, name="notices"),
    path("account/notices/choose/", notices.change(n.ChooseNotices, notices.chosen), name="choose_notices"),
    path("account/notices/address/", notices.change(n.EnterAddress, notices.entered), name="enter_address"),
    path("account/notices/devices/", notices.change(n.AddDevice, notices.added), name="add_device"),
    path("account/notices/devices/remove/", notices.change(n.RemoveDevice, notices.removed), name="remove_device"),
    path("account/erase/", views.erase, name="erase"),
    path("account/merge/", merging.merge, name="merge"),
    path("account/merge/confirm/", merging.confirm, name="confirm_merge"),
    path("account/merge/<uuid:merger>/undo/", merging.part, name="part"),
    path("account/tokens/", views.api_tokens, name="tokens"),
    path("account/tokens/<uuid:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("friends/", friends.friends, name="friends"),
    path("friends/ask/", friends.change(f.AskToBeFriends), name="ask_to_be_friends"),
    path("friends/accept/", friends.change(f.AcceptFriend), name="accept_friend"),
    path("friends/end/", friends.change(f.EndFriendship), name="end_friendship"),
    path("friends/requests/", friends.requests, name="friend_requests"),
    path("friends/requests/refuse/", friends.change(f.RefuseAllRequests), name="refuse_all_requests"),
    path("friends/mute/", friends.change(f.MutePlayer), name="mute_player"),
    path("friends/block/", friends.change(f.BlockPlayer), name="block_player"),
    path("friends/pardon/", friends.change(f.PardonPlayer), name="pardon_player"),
    path("friends/presence/", friends.change(f.ShowPresence), name="show_presence"),
    path("players/<uuid:player_id>/", ratings.player, name="player"),
    path("bots/<str:bot>/", ratings.bot, name="bot"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new, name="new_club"),
    path("clubs/<uuid:club_id>/", clubs.club, name="club"),
    path("clubs/<uuid:club_id>/settings/", clubs.settings, name="club_settings"),
    path("clubs/<uuid:club_id>/roster/", rosters.roster, name="roster"),
    path("clubs/<uuid:club_id>/roster/add/", rosters.add, name="roster_add"),
    path("clubs/<uuid:club_id>/roster/complete/", rosters.complete, name="roster_complete"),
    path("clubs/<uuid:club_id>/roster/came/", rosters.came, name="roster_came"),
    path("clubs/<uuid:club_id>/roster/rename/", rosters.rename, name="roster_rename"),
    path("clubs/<uuid:club_id>/roster/unlist/", rosters.unlist, name="roster_unlist"),
    path("clubs/<uuid:club_id>/roster/merging/", rosters.merging, name="roster_merging"),
    path("clubs/<uuid:club_id>/roster/merge/", rosters.merge, name="roster_merge"),
    path("clubs/<uuid:club_id>/roster/part/", rosters.part, name="roster_part"),
    path("clubs/<uuid:club_id>/roster/claim/", rosters.claim, name="roster_claim"),
    path("clubs/<uuid:club_id>/roster/claim/undo/", rosters.take_back, name="roster_unclaim"),
    path("clubs/<uuid:club_id>/roster/answer/", rosters.answer, name="roster_answer"),
    path("clubs/<uuid:club_id>/circle/", circles.circle, name="circle"),
    path("clubs/<uuid:club_id>/circle/<slug:what>/", circles.act, name="circle_act"),
    path("clubs/<uuid:club_id>/<slug:what>/", clubs.act, name="club_act"),
    path("ratings/", ratings.ladder, name="ladder"),
    path("ratings/games/<uuid:game_id>/", ratings.rated_game, name="rated_game"),
    path("ratings/games/<uuid:game_id>/correct/", correcting.correct, name="correct_rated_game"),
    path("ratings/lists/", ratings.rating_lists, name="rating_lists"),
    path("ratings/seasons/", ratings.rating_seasons, name="rating_seasons"),
    path("ratings/rules/", ladder_views.ladder_rules, name="ladder_rules"),
    path("ratings/import/", ladder_views.bring_in, name="bring_in"),
    path("ratings/calibration/", calibration.calibration, name="calibration"),
    path("ratings/calculator/", ratings.calculator, name="calculator"),
    path("ratings/<str:one>/against/<str:two>/", ratings.head_to_head, name="head_to_head"),
]
