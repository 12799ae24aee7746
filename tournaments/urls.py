"""Addresses of pages."""

from __future__ import annotations

from .announcements import urls as announcements
from .arrivals import urls as arrivals
from .circuits import urls as circuits
from .claims import urls as claims
from .consent import urls as consent
from .desk import urls as desk
from .evenings import urls as evenings
from .exchange import urls as exchange
from .leagues import urls as leagues
from .pages import urls as pages
from .planner import urls as planner

app_name = "tournaments"
urlpatterns = [
    *announcements.urlpatterns,
    *pages.urlpatterns,
    *circuits.urlpatterns,
    *claims.urlpatterns,
    *arrivals.urlpatterns,
    *consent.urlpatterns,
    *desk.urlpatterns,
    *evenings.urlpatterns,
    *exchange.urlpatterns,
    *planner.urlpatterns,
    *leagues.urlpatterns,
]
