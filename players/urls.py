from django.urls import path

from . import views
from .ratings.pages import views as ratings

app_name = "players"
urlpatterns = [
    path("login/", views.LogIn.as_view(), name="log_in"),
    path("logout/", views.log_out, name="log_out"),
    path("signup/", views.sign_up, name="sign_up"),
    path("guest/", views.guest, name="guest"),
    path("account/", views.account, name="account"),
    path("account/keep/", views.keep, name="keep"),
    path("account/password/", views.password, name="password"),
    path("account/erase/", views.erase, name="erase"),
    path("account/tokens/", views.api_tokens, name="tokens"),
    path("account/tokens/<uuid:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("players/<uuid:player_id>/", ratings.player, name="player"),
    path("bots/<str:bot>/", ratings.bot, name="bot"),
    path("ratings/", ratings.ladder, name="ladder"),
    path("ratings/games/<uuid:game_id>/", ratings.rated_game, name="rated_game"),
    path("ratings/calculator/", ratings.calculator, name="calculator"),
    path("ratings/<str:one>/against/<str:two>/", ratings.head_to_head, name="head_to_head"),
]
