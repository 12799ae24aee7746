"""What stands beside the events, whose own table has no model: the migration makes it and the store uses it."""

from __future__ import annotations

from django.db import models


class Archive(models.Model):
    """A finished stream in one row (see archive.py)."""

    stream = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()
    head = models.BinaryField()
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.stream} to {self.version}"


class Checkpoint(models.Model):
    """How far a projection has read the feed."""

    projection = models.CharField(max_length=100, primary_key=True)
    epoch = models.PositiveSmallIntegerField(default=0)
    xid = models.BigIntegerField(default=0)
    position = models.BigIntegerField(default=0)
    moved_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.projection} at {self.epoch}.{self.xid}.{self.position}"


class Parked(models.Model):
    """An event that a projection could not apply, or that follows such an event in its stream."""

    projection = models.CharField(max_length=100)
    stream = models.UUIDField()
    seq = models.PositiveIntegerField()
    error = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["projection", "stream", "seq"], name="ledger_parked_once")]

    def __str__(self) -> str:
        return f"{self.projection}: {self.stream} {self.seq}"
