"""Read models of the ratings, rebuilt from the ledger. Values are thousandths of a point.

What a game did is kept twice: as it was published when the game was rated (``RatingChange``, never changed again), and
as it is known now, where a correction has made that differ (``RevisedChange``). What a correction did to each rating is
an ``Adjustment``. So the published lines of a player follow each other without a gap.

Keys of games, lines and corrections are made of their parts, so that a hundred thousand games are written without
asking for any. The database draws none of them; the fields are automatic ones because SQLite then needs no index.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from .elo import PROVISIONAL, START
from .one_game import SEAT_BITS
from .outcome import BOT

NUMBER_BITS = 32


class Ladder(models.Model):
    """``facts`` is how many there are, and the number of the last. Its row locks everything below.

    ``rules`` are ``events.Rules``; ``month`` (``2026-11``) is how far the calendar has come where it matters, the open
    rating period in FIDE mode; ``""`` where it does not.
    """

    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    speed = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=10)
    facts = models.PositiveIntegerField(default=0)
    rules = models.JSONField(default=dict)
    month = models.CharField(max_length=7, blank=True, default="")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("game", "ruleset", "speed", "mode"), name="one_ladder")
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.game, self.ruleset, self.speed, self.mode)))

    def key(self, number: int) -> int:
        """The key of a fact."""
        return self.pk << NUMBER_BITS | number

    @staticmethod
    def number(key: int) -> int:
        """The number of the fact with this key."""
        return key & (1 << NUMBER_BITS) - 1


class Rating(models.Model):
    """A player or bot on a ladder, as known now. ``last`` is the number of the last fact that moved them, ``line`` the
    key of the last change that was published."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, db_index=False)
    who = models.CharField(max_length=60)
    value = models.IntegerField(default=START)
    games = models.PositiveIntegerField(default=0)
    last = models.PositiveIntegerField(default=0)
    line = models.BigIntegerField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("ladder", "who"), name="one_rating")
        ]
        indexes = (models.Index(fields=("ladder", "-value"), name="ratings_order"),)

    def __str__(self) -> str:
        return f"{self.who}: {self.value / 1000:.1f}"

    @property
    def is_bot(self) -> bool:
        return self.who.startswith(BOT)

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL


class RatedGame(models.Model):
    """``corrected_by`` is the number of the last correction or annulment, ``source`` as in ``events.GameRated``. An
    annulled game is ``suspended`` as long as that is not the last word.

    Each ``game`` stands here once, for it is the stream that its fact begins. An index that makes sure of it again
    would look at every row that a rebuild has replaced, which took a fifth of the rebuild.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.UUIDField(db_index=True)
    ladder = models.ForeignKey(Ladder, models.CASCADE, db_index=False, db_constraint=False)
    number = models.PositiveIntegerField()
    played_at = models.DateTimeField()
    annulled = models.BooleanField(default=False)
    suspended = models.BooleanField(default=False)
    corrected_by = models.PositiveIntegerField(null=True)
    source = models.CharField(max_length=60, blank=True, default="")

    def __str__(self) -> str:
        return f"rated game {self.game}"


class Line(models.Model):
    """What a game did to one player: ``place`` 0 if only the winner is known, ``games`` those played before."""

    id = models.BigAutoField(primary_key=True)
    rating = models.ForeignKey(Rating, models.CASCADE, db_index=False, db_constraint=False)
    place = models.PositiveSmallIntegerField()
    before = models.IntegerField()
    after = models.IntegerField()
    k = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"

    @property
    def seat(self) -> int:
        return self.pk & (1 << SEAT_BITS) - 1

    @property
    def game_key(self) -> int:
        return self.pk >> SEAT_BITS


class RatingChange(Line):
    """As published when the game was rated. ``previous`` is the key of the player's previous line: their lines are
    linked back from ``Rating.line``. An index by player instead would make a rebuild a third longer."""

    previous = models.BigIntegerField(null=True)


class RevisedChange(Line):
    """As known now, if that differs from what was published for the same game and seat."""


class Correction(models.Model):
    """A fact beside the games; its key is that of the fact. Either a game was corrected or annulled (``rated``), or
    ratings were moved otherwise: ``kind`` and ``data`` are the event as it is stored. An import that was undone is
    ``undone``. ``actor`` and ``reason`` say who and why. ``stream`` is the one that the fact begins."""

    id = models.BigAutoField(primary_key=True)
    stream = models.UUIDField(null=True)
    kind = models.CharField(max_length=30, default="")
    data = models.JSONField(default=dict)
    rated = models.ForeignKey(RatedGame, models.CASCADE, null=True, db_constraint=False)
    annulled = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)
    at = models.DateTimeField()
    actor = models.CharField(max_length=100, blank=True, default="")
    reason = models.CharField(max_length=500, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PeriodEnd(models.Model):
    """Where a ladder in FIDE mode stood when a rating period had ended, as known now: whatever comes after it goes on
    from there. ``players`` are ``periods.Carried``, by who they are."""

    closing = models.OneToOneField(Correction, models.CASCADE, primary_key=True, db_constraint=False)
    players = models.JSONField()

    def __str__(self) -> str:
        return f"end of a period {self.pk}"


class Adjustment(models.Model):
    """What a correction did to a rating when it was published. At the end of a rating period also why: ``games``,
    ``k``, and ``expected`` and ``scored`` in hundredths of a game."""

    correction = models.ForeignKey(Correction, models.CASCADE, db_index=False, db_constraint=False)
    rating = models.ForeignKey(Rating, models.CASCADE, db_constraint=False)
    before = models.IntegerField()
    after = models.IntegerField()
    games = models.PositiveSmallIntegerField(null=True)
    k = models.PositiveSmallIntegerField(null=True)
    expected = models.PositiveIntegerField(null=True)
    scored = models.PositiveIntegerField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("correction", "rating"), name="one_adjustment")
        ]

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"
