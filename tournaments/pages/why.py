"""Why somebody meets somebody, or has the bye: all that the rules of the Dutch system have to say of it, on demand."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from matches.asking import asker
from matches.errors import NotFound
from tournaments import queries, reasons, stages
from tournaments.formats.contract import Bye, CannotPair, EntrantNo
from tournaments.formats.dutch import DUTCH
from tournaments.queries import Asked
from tournaments.state import Stage

from . import words
from .asking import look, show, stage_of


@require_GET
def why(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, no: int) -> HttpResponse:
    here = look(request, tournament_id)
    table_no, seats = _seats(stage_of(here.asked, stage), round_no, EntrantNo(no))
    before = queries.before_pairing(tournament_id=tournament_id, player=asker(request), stage=stage, round_no=round_no)
    return show(
        request,
        "why",
        here,
        title=words.why([here.asked.names[one] for one in seats], round_no),
        key=stage,
        round_no=round_no,
        table_no=table_no,
        told=_told(before, stage, seats),
    )


def _seats(stage: Stage, round_no: int, no: EntrantNo) -> tuple[int, Sequence[EntrantNo]]:
    """The table and its seats, 0 and one alone for the bye. Raises NotFound."""
    one = stage.round(round_no)
    if one is not None and stages.format_in(stage) is DUTCH:
        for table in one.tables.values():
            if no in table.pairing.seats:
                return table.no, table.pairing.seats
        if one.byes.get(no) is Bye.PAIRING:
            return 0, (no,)
    raise NotFound("table_not_paired", stage=stage.key, round=round_no, table=0)


def _told(before: Asked, key: str, seats: Sequence[EntrantNo]) -> list[str]:
    """Nothing where an arbiter has seated them otherwise, or a repair has."""
    try:
        account = DUTCH.account(stages.stage_of(before.state, key), seats)
    except CannotPair:
        return []
    return [reasons.said(reason, before.names) for reason in account]
