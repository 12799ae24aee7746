"""Rows about two people. None of it is in any ledger: it is erased with either of them."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Greatest, Least


class Friendship(models.Model):
    """``asker`` asked ``asked`` to be friends; they are once ``accepted_at`` is set. Two people have one row."""

    asker = models.UUIDField()
    asked = models.UUIDField(db_index=True)
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("asker", "asked"), name="asked_once"),
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="one_row_of_two"),
        )

    def __str__(self) -> str:
        return f"friendship {self.asker} {self.asked}"


class Shunned(models.Model):
    """``owner`` does not read what ``other`` says; if ``blocked``, ``other`` cannot ask or invite either."""

    owner = models.UUIDField()
    other = models.UUIDField(db_index=True)
    blocked = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "other"), name="shunned_once"),)

    def __str__(self) -> str:
        return f"{self.owner} shuns {self.other}"


class Presence(models.Model):
    """When somebody was last online, and whether their friends may see it."""

    player = models.UUIDField(primary_key=True)
    seen_at = models.DateTimeField()
    shown = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"presence of {self.player}"
