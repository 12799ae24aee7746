"""Every change to players and their accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from web import hooks

from . import returning, tokens
from .clubs import services as clubs
from .merging import services as merging
from .models import NAME_LENGTH, ApiToken, Entering, Player

TOKENS_PER_PLAYER = 20
USE_NOTED_EVERY = timedelta(minutes=10)


class UsernameTaken(Exception):
    """Somebody else logs in with this username."""


class TooManyTokens(Exception):
    """The player has as many tokens as anyone may have."""


@dataclass(frozen=True)
class IssuedToken:
    token: ApiToken
    secret: str
    """Shown once, now; nobody can read it again."""


def sign_up(*, username: str, name: str, password: str) -> Player:
    """A new player with an account. Raises UsernameTaken."""
    try:
        with transaction.atomic():
            return Player.objects.create_user(username, password, name=name)
    except IntegrityError:
        raise UsernameTaken(username) from None


def enter_as_guest(*, name: str) -> Player:
    """A player with nothing but a name, who lasts as long as the browser's session."""
    return Player.objects.create_user(None, name=name)


def new_person(name: str, *, written_in: UUID) -> Player:
    """Somebody whom an organiser has named in an event or a club, not saved yet: a name, and no way to log in.

    Raises ValueError."""
    name = " ".join(name.split())
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise ValueError(name)
    person = Player(name=name, written_in=written_in)
    person.set_unusable_password()
    return person


def keep_account(*, player: Player, username: str, password: str) -> Player:
    """Turn a guest into an account: the same player, so all matches stay. Raises UsernameTaken."""
    assert player.is_guest
    returning.forget(player)
    player.username = Player.normalize_username(username)
    player.password = make_password(password)  # the first one: a guest's tokens stay
    try:
        with transaction.atomic():
            player.save(update_fields=["username", "password"])
    except IntegrityError:
        player.username = None
        raise UsernameTaken(username) from None
    return player


def keep_without_password(*, player: Player, username: str) -> None:
    """The same for whoever logs in with another site's account."""
    assert player.is_guest
    returning.forget(player)
    player.username = username
    player.save(update_fields=["username"])


def change_profile(*, player: Player, name: str, findable: bool) -> None:
    """Change a player's display name, and whether part of it finds them."""
    player.name, player.findable = name, findable
    player.save(update_fields=["name", "findable"])


def change_entering(*, player: Player, entered_by: Entering) -> None:
    """Change who may enter a player in events; what stands already stays."""
    player.entered_by = entered_by
    player.save(update_fields=["entered_by"])


def erase(*, player: Player, now: datetime) -> None:
    """Erase the person. The id stays, since records of matches name it; nothing leads from it to anybody."""
    clubs.forget(player.pk)
    merging.forget(player.pk)
    with transaction.atomic():
        player.api_tokens.all().delete()
        returning.forget(player)
        for forget in hooks.given("player_erased"):
            forget(player.pk)
        player.username, player.name, player.is_active, player.erased_at = None, "", False, now
        player.is_staff = player.is_superuser = False
        player.set_unusable_password()
        player.save()


def issue_token(*, player: Player, label: str, now: datetime) -> IssuedToken:
    """Raises TooManyTokens."""
    if player.api_tokens.count() >= TOKENS_PER_PLAYER:
        raise TooManyTokens
    secret = tokens.new_secret()
    token = ApiToken.objects.create(
        player=player, label=label, digest=tokens.digest(secret), hint=tokens.hint(secret), created_at=now
    )
    return IssuedToken(token, secret)


def revoke_token(*, player: Player, token_id: UUID) -> bool:
    """Revoke the token; returns whether the player had it."""
    deleted, _ = player.api_tokens.filter(id=token_id).delete()
    return deleted > 0


def note_token_use(*, token: ApiToken, now: datetime) -> None:
    """Remember roughly when a token was last used, without a write for each request."""
    if token.last_used_at is None or abs(now - token.last_used_at) > USE_NOTED_EVERY:
        token.last_used_at = now  # it may be remembered for a while
        ApiToken.objects.filter(id=token.id).update(last_used_at=now)
