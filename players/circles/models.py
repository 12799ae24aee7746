"""Read models of circles, rebuilt from the ledger."""

from __future__ import annotations

from django.db import models


class ClubCircle(models.Model):
    """A circle, and how far its stream has come: the verifier misses one that is gone."""

    id = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"circle {self.id}"


class CircleClub(models.Model):
    """A club of a circle, or one that is invited (``joined`` false); a club is in one circle at most."""

    circle = models.UUIDField(db_index=True)
    club = models.UUIDField(db_index=True)
    name = models.CharField(max_length=80)
    joined = models.BooleanField()
    accepted = models.BooleanField(default=False)
    approved = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("circle", "club"), name="once_in_a_circle"),
            models.UniqueConstraint(fields=("club",), condition=models.Q(joined=True), name="one_circle_of_a_club"),
        )

    def __str__(self) -> str:
        return f"club {self.club} in circle {self.circle}"
