"""What stands beside imported matches: names as the record has them, and imports on their way. None of it is a read
model: names can be erased, and a report is forgotten."""

from __future__ import annotations

from django.db import models


class RecordLabels(models.Model):
    """Who played and where, as an imported record says."""

    table = models.OneToOneField(
        "matches.Table", on_delete=models.DO_NOTHING, primary_key=True, related_name="labels", db_constraint=False
    )
    by = models.UUIDField(null=True, db_index=True)
    """Who imported it; None: those who run the server."""
    names = models.JSONField(default=list)
    event = models.CharField(max_length=64, blank=True, default="")
    site = models.CharField(max_length=64, blank=True, default="")

    def __str__(self) -> str:
        return f"what the record of table {self.table_id} says"


class RecordImport(models.Model):
    """A file, or a pasted text, that somebody has handed in."""

    id = models.UUIDField(primary_key=True)
    by = models.UUIDField(db_index=True)
    at = models.DateTimeField()
    name = models.CharField(max_length=100, blank=True)
    access = models.CharField(max_length=10)
    items = models.PositiveIntegerField(default=0)
    waiting = models.PositiveIntegerField(default=0)
    """Records that nobody has looked at yet."""
    touched_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("touched_at",), condition=models.Q(waiting__gt=0), name="imports_waiting"),)

    def __str__(self) -> str:
        return f"import {self.id}"


class ImportItem(models.Model):
    """One record of an import; its text until it was looked at."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        STORED = "stored"
        SAME = "same"
        REFUSED = "refused"

    of = models.ForeignKey(RecordImport, on_delete=models.CASCADE, related_name="item_rows")
    number = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    text = models.BinaryField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    match = models.UUIDField(null=True)
    code = models.CharField(max_length=60, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    """How often somebody has begun to look at it."""
    held_until = models.DateTimeField(null=True)
    """Whoever looks at it has died if it still waits then."""
    data = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("of", "number"), name="one_item_a_number"),)
        indexes = (models.Index(fields=("of", "status", "number")),)

    def __str__(self) -> str:
        return f"record {self.number} of {self.of_id}"


class ImportDay(models.Model):
    """What the imports of a person have taken on a day (UTC)."""

    by = models.UUIDField()
    day = models.DateField()
    millis = models.PositiveBigIntegerField(default=0)
    """Of a processor."""
    stored = models.PositiveIntegerField(default=0)
    """Matches."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("by", "day"), name="one_import_day"),)

    def __str__(self) -> str:
        return f"imports of {self.by} on {self.day}"
