"""Rows about time. None is a read model: they describe what is beside the events, and can be lost without harm."""

from __future__ import annotations

from django.db import models


class Served(models.Model):
    """One row: the tables' clock when a web process was last known to serve, and by which clock of
    which machine that was measured (``clocks.service_time``)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beats = models.PositiveBigIntegerField()
    instant = models.BigIntegerField()
    boot = models.CharField(max_length=64)
    steady = models.BigIntegerField()
    """Milliseconds of a clock that nobody can set, since that boot."""

    def __str__(self) -> str:
        return f"served until {self.instant}"


class PlayerHours(models.Model):
    """When a player's time in correspondence does not count: their zone, and their holidays. Nobody else
    sees the row; the time that a clock was given because of it stands in the match's record (``TimeGiven``)."""

    player = models.UUIDField(primary_key=True)
    zone = models.CharField(max_length=60)
    holidays = models.JSONField(default=list)
    """Pairs of a first and a last day (ISO 8601)."""

    def __str__(self) -> str:
        return f"hours of {self.player}"


class UsedHoliday(models.Model):
    """A day of a player's holidays for which a clock of theirs was given time, by their own zone. It stays used,
    whatever becomes of the holiday and of the match."""

    player = models.UUIDField()
    day = models.DateField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("player", "day"), name="one_used_holiday"),)

    def __str__(self) -> str:
        return f"{self.day} of {self.player}"


class Presence(models.Model):
    """When the player of a seat was last there, as an instant of the tables' clock; ``told``: the others were told that
    they are away."""

    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    seen = models.BigIntegerField(db_index=True)
    told = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "seat"), name="one_presence"),)

    def __str__(self) -> str:
        return f"seat {self.seat} of match {self.match}"


class Wish(models.Model):
    """What somebody at a table wants, while others have to agree yet (``clocks.asking``). It lapses when play goes on
    behind ``version``."""

    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    word = models.CharField(max_length=20)
    version = models.PositiveBigIntegerField(default=0)
    at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "seat", "word"), name="one_wish"),)

    def __str__(self) -> str:
        return f"{self.word} by seat {self.seat} of match {self.match}"


class Outage(models.Model):
    """From ``begin`` to ``end`` (instants of the tables' clock) nothing served the tables."""

    begin = models.BigIntegerField()
    end = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"outage of {self.end - self.begin} ms"
