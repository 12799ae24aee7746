"""Read models of the calibration, rebuilt from the ledger at will. Sums are whole numbers of millionths, so that games
can be taken out again and a rebuild is equal to the last digit."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ..ratings.models import Ladder


class JudgedGame(models.Model):
    """A rated game that counts, with the places that count: ``1 2 2``."""

    game = models.UUIDField(primary_key=True)
    places = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"game {self.game}: {self.places}"


class _Group(models.Model):
    """Of a ladder, the tables of one ``size``; ``settled`` where nobody's rating was provisional. ``ladder`` is what
    names it in addresses: the numbers of ladders change when ratings are rebuilt."""

    ladder = models.CharField(max_length=140)
    size = models.PositiveSmallIntegerField()
    settled = models.BooleanField()

    class Meta:
        abstract = True


class Judged(_Group):
    """``log_loss`` and ``brier`` are sums over the games, for the prediction of the winner."""

    games = models.PositiveIntegerField(default=0)
    log_loss = models.BigIntegerField(default=0)
    brier = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("ladder", "size", "settled"), name="one_judgement")
        ]

    def __str__(self) -> str:
        return f"{self.games} games of {self.size}"


class JudgedBin(_Group):
    """Predictions of one ``place`` that fell into one tenth (``bin`` 3: from 30% on): ``count`` of them, the sum of
    what was predicted, and how often it ``came`` (a tie is shared by those who tie)."""

    place = models.PositiveSmallIntegerField()
    bin = models.PositiveSmallIntegerField()
    count = models.PositiveIntegerField(default=0)
    predicted = models.BigIntegerField(default=0)
    came = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("ladder", "size", "settled", "place", "bin"), name="one_judged_bin")
        ]

    def __str__(self) -> str:
        return f"place {self.place}, {10 * self.bin}%: {self.count}"


def named(ladder: Ladder) -> str:
    """The name that rows use for it."""
    return "~".join((ladder.game, ladder.ruleset, ladder.speed, ladder.mode))
