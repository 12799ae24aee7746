"""The read models of rosters, rebuilt from the ledger."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class ClubRoster(models.Model):
    """A roster's stream, and how far it has come: the verifier misses one that is gone."""

    id = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"roster {self.id}"


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
