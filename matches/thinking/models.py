"""Rows about thoughts. None is a read model: they can be lost without harm, and ``tasks.resend`` finds what is due."""

from __future__ import annotations

from django.db import models


class Thought(models.Model):
    """A decision of a bot that takes long: it waits for a thinker, or one is at it.

    A thinker shows every second that it is still there (``seen_at``); where it does not, another takes the thought up.
    """

    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    queued_at = models.DateTimeField()
    thinker = models.CharField(max_length=64, blank=True, default="")
    seen_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    """How many thinkers have begun it."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "seat"), name="one_thought"),)

    def __str__(self) -> str:
        return f"thought of seat {self.seat} of match {self.match} at {self.version}"


class Hint(models.Model):
    """What a level would do at a question, asked for by its player while they learn. It stays: who has taken a hint has
    not decided alone, and everybody may know it once the match is over.
    """

    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    asked_at = models.DateTimeField()
    thinker = models.CharField(max_length=64, blank=True, default="")
    seen_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField(blank=True, default="")
    """JSON, once it is there (``hints``)."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "seat", "version"), name="one_hint"),)
        indexes = (models.Index(fields=("asked_at",), condition=models.Q(answer=""), name="hints_waiting"),)

    def __str__(self) -> str:
        return f"hint for seat {self.seat} of match {self.match} at {self.version}"


class ThinkingTime(models.Model):
    """What the bots of one match have used of the processors. ``debt`` (ms) is paid off as time passes since ``at``."""

    match = models.UUIDField(primary_key=True)
    used = models.PositiveBigIntegerField()
    debt = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.used} ms for match {self.match}"
