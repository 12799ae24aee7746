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
