"""Addresses of pages."""

from __future__ import annotations

from .desk import urls as desk
from .exchange import urls as exchange
from .pages import urls as pages
from .planner import urls as planner

app_name = "tournaments"
urlpatterns = [
    *pages.urlpatterns,
    *desk.urlpatterns,
    *exchange.urlpatterns,
    *planner.urlpatterns,
]
