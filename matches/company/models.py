"""Rows beside a match. None of this is in the ledger, so all of it can be erased."""

from __future__ import annotations

from django.db import models


class Company(models.Model):
    """How much has happened beside a match: ``version`` says where its live stream stands (``company.news``).

    At ``opened`` the match was over, and its rooms were open to all; 0 before.
    """

    id = models.UUIDField(primary_key=True)
    match = models.UUIDField(unique=True)
    version = models.PositiveIntegerField(default=0)
    opened = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"company of match {self.match}"


class Takeback(models.Model):
    """The last takeback request in a match (``company.takebacks``); the ledger has only what came of it.

    ``agreed`` is a set of seats as bits. It was asked where the match stood at ``version``.
    """

    match = models.UUIDField(primary_key=True)
    request = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    to = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    agreed = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=10)
    asked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"takeback in match {self.match}"


class ChatLine(models.Model):
    """Something said beside a match, in a room of it (``company.chat``): a text, or a ``phrase`` by its key.

    ``number`` is its place in the live stream, ``changed`` the place of its last change.
    """

    match = models.UUIDField()
    number = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()
    room = models.CharField(max_length=10)
    by = models.UUIDField(db_index=True)
    said_at = models.DateTimeField()
    text = models.CharField(max_length=300, blank=True)
    phrase = models.CharField(max_length=20, blank=True)
    removed = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "number"), name="one_line_a_number"),)

    def __str__(self) -> str:
        return f"line {self.number} beside match {self.match}"


class ChatReport(models.Model):
    """A report that a line should be looked at."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="reports")
    by = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("line", "by"), name="reported_once"),)

    def __str__(self) -> str:
        return f"report of line {self.line_id}"


class ChatSilenced(models.Model):
    """Somebody was silenced beside this match by the table's host or staff."""

    match = models.UUIDField()
    player = models.UUIDField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "player"), name="silenced_once"),)

    def __str__(self) -> str:
        return f"{self.player} silenced in match {self.match}"
