"""Read model of recorded games, rebuilt from the ledger; and the one thing that is not: the names that were typed."""

from __future__ import annotations

from django.db import models


class Scribing(models.Model):
    """A game at a real table, as projected from its stream (``matches.scribe.events``)."""

    id = models.UUIDField(primary_key=True)
    owner = models.UUIDField()
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    seats = models.PositiveSmallIntegerField()
    entries = models.PositiveIntegerField()
    """In force: what was taken back does not count."""
    begun_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ranks = models.JSONField(default=list)
    version = models.PositiveIntegerField()
    event = models.UUIDField(null=True)
    """The tournament at whose table it is played, and which table that is."""
    spot = models.CharField(max_length=60, blank=True, default="")
    live = models.PositiveSmallIntegerField(null=True)
    """How many minutes late spectators may follow it; None: not at all."""
    match = models.UUIDField(null=True)
    """What it has become, once it was kept."""
    seen_by_all = models.CharField(max_length=64, blank=True, default="")
    """What spectators saw of it, once it can be kept (``matches.scribe.essence``)."""

    class Meta:
        app_label = "matches"
        indexes = (
            models.Index(fields=("owner", "-changed_at"), name="scribings_of"),
            models.Index(fields=("event", "spot"), condition=models.Q(event__isnull=False), name="scribings_at"),
            models.Index(fields=("seen_by_all",), condition=~models.Q(seen_by_all=""), name="scribings_seen"),
        )

    def __str__(self) -> str:
        return f"recorded game {self.id}"


class ScribePhone(models.Model):
    """Somebody who records a game, from a seat or as a spectator (``viewer`` None): the owner is one of them."""

    scribing = models.UUIDField()
    player = models.UUIDField(db_index=True)
    viewer = models.PositiveSmallIntegerField(null=True)

    class Meta:
        app_label = "matches"
        constraints = (models.UniqueConstraint(fields=("scribing", "player"), name="one_scribe_phone_a_player"),)

    def __str__(self) -> str:
        return f"{self.player} records {self.scribing}"


class ScribedName(models.Model):
    """What somebody at the table is called. No event holds it, so it can be forgotten while the record stays."""

    scribing = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)

    class Meta:
        app_label = "matches"
        constraints = (models.UniqueConstraint(fields=("scribing", "seat"), name="one_scribed_name_a_seat"),)

    def __str__(self) -> str:
        return f"the name of seat {self.seat} in {self.scribing}"
