from __future__ import annotations

from django.urls import path

from tournaments.finished import picture as share_picture

from . import acting, views, wall_views, why

_one = "tournaments/<uuid:tournament_id>/"
_table = f"{_one}tables/<str:stage>/<int:round_no>/<int:table_no>/"
urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path(_one, views.tournament, name="tournament"),
    path(f"{_one}enter/", acting.enter, name="enter"),
    path(f"{_one}withdraw/", acting.withdraw, name="withdraw"),
    path(f"{_one}check-in/", acting.check_in, name="check_in"),
    path(f"{_one}challenge/", acting.challenge, name="challenge"),
    path(f"{_one}entrants/<int:no>/", views.entrant, name="entrant"),
    path(_table, views.table, name="table"),
    path(f"{_table}here/", acting.here, name="here"),
    path(f"{_table}report/", acting.report, name="report"),
    path(f"{_table}object/", acting.object_to, name="object"),
    path(f"{_one}why/<str:stage>/<int:round_no>/<int:no>/", why.why, name="why"),
    path(f"{_one}log/", views.change_log, name="log"),
    path(f"{_one}picture/", views.picture, name="picture"),
    path(f"{_one}podium/<str:language>/<str:digest>.png", share_picture.picture, name="share_picture"),
    path(f"{_one}wall/", wall_views.on_the_wall, name="wall"),
    path(f"{_one}print/", wall_views.prints, name="print"),
    path(f"{_one}print/<str:sheet>/", wall_views.printed, name="printed"),
]
