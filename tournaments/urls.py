"""Addresses of pages: those of everybody, and those of the desk."""

from __future__ import annotations

from .desk import urls as desk
from .pages import urls as pages

app_name = "tournaments"
urlpatterns = [*pages.urlpatterns, *desk.urlpatterns]
