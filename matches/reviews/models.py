"""Reviews and what they are made of. No read model: a review is an artefact, made from the record of a match and from
nothing else, so it is not rebuilt but made again, byte by byte the same."""

from __future__ import annotations

from django.db import models


class Review(models.Model):
    """One review: of a match under its ruleset, by one version of the judge, with a budget and a seed.

    A worker that is at it shows so (``seen_at``); where it does not, another goes on from the parts that are stored.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True)
    match = models.UUIDField()
    ruleset = models.CharField(max_length=60)
    version = models.CharField(max_length=40)
    budget = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    asked_by = models.UUIDField(db_index=True)
    asked_at = models.DateTimeField()
    automatic = models.BooleanField(default=False)
    """Nobody has asked for it yet: its table was opened so (``asked_by`` opened it)."""
    done = models.PositiveIntegerField(default=0)
    parts = models.PositiveIntegerField()
    used = models.PositiveBigIntegerField(default=0)
    """Milliseconds of processor time."""
    report = models.TextField(blank=True, default="")
    """Canonical JSON, once it is done."""
    worker = models.CharField(max_length=64, blank=True, default="")
    seen_at = models.DateTimeField(null=True)
    lost = models.PositiveSmallIntegerField(default=0)
    """How many workers in a row have died over its next slice."""
    failures = models.PositiveSmallIntegerField(default=0)
    """How often it has failed."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("match", "ruleset", "version", "budget", "seed"), name="one_review"),
        )
        indexes = (models.Index(fields=("status",), condition=models.Q(status="waiting"), name="reviews_waiting"),)

    def __str__(self) -> str:
        return f"review of match {self.match}"


class ReviewPart(models.Model):
    """Part ``number`` of a review that is not done yet, as canonical JSON."""

    review = models.ForeignKey(Review, models.CASCADE, related_name="made")
    number = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("review", "number"), name="one_part"),)

    def __str__(self) -> str:
        return f"part {self.number} of a review"
