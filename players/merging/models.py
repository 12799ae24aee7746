"""Read model of mergers, rebuilt from the ledger."""

from __future__ import annotations

from django.db import models


class Merge(models.Model):
    """``goes`` is, or is said to be, another profile of ``keeps``; ``at`` is the tournament whose organisers decide."""

    class Status(models.TextChoices):
        ASKED = "asked"
        MERGED = "merged"
        DECLINED = "declined"
        PARTED = "parted"

    id = models.UUIDField(primary_key=True)
    keeps = models.UUIDField(db_index=True)
    goes = models.UUIDField(db_index=True)
    at = models.UUIDField(null=True, db_index=True)
    proof = models.CharField(max_length=10, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices)
    asked_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.goes} into {self.keeps}: {self.status}"
