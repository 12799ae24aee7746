"""Why two players meet, or one has the bye: everything that the rules of the Dutch system say about it, on demand."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import reasons
from tournaments.accounts import queries as accounts
from tournaments.formats.contract import EntrantNo
from web.errors import NotFound
from web.request import asker_or_address

from . import words
from .asking import at_any_moment, look, show, stage_of


@require_safe
@at_any_moment
def why(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, no: int) -> HttpResponse:
    here = look(request, tournament_id)
    names = here.asked.names
    if not accounts.is_whole(stage_of(here.asked, stage)):
        raise NotFound("table_not_paired", stage=stage, round=round_no, table=0)
    [account] = accounts.of_round(here.asked, stage, round_no, EntrantNo(no), asker=asker_or_address(request))
    return show(
        request,
        "why",
        here,
        title=words.why([names[one] for one in account.seats], round_no),
        key=stage,
        round_no=round_no,
        table_no=account.table,
        told=[reasons.said(reason, names) for reason in account.reasons if account.is_whole],
    )
