"""Personal tokens: shown once, kept as a digest, revoked by their owner alone."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone

from players import queries, services, tokens
from players.models import ApiToken, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Player:
    return services.sign_up(username="alice", name="Alice", password="three-ravens-on-a-gate")


def issue(player: Player, label: str = "bot") -> services.IssuedToken:
    return services.issue_token(player=player, label=label, now=timezone.now())


def test_a_secret_opens_its_owners_door(alice: Player) -> None:
    issued = issue(alice)
    found = queries.token_for_secret(issued.secret)
    assert found is not None
    assert found.player == alice


@pytest.mark.parametrize("change", [lambda s: s + "x", lambda s: s[:-1], str.upper, lambda s: ""])
def test_any_other_secret_opens_none(alice: Player, change: object) -> None:
    assert callable(change)
    assert queries.token_for_secret(change(issue(alice).secret)) is None


def test_the_database_cannot_tell_the_secret(alice: Player) -> None:
    secret = issue(alice).secret
    row = ApiToken.objects.values().get()
    assert secret not in str(row)
    assert secret.removeprefix(tokens.PREFIX) not in str(row)


def test_secrets_are_never_the_same() -> None:
    assert len({tokens.new_secret() for _ in range(100)}) == 100


def test_a_secret_is_shown_once(client: Client, alice: Player) -> None:
    client.force_login(alice)
    page = client.post("/account/tokens/", {"label": "my bot"})
    secret = page.context["issued"].secret
    assert secret in page.content.decode()
    assert page["Cache-Control"] == "no-store"
    assert secret not in client.get("/account/tokens/").content.decode()


def test_a_revoked_token_opens_nothing(client: Client, alice: Player) -> None:
    issued = issue(alice)
    client.force_login(alice)
    assert client.post(f"/account/tokens/{issued.token.id}/revoke/").status_code == 302
    assert queries.token_for_secret(issued.secret) is None


def test_nobody_revokes_anothers_token(client: Client, alice: Player) -> None:
    issued = issue(alice)
    client.force_login(services.enter_as_guest(name="Charlie"))
    assert client.post(f"/account/tokens/{issued.token.id}/revoke/").status_code == 404
    assert queries.token_for_secret(issued.secret) is not None


def test_an_inactive_players_token_opens_nothing(alice: Player) -> None:
    secret = issue(alice).secret
    Player.objects.update(is_active=False)
    assert queries.token_for_secret(secret) is None


def test_there_is_a_limit_and_it_is_said(client: Client, alice: Player) -> None:
    for _ in range(services.TOKENS_PER_PLAYER):
        issue(alice)
    client.force_login(alice)
    assert client.post("/account/tokens/", {"label": "one more"}).status_code == 422
    assert alice.api_tokens.count() == services.TOKENS_PER_PLAYER


def test_use_is_noted_now_and_then_not_each_time(alice: Player) -> None:
    token = issue(alice).token
    noon = timezone.now()
    for minutes in (0, 5, 9, 11):
        token.refresh_from_db()
        services.note_token_use(token=token, now=noon + timedelta(minutes=minutes))
    token.refresh_from_db()
    assert token.last_used_at == noon + timedelta(minutes=11)


# --- a new password ------------------------------------------------------------------------------------------

NEW = "nine-lanterns-in-a-mill"


def test_a_new_password_ends_all_tokens_and_all_other_sessions(client: Client, alice: Player) -> None:
    here, elsewhere, issued = client, Client(), issue(alice)
    for browser in (here, elsewhere):
        browser.post("/login/", {"username": "alice", "password": "three-ravens-on-a-gate"})
    page = here.get("/account/password/").content.decode()
    assert issued.token.hint in page, "the page names the tokens that stop working"
    data = {"old_password": "three-ravens-on-a-gate", "new_password1": NEW, "new_password2": NEW}
    answer = here.post("/account/password/", data, follow=True)
    assert answer.redirect_chain == [("/account/tokens/", 302)], "where new ones are made"
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert queries.token_for_secret(issued.secret) is None
    asked = {"authorization": f"Bearer {issued.secret}"}
    assert Client().get("/api/v1/tables/", headers=asked).status_code == 401


def test_a_refused_change_of_password_leaves_the_tokens(client: Client, alice: Player) -> None:
    issued = issue(alice)
    client.force_login(alice)
    data = {"old_password": "a guess", "new_password1": NEW, "new_password2": NEW}
    assert client.post("/account/password/", data).status_code == 422
    assert queries.token_for_secret(issued.secret) is not None


def test_a_password_that_the_operator_resets_ends_the_tokens_too(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = issue(services.sign_up(username="bob", name="Bob", password="three-ravens-on-a-gate"))
    issued = issue(alice)
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)
    call_command("changepassword", "alice", stdout=StringIO())
    assert queries.token_for_secret(issued.secret) is None
    assert queries.token_for_secret(others.secret) is not None


def test_a_profile_changed_a_password_hashed_anew_and_an_account_kept_leave_the_tokens(client: Client) -> None:
    name = "django.contrib.auth.hashers.{}PasswordHasher".format
    with override_settings(PASSWORD_HASHERS=[name("MD5"), name("PBKDF2")]):
        alice = services.sign_up(username="alice", name="Alice", password="three-ravens-on-a-gate")
    issued, before = issue(alice), alice.password
    services.change_profile(player=alice, name="Alice of the Gate", findable=True)
    with override_settings(PASSWORD_HASHERS=[name("PBKDF2"), name("MD5")]):
        client.post("/login/", {"username": "alice", "password": "three-ravens-on-a-gate"})
    alice.refresh_from_db()
    assert alice.password != before
    assert queries.token_for_secret(issued.secret) is not None
    bob = services.enter_as_guest(name="Bob")
    guests = issue(bob)
    services.keep_account(player=bob, username="bob", password=NEW)
    assert bob.check_password(NEW)
    assert queries.token_for_secret(guests.secret) is not None
