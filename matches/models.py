"""Read models of tables and matches, rebuilt from the ledger; and the one thing that is not: secret seeds."""

from __future__ import annotations

from django.db import models

from web.encoding import component

from .archive.models import ArchivedCard as ArchivedCard
from .archive.models import ArchivedGame as ArchivedGame
from .archive.models import ArchivedSeat as ArchivedSeat
from .cardlists.models import BroughtCard as BroughtCard
from .cardlists.models import CardList as CardList
from .cardlists.models import CardListVersion as CardListVersion
from .clocks.models import Outage as Outage
from .clocks.models import PlayerHours as PlayerHours
from .clocks.models import Presence as Presence
from .clocks.models import Served as Served
from .clocks.models import UsedHoliday as UsedHoliday
from .clocks.models import Wish as Wish
from .company.models import ChatLine as ChatLine
from .company.models import ChatReport as ChatReport
from .company.models import ChatSilenced as ChatSilenced
from .company.models import Company as Company
from .company.models import Takeback as Takeback
from .company.note_models import OwnNote as OwnNote
from .positions.models import KeptPosition as KeptPosition
from .records.models import ImportItem as ImportItem
from .records.models import RecordImport as RecordImport
from .records.models import RecordLabels as RecordLabels
from .reviews.models import Review as Review
from .reviews.models import ReviewPart as ReviewPart
from .scribe.models import ScribedName as ScribedName
from .scribe.models import ScribePhone as ScribePhone
from .scribe.models import Scribing as Scribing
from .seeking.models import BrowserUse as BrowserUse
from .seeking.models import Challenge as Challenge
from .seeking.models import Seek as Seek
from .solo.models import SoloGame as SoloGame
from .solo.models import SoloStanding as SoloStanding
from .thinking.models import Hint as Hint
from .thinking.models import ThinkingTime as ThinkingTime
from .thinking.models import Thought as Thought
from .training.models import Answer as Answer
from .training.models import DailyExercise as DailyExercise
from .training.models import Exercise as Exercise
from .training.models import MinedReview as MinedReview
from .training.models import Objection as Objection
from .training.models import Repetition as Repetition
from .watching.models import Watched as Watched


class Table(models.Model):
    """A table, as projected from its stream (``matches.tables.events``).

    A practice table is its host's alone: nobody else finds or sees it, it starts at once, and it counts for nothing.
    """

    @component("TableAccessEnum")
    class Access(models.TextChoices):
        ANYONE = "anyone"
        LINK = "link"
        NAMED = "named"
        PRACTICE = "practice"

    @component("TableStatusEnum")
    class Status(models.TextChoices):
        OPEN = "open"
        STARTED = "started"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    size = models.PositiveSmallIntegerField()
    options = models.JSONField()
    cards = models.CharField(max_length=64, blank=True, default="")
    card_list = models.UUIDField(null=True, db_index=True)
    access = models.CharField(max_length=10, choices=Access.choices)
    host = models.UUIDField(db_index=True)
    rated = models.BooleanField(default=False)
    speed = models.CharField(max_length=20, blank=True, default="")
    """Of the ladder that it counts on."""
    takebacks = models.BooleanField(default=True)
    """Whether decisions can be taken back by consent."""
    status = models.CharField(max_length=10, choices=Status.choices)
    match = models.UUIDField(null=True, unique=True)
    opened_at = models.DateTimeField()
    version = models.PositiveIntegerField()
    source = models.UUIDField(null=True, db_index=True)
    """The match from which what is played here goes on, if any (``tables.events.BranchedOff``)."""
    source_at = models.PositiveIntegerField(null=True)
    source_seen_by = models.PositiveSmallIntegerField(null=True)
    time = models.JSONField(null=True)
    """The time control, where there is one (``clocks.controls.TimeControl``)."""
    spectators = models.JSONField(null=True)
    """How spectators see it, where that is not as it happens (``watching.rules.SpectatorRule``)."""
    imported = models.JSONField(null=True)
    """Where the match comes from, if it was imported (``tables.events.RecordImported``), and how coarse it is."""
    recorded = models.JSONField(null=True)
    """Who recorded it at a real table, where that is so (``tables.events.GameRecorded``), and who ``agreed`` to its
    being found."""
    reviewed = models.BooleanField(default=False)
    """Whether its match is reviewed by itself once it is over, if it counts."""

    class Meta:
        indexes = (models.Index(fields=("status", "access", "-opened_at")),)

    def __str__(self) -> str:
        return f"table {self.id}"

    @property
    def seen_by(self) -> str:
        """From where a game was seen of which not every card is known; ``""`` for all others."""
        told = self.recorded or self.imported or {}
        return str(told.get("seen_by", ""))


class Seat(models.Model):
    """A place at a table: empty, a player's or a bot's."""

    table = models.ForeignKey(Table, on_delete=models.DO_NOTHING, related_name="seat_rows", db_constraint=False)
    number = models.PositiveSmallIntegerField()
    player = models.UUIDField(null=True, db_index=True)
    bot = models.CharField(max_length=40, blank=True)
    reserved = models.UUIDField(null=True)
    """Who alone may sit down there."""
    playing = models.BooleanField(default=False)
    """A player has it, in a match that goes on: what every page asks for, whose turn it is."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_row_per_seat"),)
        indexes = (models.Index(fields=("player",), condition=models.Q(playing=True), name="seats_playing"),)

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"


class Invitation(models.Model):
    """A player who may sit down at a table for named players."""

    table = models.ForeignKey(Table, on_delete=models.DO_NOTHING, related_name="invitations", db_constraint=False)
    player = models.UUIDField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "player"), name="invited_once"),)

    def __str__(self) -> str:
        return f"invitation to table {self.table_id}"


class Match(models.Model):
    """Where a match stands. ``awaited`` and ``automatic`` are sets of seats as bits (seat 0 is 1, seat 1 is 2...)."""

    id = models.UUIDField(primary_key=True)
    table = models.OneToOneField(Table, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    cards = models.CharField(max_length=64, blank=True, default="")
    seen_by = models.CharField(max_length=10, blank=True, default="")
    """Of a game of which not every card is known: from where (``games.viewer_of``). Its facts, and so its
    positions, are what was known there."""
    version = models.PositiveIntegerField()
    batches = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    last_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    awaited = models.PositiveSmallIntegerField()
    automatic = models.PositiveSmallIntegerField()
    conceded = models.PositiveSmallIntegerField()
    stood_in = models.PositiveSmallIntegerField(default=0)
    """For these a bot plays until their people return."""
    due = models.BooleanField()
    falls_at = models.BigIntegerField(null=True)
    """The instant of the tables' clock at which a flag may fall next (``clocks.service_time``)."""
    winner = models.PositiveSmallIntegerField(null=True)
    ranks = models.JSONField()
    scores = models.JSONField()
    automata = models.JSONField(default=list)
    """Once it is over: name, rank and score of each side that the rules played themselves."""
    termination = models.CharField(max_length=40, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=("due",), condition=models.Q(due=True), name="matches_due"),
            models.Index(fields=("falls_at",), condition=models.Q(falls_at__isnull=False), name="matches_falling"),
            models.Index(fields=("-last_at",)),
        )

    def __str__(self) -> str:
        return f"match {self.id}"


class Secret(models.Model):
    """The seed of a match, drawn when its table fills, and hidden from everybody until the last event reveals it."""

    match = models.UUIDField(primary_key=True)
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"the seed of match {self.match}"
