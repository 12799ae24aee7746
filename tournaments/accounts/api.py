"""The account of a round through the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, cast
from uuid import UUID

from msgspec import Meta
from rest_framework.request import Request

from tournaments import queries, reasons
from tournaments.commands.fields import Number
from tournaments.formats.contract import EntrantNo
from web import limits
from web.api.endpoint import Endpoint, operation, queried
from web.decoding import from_form

from .queries import of_round


@dataclass(frozen=True, slots=True)
class OfEntrant:
    no: Annotated[Number | None, Meta(description="Only the table, or the bye, of this entrant.")] = None


@dataclass(frozen=True, slots=True)
class ReasonShown:
    code: Annotated[str, "As docs/formats/ lists them."]
    data: dict[str, Any]
    said: Annotated[str, "In the language that was asked for."]


@dataclass(frozen=True, slots=True)
class AccountShown:
    table: Annotated[int, "0 for the bye."]
    seats: Sequence[EntrantNo]
    whole: Annotated[
        bool,
        "All that the rules of the round say; else the reason that was kept with the table: of other systems than the "
        "FIDE Dutch one, and of what an arbiter or a repair seated.",
    ]
    reasons: list[ReasonShown]


class RoundAccount(Endpoint):
    refusals = {"GET": ("400", "401", "404", "503")}

    @operation("account_for_round", parameters=queried(OfEntrant))
    def get(self, request: Request, tournament_id: UUID, stage: str, round_no: int) -> list[AccountShown]:
        """Why each table and the bye were chosen: which options came before, and which criterion ruled each out."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        only = cast(EntrantNo | None, from_form(OfEntrant, request.query_params).no)
        return [
            AccountShown(
                one.table,
                one.seats,
                one.is_whole,
                [ReasonShown(why.code, dict(why.data), reasons.said(why, asked.names)) for why in one.reasons],
            )
            for one in of_round(asked, stage, round_no, only, asker=limits.asker(request, self.player))
        ]
