"""Read models of the solo ladder, rebuilt from the ledger. A level is ``""`` if the ruleset has none."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class SoloGame(models.Model):
    """A match of one person against automata that counts for the ladder, from its beginning."""

    match = models.UUIDField(primary_key=True)
    player = models.UUIDField()
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    level = models.CharField(max_length=40, blank=True)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    won = models.BooleanField(default=False)
    margin = models.SmallIntegerField(default=0)
    rounds = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=("player", "ruleset", "level", "begun_at"), name="solo_games_of"),)

    def __str__(self) -> str:
        return f"solo game {self.match}"


class SoloStanding(models.Model):
    """How a player stands at one level (``standings.Standing``); ``order`` sorts the ladder, the greatest first."""

    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    level = models.CharField(max_length=40, blank=True)
    player = models.UUIDField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    best_margin = models.SmallIntegerField(null=True)
    fewest_rounds = models.PositiveSmallIntegerField(null=True)
    streak = models.PositiveIntegerField()
    best_streak = models.PositiveIntegerField()
    best = models.UUIDField(null=True)
    last_at = models.DateTimeField()
    order = models.CharField(max_length=40)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("game", "ruleset", "level", "player"), name="one_solo_standing")
        ]
        indexes = (models.Index(fields=("game", "ruleset", "level", "-order"), name="solo_order"),)

    def __str__(self) -> str:
        return f"{self.player} at {self.ruleset} {self.level}"
