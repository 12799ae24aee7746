"""Exercises, and what people answered. Neither a read model nor in a ledger: an exercise is an artefact of a review and
can be made again, and answers are private rows that are erased with whoever gave them."""

from __future__ import annotations

from django.db import models


class Exercise(models.Model):
    """A position as one seat saw it, with one clearly best choice.

    ``facts`` are those that the seat knew before its decision ``number``, packed (``elekt_core.review.mining``).
    ``source`` is the match, None where bots played in no match. ``rating`` is in thousandths, moved by answers.
    """

    id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    seats = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    round = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=40, blank=True)
    theme = models.CharField(max_length=60, blank=True)
    options = models.PositiveIntegerField()
    missed = models.BooleanField()
    gap = models.PositiveIntegerField()
    best = models.JSONField()
    choices = models.JSONField()
    """The other choices that both judges have looked at: decision, loss, standard error."""
    terms = models.JSONField()
    facts = models.TextField()
    judge = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    source = models.UUIDField(null=True, db_index=True)
    source_at = models.PositiveIntegerField()
    bots = models.JSONField(default=list)
    rating = models.IntegerField()
    rated_answers = models.PositiveIntegerField(default=0)
    withdrawn = models.BooleanField(default=False)
    added_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("game", "withdrawn", "rating"), name="exercises_by_rating"),)

    def __str__(self) -> str:
        return f"exercise {self.id}"


class Answer(models.Model):
    """What somebody chose, None for whoever gave up. Only a player's ``first`` answer to an exercise counts for the
    ratings; ``gain`` is what it brought, in thousandths."""

    player = models.UUIDField()
    exercise = models.ForeignKey(Exercise, models.CASCADE, related_name="answers")
    first = models.BooleanField()
    decision = models.JSONField(null=True)
    right = models.BooleanField()
    loss = models.PositiveIntegerField()
    error = models.PositiveIntegerField()
    terms = models.JSONField(default=list)
    rated = models.BooleanField()
    gain = models.IntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "exercise"), condition=models.Q(first=True), name="one_first_answer"
            ),
        )
        indexes = (models.Index(fields=("player", "exercise", "-at"), name="answers_of"),)

    def __str__(self) -> str:
        return f"answer of {self.player}"


class Repetition(models.Model):
    """A missed exercise in a player's boxes (``schedule``): to be asked again from ``due_on`` on."""

    player = models.UUIDField()
    exercise = models.ForeignKey(Exercise, models.CASCADE, related_name="repetitions")
    box = models.PositiveSmallIntegerField()
    due_on = models.DateField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("player", "exercise"), name="one_repetition"),)
        indexes = (models.Index(fields=("player", "due_on"), name="repetitions_due"),)

    def __str__(self) -> str:
        return f"repetition of {self.player}"


class DailyExercise(models.Model):
    """The exercise that everybody gets on a day (UTC)."""

    day = models.DateField(primary_key=True)
    exercise = models.ForeignKey(Exercise, models.CASCADE, related_name="days")

    def __str__(self) -> str:
        return f"exercise of {self.day}"


class Objection(models.Model):
    """A player does not want a match of theirs to be used."""

    player = models.UUIDField()
    match = models.UUIDField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("player", "match"), name="one_objection"),)

    def __str__(self) -> str:
        return f"objection to match {self.match}"


class MinedReview(models.Model):
    """A review in which exercises have been looked for."""

    review = models.UUIDField(primary_key=True)
    found = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"mined review {self.review}"
