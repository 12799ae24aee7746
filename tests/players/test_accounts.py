"""Coming in, leaving, keeping an account and being forgotten, as a browser does it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from players import queries, services
from players.models import Player

pytestmark = pytest.mark.django_db

PASSWORD = "three-ravens-on-a-gate"


def sign_up(client: Client, **fields: str) -> int:
    data = {"name": "Alice", "username": "alice", "password": PASSWORD, **fields}
    return client.post("/signup/", data).status_code


def log_in(client: Client, username: str = "alice", password: str = PASSWORD) -> bool:
    client.post("/login/", {"username": username, "password": password})
    return "_auth_user_id" in client.session


def test_who_signs_up_is_logged_in_and_can_come_back(client: Client) -> None:
    assert sign_up(client) == 302
    assert "_auth_user_id" in client.session
    client.post("/logout/")
    assert "_auth_user_id" not in client.session
    assert log_in(client)


def test_a_wrong_password_lets_nobody_in(client: Client) -> None:
    sign_up(client)
    client.post("/logout/")
    assert not log_in(client, password="three-ravens-on-a-fence")


def test_a_half_filled_form_stays_filled_but_for_the_password(client: Client) -> None:
    answer = client.post("/signup/", {"name": "Alice of the Gate", "username": "alice", "password": "short"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Alice of the Gate"' in page
    assert 'value="alice"' in page
    assert "short" not in page
    assert 'aria-invalid="true"' in page
    assert not Player.objects.exists()


@pytest.mark.parametrize("taken", ["alice", "ALICE", " alice "])
def test_a_username_belongs_to_one_person(client: Client, taken: str) -> None:
    sign_up(client)
    assert sign_up(Client(), username=taken, name="Bob") == 422
    assert Player.objects.count() == 1


def test_two_people_may_have_the_same_name(client: Client) -> None:
    sign_up(client)
    assert sign_up(Client(), username="another") == 302


@pytest.mark.parametrize("name", ["", "A", "x" * 33, "Al\u0007ice", "Al\u202eice"])
def test_a_name_that_cannot_be_shown_is_refused(client: Client, name: str) -> None:
    assert client.post("/guest/", {"name": name}).status_code == 422
    assert not Player.objects.exists()


def test_a_guest_needs_a_name_alone(client: Client) -> None:
    assert client.post("/guest/", {"name": "  Bob   the  Second "}).status_code == 302
    guest = Player.objects.get()
    assert (guest.name, guest.is_guest, guest.has_usable_password()) == ("Bob the Second", True, False)


def test_a_guest_who_keeps_the_account_stays_the_same_player(client: Client) -> None:
    client.post("/guest/", {"name": "Bob"})
    before = Player.objects.get()
    client.post("/account/keep/", {"username": "bob", "password": PASSWORD})
    after = Player.objects.get()
    assert after.pk == before.pk
    assert not after.is_guest
    assert client.get("/account/").status_code == 200, "still logged in"
    assert log_in(Client(), "bob")


def test_a_guest_who_signs_up_is_asked_to_keep_what_they_have(client: Client) -> None:
    client.post("/guest/", {"name": "Bob"})
    answer = client.post("/signup/", {"name": "Bob", "username": "bob", "password": PASSWORD})
    assert answer["Location"] == "/account/keep/"
    assert Player.objects.get().is_guest


def test_a_guest_who_has_an_account_can_go_back_to_it(client: Client) -> None:
    sign_up(client)
    browser = Client()
    browser.post("/guest/", {"name": "Bob"})
    assert "/login/" in browser.get("/account/keep/").content.decode()
    guest, session = browser.session["_auth_user_id"], browser.session.session_key
    assert log_in(browser)
    assert browser.session["_auth_user_id"] != guest
    assert browser.session.session_key != session


def test_a_username_is_as_long_as_its_normal_form(client: Client) -> None:
    """One sign of Arabic that stands for eighteen; PostgreSQL refuses what is too long, SQLite keeps it."""
    assert sign_up(client, username="\ufdfa" * 10) == 422
    assert not Player.objects.exists()


def test_coming_in_gives_the_browser_another_session(client: Client) -> None:
    client.post("/language/setlang/", {"language": "en"})
    client.session.save()
    planted = client.session.session_key
    client.post("/guest/", {"name": "Bob"})
    assert client.session.session_key != planted


def test_a_guest_cannot_take_somebody_elses_username(client: Client) -> None:
    sign_up(Client())
    client.post("/guest/", {"name": "Bob"})
    assert client.post("/account/keep/", {"username": "Alice", "password": PASSWORD}).status_code == 422
    assert Player.objects.get(name="Bob").is_guest


def test_a_lost_race_for_a_username_is_said_and_changes_nothing() -> None:
    services.sign_up(username="alice", name="Alice", password=PASSWORD)
    guest = services.enter_as_guest(name="Bob")
    with pytest.raises(services.UsernameTaken):
        services.keep_account(player=guest, username="alice", password=PASSWORD)
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_a_changed_password_is_the_one_that_counts(client: Client) -> None:
    sign_up(client)
    new = "seven-lanterns-below"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert client.post("/account/password/", data).status_code == 302
    assert client.get("/account/").status_code == 200, "still logged in"
    assert not log_in(Client())
    assert log_in(Client(), password=new)


def test_the_old_password_is_asked_for(client: Client) -> None:
    sign_up(client)
    data = {"old_password": "a guess", "new_password1": "seven-lanterns", "new_password2": "seven-lanterns"}
    assert client.post("/account/password/", data).status_code == 422
    assert log_in(Client())


def test_an_erased_player_leaves_an_id_and_nothing_else(client: Client) -> None:
    sign_up(client)
    player = Player.objects.get()
    services.issue_token(player=player, label="bot", now=timezone.now())
    assert client.post("/account/erase/").status_code == 302
    player.refresh_from_db()
    assert (player.name, player.username, player.is_active) == ("", None, False)
    assert not player.api_tokens.exists()
    assert "_auth_user_id" not in client.session
    assert not log_in(Client())
    assert queries.names([player.pk])[player.pk] in ("Former player", "Dawny gracz")


@pytest.mark.parametrize("path", ["", "keep/", "password/", "erase/", "tokens/"])
def test_an_outsider_is_asked_to_log_in_first(client: Client, path: str) -> None:
    answer = client.get(f"/account/{path}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/?next=")


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(client: Client, target: str) -> None:
    answer = client.post("/guest/", {"name": "Bob", "next": target})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("target", ["foo", "%00", "-1", "[]", "http://[", "x" * 5000])
def test_who_is_here_already_and_wants_to_go_nowhere_is_led_home(client: Client, target: str) -> None:
    client.post("/guest/", {"name": "Bob"})
    assert client.get("/guest/", {"next": target})["Location"] == "/"


def test_leaving_needs_a_post(client: Client) -> None:
    assert client.get("/logout/").status_code == 405


@pytest.mark.parametrize(("language", "words"), [("pl", "Zaloguj się"), ("en", "Log in")])
def test_pages_speak_the_language_one_asks_for(client: Client, language: str, words: str) -> None:
    client.post("/language/setlang/", {"language": language, "next": "/login/"})
    page = client.get("/login/").content.decode()
    assert words in page
    assert f'<html lang="{language}">' in page


def test_who_does_not_want_to_be_found_is_found_by_the_whole_name_alone() -> None:
    hidden = services.sign_up(username="hidden", name="Alicja Nowak", password="dvopq-83nvfg")
    services.sign_up(username="shown", name="Alicja Kot", password="dvopq-83nvfg")
    services.change_profile(player=hidden, name="Alicja Nowak", findable=False)
    assert [found.name for found in queries.search("Alicja")] == ["Alicja Kot"]
    assert [found.id for found in queries.search("alicja nowak")] == [hidden.id]
    assert [found.id for found in queries.called("Alicja Nowak")] == [hidden.id]
    assert queries.nearest("Alicja Nowac") != "Alicja Nowak"
