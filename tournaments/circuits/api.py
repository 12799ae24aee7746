"""Circuits through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import URLPattern
from rest_framework.request import Request

from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import CHANGES, READS, Endpoint, operation, queried
from web.decoding import SentOnce, decoded, from_query
from web.encoding import Created

from . import commands as c
from . import queries, services
from .services import Changed

CIRCUIT = Of("circuit_id", services.change, Changed)
OF_CIRCUITS = (
    Change("count/", "count_tournament_in_circuit", c.CountTournament),
    Change("leave-out/", "leave_tournament_out_of_circuit", c.LeaveOut),
    Change("end/", "end_circuit", c.EndCircuit),
)


@dataclass(frozen=True, slots=True)
class OfClub:
    club: UUID


class Circuits(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @operation("list_circuits", parameters=queried(OfClub))
    def get(self, request: Request) -> list[queries.Line]:
        """The circuits of a club."""
        return queries.circuits(club=from_query(OfClub, request.query_params).club)

    @operation("open_circuit", (c.OpenCircuit, SentOnce))
    def post(self, request: Request) -> Created[Changed]:
        command, sent = decoded(c.OpenCircuit, SentOnce, request.data)
        return Created(services.open_circuit(command, by=self.me, decision_id=sent.decision_id))


class Circuit(Endpoint):
    refusals = {**READS, **CHANGES}

    @operation("get_circuit")
    def get(self, request: Request, circuit_id: UUID) -> queries.Shown:
        """A circuit with its standings as its tournaments stand now."""
        return queries.circuit(circuit_id=circuit_id, player=self.player)

    post = changes.posting(CIRCUIT, Change("", "change_circuit", c.ChangeCircuit))


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is a circuit's address."""
    return changes.addresses(one, CIRCUIT, OF_CIRCUITS)
