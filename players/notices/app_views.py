"""The site as an app on a home screen: its manifest, its service worker, and the page without a connection."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
        for size in (192, 512)
    ]
    icons.append({**icons[1], "src": static("img/icon-mask.png"), "purpose": "maskable"})
    body = {
        "name": "Elekt",
        "short_name": "Elekt",
        "description": _("Play, record, replay and organise card games with hidden hands."),
        "lang": get_language(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#1e1a17",
        "theme_color": "#1e1a17",
        "icons": icons,
    }
    response = JsonResponse(body, content_type="application/manifest+json")
    response["Cache-Control"] = "max-age=3600"
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """At the root, since a worker serves only what lies below it."""
    path = finders.find("js/worker.js") or str(settings.STATIC_ROOT / "js" / "worker.js")
    response = HttpResponse(Path(path).read_bytes(), content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "players/notices/offline.html")
