from django.urls import include, path, re_path

from web.api.endpoint import nowhere

handler400 = "web.middleware.unreadable"
handler500 = "web.middleware.fault"
urlpatterns = [  # an address is compared with all that stand before it: those of tables are asked for most
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("matches.api_urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/v1/", include("players.api_urls")),
    re_path("^api/v1/", nowhere),
    path("", include("matches.urls")),
    path("", include("players.urls")),
    path("", include("players.factors.urls")),
    path("", include("tournaments.urls")),
]
