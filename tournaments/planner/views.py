from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.request import asker_or_address, private

from . import options
from .forms import PlannerForm


@require_safe
def planner(request: HttpRequest) -> HttpResponse:
    """The question is in the address, so an answer can be shared."""
    form = PlannerForm(request.GET) if request.GET else PlannerForm()
    rows = None
    if form.is_bound and form.is_valid():
        rows = options.options(form.asked(), asker_or_address(request))
    context = {"form": form, "rows": rows, "asked": form.asked() if rows is not None else None}
    return private(render(request, "tournaments/planner/planner.html", context, status=422 if form.errors else 200))
