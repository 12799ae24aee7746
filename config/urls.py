from importlib.util import find_spec

from django.urls import include, path

from . import views

urlpatterns = [
    path("health/", views.health, name="health"),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("players.urls")),
]
if find_spec("matches.urls"):
    urlpatterns += [path("", include("matches.urls"))]
if find_spec("matches.api_urls"):
    urlpatterns += [path("api/v1/", include("matches.api_urls"))]
