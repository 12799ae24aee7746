"""Players. Names are stored only here, so that they can be erased; events contain ids alone."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .calibration.models import Judged as Judged
from .calibration.models import JudgedBin as JudgedBin
from .calibration.models import JudgedGame as JudgedGame
from .circles.models import CircleClub as CircleClub
from .circles.models import ClubCircle as ClubCircle
from .clubs.models import Club as Club
from .clubs.models import ClubCandidate as ClubCandidate
from .clubs.models import ClubMember as ClubMember
from .clubs.models import ClubText as ClubText
from .friends.models import Friendship as Friendship
from .friends.models import Presence as Presence
from .friends.models import Shunned as Shunned
from .merging.models import Merge as Merge
from .notices.models import Delivery as Delivery
from .notices.models import Device as Device
from .notices.models import Reader as Reader
from .ratings.models import Adjustment as Adjustment
from .ratings.models import Correction as Correction
from .ratings.models import Ladder as Ladder
from .ratings.models import PeriodEnd as PeriodEnd
from .ratings.models import RatedGame as RatedGame
from .ratings.models import Rating as Rating
from .ratings.models import RatingChange as RatingChange
from .ratings.models import RevisedChange as RevisedChange
from .rosters.models import ClubRoster as ClubRoster
from .rosters.models import RosterPerson as RosterPerson

NAME_LENGTH = 32
USERNAME_LENGTH = 64


class PlayerManager(BaseUserManager["Player"]):
    def create_user(self, username: str | None, password: str | None = None, **fields: Any) -> Player:
        """A player with an account, or a guest if ``username`` is None."""
        player = self.model(username=username and self.model.normalize_username(username), **fields)
        player.name = player.name or player.username or ""
        player.set_password(password)  # None makes it unusable
        player.save(using=self._db)
        return player

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> Player:
        return self.create_user(username, password, **{"is_staff": True, "is_superuser": True, **fields})


class Entering(models.TextChoices):
    """Who may enter somebody with an account in an event. Whoever does: nothing is rated without the player's word."""

    ANYONE = "anyone", _("Anyone may enter me; outside my clubs and leagues nothing is rated until I confirm.")
    CLUBS = "clubs", _("My clubs and leagues may enter me in their events; nobody else can.")
    SELF = "self", _("Only I enter myself. Clubs and leagues cannot, and nothing is rated until I confirm.")


class Player(AbstractBaseUser, PermissionsMixin):
    """A person: a guest (a name but no username) or somebody with an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        _("username"),
        max_length=USERNAME_LENGTH,
        unique=True,
        null=True,
        blank=True,
        help_text=_("Only you can see it. You use it to log in."),
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True, help_text=_("What others see at the table."))
    findable = models.BooleanField(
        _("Others can find me by part of my name"),
        default=True,
        help_text=_("Without this, only players who type your whole name can find you."),
    )
    entered_by = models.CharField(
        _("Who may enter me in an event"), max_length=10, choices=Entering.choices, default=Entering.ANYONE
    )
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, editable=False, related_name="merged", verbose_name=_("merged into")
    )
    """The profile that was kept, where this one was another of the same person."""
    erased_at = models.DateTimeField(null=True, editable=False)
    session_number = models.PositiveIntegerField(default=0, editable=False)
    """Raised to end all sessions while the password stays."""
    written_in = models.UUIDField(null=True, editable=False)
    """The tournament, league or club where somebody wrote the name down; None of who came by themselves."""

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name or str(self.id)

    _password: str | None
    """Django's: the new password between ``set_password`` and ``save``."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new password, however it is set, revokes all tokens and devices, as it ends all sessions: people change it
        when they fear that somebody else has the keys. Only rehashing the same password revokes nothing.
        """
        changed = self._password is not None and not self._state.adding  # what Django's own validators are told by
        with transaction.atomic(using=kwargs.get("using")):
            super().save(*args, **kwargs)
            if changed:
                self._revoke()

    def end_sessions(self) -> None:
        """End all sessions, and revoke all tokens and devices, as a new password does."""
        self.session_number += 1
        self.save(update_fields=["session_number"])
        self._revoke()

    def _revoke(self) -> None:
        self.api_tokens.all().delete()
        Device.objects.filter(player=self.pk).delete()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Django's, with the number; what it was before anything has raised that."""
        if not self.session_number:
            return str(super()._get_session_auth_hash(secret))  # type: ignore[misc]
        salt, told = "players.Player.get_session_auth_hash", f"{self.session_number}:{self.password}"
        return salted_hmac(salt, told, secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_guest(self) -> bool:
        return self.username is None and self.erased_at is None


class ApiToken(models.Model):
    """A key for a player's own programs. Only a digest of the secret is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    label = models.CharField(_("what it is for"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=8, editable=False)
    created_at = models.DateTimeField(editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["created_at", "id"]

    def __str__(self) -> str:
        return f"{self.label} ({self.hint}…)"


class ReturnCode(models.Model):
    """A code for guests whose browser has forgotten them (``players.returning``). Only a digest is kept."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="return_code")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(editable=False)
    used_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return f"the return code of {self.player_id}"
