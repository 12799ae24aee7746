"""Every change to a circuit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from ledger import store
from ledger.changing import Folds, Kept
from players.errors import of_ledger
from players.rosters import services as rosters
from tournaments.cache import cache
from tournaments.models import Circuit as Row
from tournaments.queries import existing as existing_tournament
from tournaments.state import State
from web import limits
from web.encoding import component
from web.errors import Conflict, NotFound

from . import commands as c
from .commands import Command
from .decide import decide
from .events import KINDS, CircuitEvent
from .projection import save
from .state import Circuit

MAX_CIRCUITS = 100
"""Of one club, that have not ended."""
Batch = Sequence[CircuitEvent]


@component("CircuitChanged")
@dataclass(frozen=True, slots=True)
class Changed:
    circuit: UUID
    version: int
    repeated: bool = False


def open_circuit(command: c.OpenCircuit, *, by: UUID, decision_id: UUID | None = None) -> Changed:
    """Raises NotFound, NotAllowed, BadRequest, Conflict, TooMany."""
    rosters.check_board(command.club, by)
    limits.OPENED_TABLES.take(str(by))
    circuit = store.new_stream() if decision_id is None else uuid5(decision_id, f"circuit of {by}")
    if Row.objects.filter(club=command.club, ended=False).exclude(id=circuit).count() >= MAX_CIRCUITS:
        raise Conflict("too_many_circuits", most=MAX_CIRCUITS)
    done = CIRCUITS.change(circuit, lambda state: decide(state, command), actor=f"player:{by}", decision_id=decision_id)
    return Changed(circuit, done.version, done.repeated)


def change(
    circuit: UUID, command: Command, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> Changed:
    """Raises NotFound, NotAllowed, BadRequest, Conflict."""

    def decided(state: Circuit) -> Batch:
        assert state.club is not None
        rosters.check_board(state.club, by)
        if isinstance(command, c.CountTournament):
            check_may_count(cache.state(command.tournament), state.club)
        return decide(state, command)

    done = CIRCUITS.change(
        circuit,
        decided,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=_check_there,
    )
    return Changed(circuit, done.version, done.repeated)


def check_may_count(tournament: State, club: UUID) -> None:
    """Raises NotFound, Conflict."""
    existing_tournament(tournament)
    if tournament.settings.club != str(club):
        raise Conflict("not_of_this_club")
    if not tournament.settings.listed:
        raise Conflict("unlisted_in_circuit")
    if any(plan.source.division or plan.source.border for plan in tournament.planned):
        raise Conflict("divisions_in_circuit")


def existing(circuit: UUID) -> Circuit:
    """Raises NotFound."""
    state = CIRCUITS.load(circuit)
    _check_there(state)
    return state


def _check_there(state: Circuit) -> None:
    if not state.version:
        raise NotFound("unknown_circuit")


class Circuits(Folds[Circuit, CircuitEvent]):
    kinds = KINDS
    new = Circuit
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[Circuit, Batch]) -> None:
        save(kept.state, kept.at)


CIRCUITS = Circuits()
