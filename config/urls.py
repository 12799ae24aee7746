from django.urls import include, path

handler400 = "web.middleware.unreadable"
handler500 = "web.middleware.fault"
urlpatterns = [
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/v1/", include("players.api_urls")),
    path("api/v1/", include("matches.api_urls")),
    path("", include("players.urls")),
    path("", include("players.factors.urls")),
    path("", include("tournaments.urls")),
    path("", include("matches.urls")),
]
