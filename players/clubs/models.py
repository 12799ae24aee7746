"""Read models of clubs, rebuilt from the ledger; and a club's text about itself, which is not one."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

MAX_ABOUT = 2000
MAX_NAME = 80


class Club(models.Model):
    """A club as lists show it. ``members`` counts visible memberships only."""

    id = models.UUIDField(primary_key=True)
    name = models.CharField(max_length=MAX_NAME)
    place = models.CharField(max_length=MAX_NAME, blank=True)
    open_entry = models.BooleanField()
    listed = models.BooleanField()
    closed = models.BooleanField()
    members = models.PositiveIntegerField()
    founded_at = models.DateTimeField()
    code = models.CharField(max_length=8, default="", db_index=True)
    """Its short address (``web.short_codes``)."""
    version = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(fields=("closed", "listed", "name"), name="clubs_by_name"),)

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    club = models.ForeignKey(Club, models.DO_NOTHING, related_name="+", db_constraint=False)
    player = models.UUIDField(db_index=True)
    role = models.CharField(max_length=10)
    hidden = models.BooleanField()
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("club", "player"), name="once_in_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.club_id}"


class ClubCandidate(models.Model):
    """Somebody who was ``invited``, or who asks to join."""

    club = models.ForeignKey(Club, models.DO_NOTHING, related_name="+", db_constraint=False)
    player = models.UUIDField(db_index=True)
    invited = models.BooleanField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("club", "player"), name="one_candidacy")
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.club_id}"


class ClubText(models.Model):
    """What a club says about itself. Not in the ledger, so that it can be changed and erased."""

    club = models.UUIDField(primary_key=True)
    about = models.TextField(max_length=MAX_ABOUT, blank=True)

    def __str__(self) -> str:
        return f"about club {self.club}"
