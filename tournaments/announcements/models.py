"""What organisers say about an event. Neither a read model nor in a ledger: rows that can be erased."""

from __future__ import annotations

from hashlib import sha256

from django.db import models

MAX_TEXT = 6000
MAX_PLACE = 200
MAX_FEE = 120
MAX_CONTACT = 200
MAX_DESCRIBED = 200
MAX_ZONE = 60
MAX_MARK = 64
"""A SHA-256 in hexadecimal."""
NO_PICTURE = "none"
"""The mark of none."""


class Announcement(models.Model):
    """What stands on the page of the tournament, league or evening ``event``; ``author`` changed it last."""

    event = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=10)
    text = models.TextField(max_length=MAX_TEXT, blank=True)
    place = models.CharField(max_length=MAX_PLACE, blank=True)
    zone = models.CharField(max_length=MAX_ZONE, blank=True)
    """The time zone of the place, by its name in the IANA's list; ``""`` for the server's."""
    fee = models.CharField(max_length=MAX_FEE, blank=True)
    contact = models.CharField(max_length=MAX_CONTACT, blank=True)
    contact_public = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    author = models.UUIDField(db_index=True)
    written_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"announcement of {self.kind} {self.event}"


class EventPicture(models.Model):
    """The picture of an event, as it was written anew (``web.pictures``)."""

    event = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=10)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    described = models.CharField(max_length=MAX_DESCRIBED, blank=True)
    author = models.UUIDField(db_index=True)
    sent_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"picture of {self.kind} {self.event}"

    @property
    def mark(self) -> str:
        """Another one for another file, or other words about it."""
        return sha256(f"{self.digest} {self.described}".encode()).hexdigest()
