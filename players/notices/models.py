"""Where notices go, what each person wants, and what waits to be sent. None of it is in any ledger: it is erased with
the person."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from .kinds import Channel

MAX_ADDRESS = 254
MAX_ENDPOINT = 800


class Reader(models.Model):
    """How a person is told: their language, time zone, e-mail address and choices.

    An address counts once it is confirmed, and until a mail server has refused it for good (``bounced_at``).
    """

    player = models.UUIDField(primary_key=True)
    language = models.CharField(max_length=10)
    zone = models.CharField(max_length=64)
    address = models.CharField(max_length=MAX_ADDRESS, blank=True)
    confirmed_at = models.DateTimeField(null=True)
    bounced_at = models.DateTimeField(null=True)
    choices = models.JSONField(default=dict)
    """``{"turn.mail": false}``: what differs from ``kinds.USUAL``."""

    class Meta:
        indexes = (models.Index(fields=("address",), name="readers_by_address", condition=~Q(address="")),)

    def __str__(self) -> str:
        return f"reader {self.player}"


class Device(models.Model):
    """A browser that asked for notices (Web Push): where its messages go, and the keys that they are encrypted for."""

    player = models.UUIDField(db_index=True)
    endpoint = models.CharField(max_length=MAX_ENDPOINT, unique=True)
    key = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    name = models.CharField(max_length=60, blank=True)
    added_at = models.DateTimeField()
    browser = models.CharField(max_length=64, blank=True, db_index=True)
    """A digest of the number that the browser keeps (``web.browsers``): logging out there ends it."""
    came_from = models.UUIDField(null=True)
    """The profile that it was added to, if that was merged into ``player`` since."""

    def __str__(self) -> str:
        return f"device {self.pk} of {self.player}"


class Delivery(models.Model):
    """One message to one address or device: the outbox. Written in the transaction of what it tells."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.UUIDField()
    key = models.CharField(max_length=120)
    """What makes a notice the same: told twice, it is sent once."""
    topic = models.CharField(max_length=120, default="")
    """The key up to its last colon, by which it is taken back."""
    channel = models.CharField(max_length=8, choices=Channel.choices)
    target = models.CharField(max_length=MAX_ADDRESS)
    """The e-mail address, or the number of the device."""
    message = models.CharField(max_length=30)
    about = models.JSONField(default=dict)
    path = models.CharField(max_length=200)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    """Not before; while somebody sends it, the moment at which another may take it up."""
    until = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("player", "key", "channel", "target"), name="told_once"),
        ]
        indexes = (
            models.Index(fields=("due_at",), name="deliveries_due", condition=Q(state="waiting")),
            models.Index(fields=("made_at",), name="deliveries_by_age"),
            models.Index(fields=("topic",), name="deliveries_by_topic", condition=Q(state="waiting")),
        )

    def __str__(self) -> str:
        return f"{self.message} by {self.channel} to {self.player}: {self.state}"
