"""The read model of rosters, rebuilt from the ledger."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class RosterPerson(models.Model):
    """Somebody on a club's roster, under their ``number`` there."""

    club = models.UUIDField()
    player = models.UUIDField(db_index=True)
    number = models.PositiveIntegerField()
    played = models.BooleanField()
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("club", "player"), name="once_on_a_roster"),
            models.UniqueConstraint(fields=("club", "number"), name="one_number_each"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on the roster of {self.club}"
