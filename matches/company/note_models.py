"""Private notes about a match. Neither a read model nor in a ledger: rows that can be erased."""

from __future__ import annotations

from django.db import models


class OwnNote(models.Model):
    """A player's note on an event of a match. Nobody else ever sees it."""

    match = models.UUIDField()
    event = models.PositiveIntegerField()
    by = models.UUIDField(db_index=True)
    text = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "by", "event"), name="one_own_note_an_event"),)

    def __str__(self) -> str:
        return f"note on event {self.event} of match {self.match}"
