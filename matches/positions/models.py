"""Read model of kept positions, rebuilt from the ledger."""

from __future__ import annotations

from django.db import models

from web.encoding import component


class KeptPosition(models.Model):
    """A position, as projected from its stream (``matches.positions.events``); a dropped one has no row."""

    @component("PositionAccessEnum")
    class Access(models.TextChoices):
        OWNER = "owner"
        LINK = "link"

    id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    owner = models.UUIDField()
    name = models.CharField(max_length=80)
    access = models.CharField(max_length=10, choices=Access.choices)
    ruleset = models.CharField(max_length=60)
    seats = models.PositiveSmallIntegerField()
    options = models.JSONField()
    cards = models.CharField(max_length=64, blank=True)
    card_list = models.UUIDField(null=True)
    position = models.JSONField()
    kept_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField()

    class Meta:
        app_label = "matches"
        indexes = (models.Index(fields=("owner", "-changed_at"), name="kept_positions_of"),)

    def __str__(self) -> str:
        return f"kept position {self.id}"
