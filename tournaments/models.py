"""Read models of tournaments, rebuilt from the ledger at will; and those that are not: what people wrote."""

from __future__ import annotations

from django.db import models

from .announcements.models import Announcement as Announcement
from .announcements.models import EventPicture as EventPicture
from .circuits.models import Circuit as Circuit
from .circuits.models import CircuitTournament as CircuitTournament


class Tournament(models.Model):
    """A tournament as lists show it. Everything else is read from its fold."""

    id = models.UUIDField(primary_key=True)
    title = models.CharField(max_length=120)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    status = models.CharField(max_length=10)
    online = models.BooleanField()
    automatic = models.BooleanField()
    listed = models.BooleanField()
    starts = models.DateTimeField(null=True)
    entrants = models.PositiveIntegerField()
    league = models.UUIDField(null=True, db_index=True)
    club = models.UUIDField(null=True, db_index=True)
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    code = models.CharField(max_length=8, default="", db_index=True)
    """Its short address (``web.short_codes``)."""
    due_at = models.DateTimeField(null=True, db_index=True)
    """When time alone ends one of its arenas."""
    version = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(fields=("status", "-changed_at")),)

    def __str__(self) -> str:
        return f"tournament {self.id}"


class Entry(models.Model):
    """Somebody's entry, to find the tournaments of a player."""

    tournament = models.ForeignKey(Tournament, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    no = models.PositiveIntegerField()
    player = models.UUIDField(null=True, db_index=True)
    bot = models.CharField(max_length=40, blank=True)
    withdrawn = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "no"), name="entered_under_one_number"),)

    def __str__(self) -> str:
        return f"entrant {self.no} of tournament {self.tournament_id}"


class Officer(models.Model):
    """The officers of a tournament and their roles."""

    tournament = models.ForeignKey(Tournament, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    player = models.UUIDField(db_index=True)
    role = models.CharField(max_length=10)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "player"), name="one_role_each"),)

    def __str__(self) -> str:
        return f"{self.role} of tournament {self.tournament_id}"


class OpenTable(models.Model):
    """A published table without a result: to be called, under way online, or with a deadline."""

    tournament = models.ForeignKey(Tournament, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    stage = models.CharField(max_length=40)
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    game = models.PositiveSmallIntegerField(null=True)
    """The game of the table that was called last."""
    opened = models.UUIDField(null=True, unique=True)
    """The table of ``matches`` where it is played."""
    due_at = models.DateTimeField(null=True, db_index=True)
    """When time alone does something to it."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tournament", "stage", "round", "number"), name="one_row_per_table"),
        )

    def __str__(self) -> str:
        return f"table {self.number} in round {self.round} of tournament {self.tournament_id}"


class Objection(models.Model):
    """Somebody's open objection to the rating of a typed result."""

    tournament = models.ForeignKey(Tournament, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    stage = models.CharField(max_length=40)
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.UUIDField(db_index=True)
    remark = models.UUIDField(null=True)
    """Rows with the same are one objection."""
    typed_by = models.UUIDField(null=True)
    """The officer who typed the result, if one did."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "stage", "round", "number", "seat"), name="one_objection_of_a_seat"
            ),
        )

    def __str__(self) -> str:
        return f"objection of {self.player} in tournament {self.tournament_id}"


class PlannedEvening(models.Model):
    """An evening of a club that somebody plans; ``to_come`` until its tournament is opened or it is called off."""

    id = models.UUIDField(primary_key=True)
    club = models.UUIDField(db_index=True)
    starts = models.DateTimeField()
    coming = models.PositiveIntegerField()
    """How many have a place; ``waiting`` say that they come and have none."""
    waiting = models.PositiveIntegerField(default=0)
    limit = models.PositiveIntegerField(default=0)
    to_come = models.BooleanField()
    tournament = models.UUIDField(null=True)
    version = models.PositiveIntegerField()

    class Meta:
        indexes = (
            models.Index(fields=("club", "to_come", "starts"), name="evenings_to_come"),
            models.Index(fields=("to_come", "starts"), name="evenings_by_time"),
        )

    def __str__(self) -> str:
        return f"evening {self.id} of club {self.club}"


class Arrival(models.Model):
    """Somebody who scanned the code of an event and said who they are: a name without an account, or an account that
    asks to be let in. Whoever holds the id is that browser. In no ledger: it goes when the event is over.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        HERE = "here"
        DECLINED = "declined"

    id = models.UUIDField(primary_key=True)
    tournament = models.UUIDField()
    name = models.CharField(max_length=32, blank=True)
    player = models.UUIDField(null=True)
    """The account that asks; None for a name."""
    no = models.PositiveIntegerField(null=True)
    """The entrant that they are, once that is known."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    looked = models.BooleanField(default=False)
    """Whether an organiser has looked at it."""
    changed_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("tournament", "status", "changed_at"), name="arrivals_of_event"),
            models.Index(fields=("changed_at",), name="arrivals_by_age"),
        )

    def __str__(self) -> str:
        return f"arrival {self.id} at tournament {self.tournament}"


class MatchOrder(models.Model):
    """What an arbiter ordered at a match; its id is that of the remark with the reason."""

    id = models.UUIDField(primary_key=True)
    tournament = models.UUIDField()
    opened = models.UUIDField(db_index=True)
    """The table of ``matches``."""
    what = models.CharField(max_length=10)
    to = models.PositiveIntegerField(default=0)
    ordered_at = models.DateTimeField()
    seq = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"order {self.id} at table {self.opened}"


class CalledTable(models.Model):
    """A table of ``matches`` that was opened for an event; it stays when the table has its result."""

    opened = models.UUIDField(primary_key=True)
    tournament = models.UUIDField(db_index=True)

    def __str__(self) -> str:
        return f"table {self.opened} of tournament {self.tournament}"


class Remark(models.Model):
    """What somebody wrote: a reason, a note, a statement. Events name it by id, so that it can be erased."""

    id = models.UUIDField(primary_key=True)
    tournament = models.UUIDField(db_index=True)
    author = models.UUIDField(null=True)
    text = models.TextField(blank=True)
    written_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"remark {self.id}"


class Report(models.Model):
    """The report file (TRF) that a tournament was imported from, for its officers: it may contain more about people
    than is shown.
    """

    tournament = models.UUIDField(primary_key=True)
    text = models.TextField()

    def __str__(self) -> str:
        return f"report of tournament {self.tournament}"


class League(models.Model):
    """A league as lists show it."""

    id = models.UUIDField(primary_key=True)
    title = models.CharField(max_length=120)
    game = models.CharField(max_length=40)
    listed = models.BooleanField()
    club = models.UUIDField(null=True, db_index=True)
    seasons = models.PositiveIntegerField()
    running = models.UUIDField(null=True)
    """The tournament of the season that runs."""
    members = models.PositiveIntegerField()
    changed_at = models.DateTimeField(db_index=True)
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"league {self.id}"


class LeagueMember(models.Model):
    """A player, candidate or officer of a league: to find the leagues of a player."""

    league = models.ForeignKey(League, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    player = models.UUIDField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("league", "player"), name="once_in_a_league"),)

    def __str__(self) -> str:
        return f"member of league {self.league_id}"
