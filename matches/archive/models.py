"""Read models of the archive: a row of each finished match, of each seat of it, and of each card at a seat. What lists
are ordered and filtered by stands in each, so that one index answers."""

from __future__ import annotations

from django.db import models

MAX_TYPED = 64


class ArchivedGame(models.Model):
    """A finished match that is not practice."""

    match = models.UUIDField(primary_key=True)
    table = models.UUIDField(db_index=True)
    host = models.UUIDField(db_index=True)
    listed = models.BooleanField()
    """Whether everybody finds it; the others are found by those who played or opened them."""
    imported = models.BooleanField()
    recorded = models.BooleanField(default=False)
    """Recorded at a real table: what was seen there."""
    coarse = models.BooleanField(default=False)
    """Its record tells rounds or the result alone."""
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=60)
    size = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()
    """Decisions up to the end, with the setup."""
    winner = models.PositiveSmallIntegerField(null=True)
    ended_at = models.DateTimeField()
    essence = models.CharField(max_length=64, blank=True, default="", db_index=True)
    """What is the same in whatever form the match is written down (``essence``); empty in older rows."""

    seen_by_all = models.CharField(max_length=64, blank=True, default="", db_index=True)
    """The same of what spectators saw, from wherever it is known; empty in older rows."""

    class Meta:
        indexes = (
            models.Index(fields=("-ended_at", "match"), name="archive_latest"),
            models.Index(fields=("game", "-ended_at", "match"), name="archive_of_game"),
            models.Index(fields=("ruleset", "-ended_at", "match"), name="archive_of_ruleset"),
            models.Index(fields=("length",), name="archive_by_length"),
            models.Index(
                fields=("game", "winner", "coarse", "match"),
                condition=models.Q(recorded=True, listed=True),
                name="archive_recorded_listed",
            ),
            models.Index(fields=("host", "match"), condition=models.Q(listed=False), name="archive_opened_unlisted"),
        )

    def __str__(self) -> str:
        return f"match {self.match} in the archive"


class ArchivedSeat(models.Model):
    """Who sat where in it, and how it ended for them. ``rank`` is None where an arbiter annulled the match."""

    of = models.ForeignKey(
        ArchivedGame, on_delete=models.DO_NOTHING, related_name="seat_rows", db_constraint=False, db_index=False
    )
    """Found by the index of the constraint."""
    seat = models.PositiveSmallIntegerField()
    player = models.UUIDField(null=True)
    bot = models.CharField(max_length=40, blank=True)
    typed = models.CharField(max_length=MAX_TYPED, null=True)  # noqa: DJ001 so that both databases use its index
    """A name that a record says, or that a scribe has typed, where nobody with an account sits: as it is looked for
    (``typed_name``). It is erased with the name itself (``readmodels.forget_names``)."""
    rank = models.PositiveSmallIntegerField(null=True)
    won = models.BooleanField()
    listed = models.BooleanField()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("of", "seat"), name="archived_seat_once"),)
        indexes = (
            models.Index(
                fields=("player", "-ended_at"), condition=models.Q(player__isnull=False), name="archive_of_player"
            ),
            models.Index(fields=("bot", "-ended_at"), condition=~models.Q(bot=""), name="archive_of_bot"),
            # parts of names are looked for in the index alone: no row is read to know whether it is listed
            models.Index(
                fields=("typed", "-ended_at", "of", "listed"),
                condition=models.Q(typed__isnull=False),
                name="archive_of_typed",
            ),
            models.Index(fields=("player", "of"), condition=models.Q(player__isnull=False), name="archive_met_player"),
            models.Index(fields=("bot", "of"), condition=~models.Q(bot=""), name="archive_met_bot"),
            models.Index(fields=("player", "of"), condition=models.Q(listed=False), name="archive_played_unlisted"),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of match {self.of_id} in the archive"


class ArchivedCard(models.Model):
    """A card that a seat played, or owned at the end."""

    of = models.ForeignKey(
        ArchivedGame, on_delete=models.DO_NOTHING, related_name="card_rows", db_constraint=False, db_index=False
    )
    """Found by the index of the constraint."""
    seat = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40)
    card = models.CharField(max_length=60)
    played = models.BooleanField()
    owned = models.BooleanField()
    won = models.BooleanField()
    listed = models.BooleanField()
    imported = models.BooleanField(default=False)
    recorded = models.BooleanField(default=False)
    """Where the game comes from stands here, too: no count looks up the game of each card."""
    ended_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("of", "seat", "card"), name="archived_card_once"),)
        indexes = (
            models.Index(fields=("game", "card", "-ended_at", "of"), name="archive_of_card"),
            models.Index(
                fields=("game", "card", "listed", "imported", "recorded", "played", "owned", "won"),
                name="archive_counts_cards",
            ),
        )

    def __str__(self) -> str:
        return f"{self.card} at seat {self.seat} of match {self.of_id}"
