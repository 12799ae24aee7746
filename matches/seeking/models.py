"""Rows of those who wait for a rated match. Nothing here is in the ledger: once they are seated, the table is."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest, Least

WAITING, SEATED, LEFT, DROPPED = "waiting", "seated", "left", "dropped"
"""What has become of it: they still wait, sit at a table, have left, or were no longer there."""
IS_WAITING = Q(status=WAITING)


class Seek(models.Model):
    """Somebody who waits, or has waited, for a match on these terms. Its row says, too, what its page shows: the
    ``range`` in points (0: anybody) and how many ``others`` waited when that was last looked at, ``told`` steps after
    ``since``; ``version`` counts what the page has to hear.

    ``seen`` is an instant of the tables' clock (``clocks.service_time``) at which they were still there.
    """

    id = models.UUIDField(primary_key=True)
    player = models.UUIDField(db_index=True)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    seats = models.PositiveSmallIntegerField()
    control = models.CharField(max_length=20)
    """The name of a time control (``clocks.controls.PRESETS``)."""
    live = models.BooleanField()
    widest = models.PositiveIntegerField()
    bots = models.BooleanField()
    status = models.CharField(max_length=10, default=WAITING)
    since = models.DateTimeField()
    seen = models.BigIntegerField()
    range = models.PositiveIntegerField(default=0)
    others = models.PositiveIntegerField(default=0)
    told = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    table = models.UUIDField(null=True)
    match = models.UUIDField(null=True)
    ended_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player",), condition=IS_WAITING & Q(live=True), name="one_live_seek"),
            models.UniqueConstraint(
                fields=("player", "game", "ruleset", "seats", "control"), condition=IS_WAITING, name="one_seek_of_terms"
            ),
        )
        indexes = (
            models.Index(fields=("game", "ruleset", "seats", "control"), condition=IS_WAITING, name="seeks_waiting"),
        )

    def __str__(self) -> str:
        return f"seek {self.id}"


class BrowserUse(models.Model):
    """A browser from which a player has asked for a rated match: two who share one are not seated together.

    ``browser`` is the hash of a number that the browser keeps in a cookie.
    """

    browser = models.CharField(max_length=64)
    player = models.UUIDField(db_index=True)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("browser", "player"), name="one_browser_use"),)

    def __str__(self) -> str:
        return f"browser of {self.player}"


OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED = "open", "accepted", "declined", "withdrawn", "expired"
"""What has become of a challenge."""


class Challenge(models.Model):
    """One person asks another for a match. ``turn`` is who has to answer the last offer, ``offers`` counts them: each
    is answered by its number, so that nobody accepts terms that they have not seen."""

    id = models.UUIDField(primary_key=True)
    challenger = models.UUIDField(db_index=True)
    challenged = models.UUIDField(db_index=True)
    turn = models.UUIDField()
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    seats = models.PositiveSmallIntegerField()
    control = models.CharField(max_length=20, blank=True)
    """As of a seek; ``""``: no clocks."""
    rated = models.BooleanField()
    offers = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=10, default=OPEN)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)
    table = models.UUIDField(null=True)
    match = models.UUIDField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Least("challenger", "challenged"),
                Greatest("challenger", "challenged"),
                condition=Q(status=OPEN),
                name="one_open_challenge_of_two",
            ),
        )
        indexes = (models.Index(fields=("expires_at",), condition=Q(status=OPEN), name="challenges_open"),)

    def __str__(self) -> str:
        return f"challenge {self.id}"
