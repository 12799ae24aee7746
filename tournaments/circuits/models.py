"""Read models of circuits, rebuilt from the ledger."""

from __future__ import annotations

from django.db import models


class Circuit(models.Model):
    id = models.UUIDField(primary_key=True)
    club = models.UUIDField(db_index=True)
    title = models.CharField(max_length=120)
    ended = models.BooleanField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"circuit {self.id}"


class CircuitTournament(models.Model):
    """A tournament that belongs to a circuit, to find the circuits of a tournament."""

    circuit = models.ForeignKey(Circuit, models.DO_NOTHING, related_name="+", db_constraint=False)
    tournament = models.UUIDField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("circuit", "tournament"), name="once_in_a_circuit"),)

    def __str__(self) -> str:
        return f"tournament {self.tournament} of circuit {self.circuit_id}"
