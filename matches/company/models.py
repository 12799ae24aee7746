"""Rows beside a match. Nothing of them is in its ledger, so that all of it can be erased."""

from __future__ import annotations

from django.db import models


class Company(models.Model):
    """How much has happened beside a match: ``version`` says where its live stream stands (``company.news``)."""

    id = models.UUIDField(primary_key=True)
    match = models.UUIDField(unique=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"company of match {self.match}"


class Takeback(models.Model):
    """The last request to take something back in a match (``company.takebacks``); the ledger has only what came of it.

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
