"""Read models of card lists, and of where cards were played, rebuilt from the ledger."""

from __future__ import annotations

from django.db import models

from web.encoding import component


class CardList(models.Model):
    """A list, as projected from its stream (``matches.cardlists.events``)."""

    @component("CardListAccessEnum")
    class Access(models.TextChoices):
        OWNER = "owner"
        LINK = "link"
        EVERYONE = "everyone"

    id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    owner = models.UUIDField(db_index=True)
    access = models.CharField(max_length=10, choices=Access.choices)
    retired = models.BooleanField()
    newest = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField()

    class Meta:
        app_label = "matches"
        indexes = (models.Index(fields=("access", "-changed_at"), name="card_lists_offered"),)

    def __str__(self) -> str:
        return f"card list {self.id}"


class CardListVersion(models.Model):
    """A version of a list. ``cards`` is the hash of ``text``; neither ever changes."""

    card_list = models.ForeignKey(CardList, on_delete=models.DO_NOTHING, related_name="versions", db_constraint=False)
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=40)
    cards = models.CharField(max_length=64, db_index=True)
    text = models.TextField()
    note = models.CharField(max_length=200, blank=True)
    added_at = models.DateTimeField()

    class Meta:
        app_label = "matches"
        constraints = (models.UniqueConstraint(fields=("card_list", "number"), name="one_row_per_version"),)

    def __str__(self) -> str:
        return f"version {self.number} of card list {self.card_list_id}"


class BroughtCard(models.Model):
    """A card that came into play in public in a match, by its id in that match's card list."""

    match = models.UUIDField()
    card = models.CharField(max_length=80)

    class Meta:
        app_label = "matches"
        constraints = (models.UniqueConstraint(fields=("card", "match"), name="brought_once"),)

    def __str__(self) -> str:
        return f"{self.card} in match {self.match}"
