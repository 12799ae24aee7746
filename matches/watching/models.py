"""Where spectators are who see a match late. No read model: a hint, which can be lost without harm."""

from __future__ import annotations

from django.db import models


class Watched(models.Model):
    """Spectators of a match have been told of everything up to event ``version``; at ``due_at`` time shows them more.

    The id is that of their live stream (``watching.live``).
    """

    id = models.UUIDField(primary_key=True)
    match = models.UUIDField(unique=True)
    version = models.PositiveIntegerField()
    due_at = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"spectators of match {self.match}"
