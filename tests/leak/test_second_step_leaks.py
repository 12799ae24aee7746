"""The second step of logging in: its key and codes stand on the one page that shows them, and nowhere else."""

from __future__ import annotations

import logging
import re

import pytest

from players import services
from players.models import Player
from tests.players.factors.test_second_step import alice, browser, code, log_in, nothing_counted, set_up

pytestmark = pytest.mark.django_db
__all__ = ["alice", "nothing_counted"]


def test_neither_key_nor_codes_are_in_a_log_or_on_another_page(alice: Player, caplog: pytest.LogCaptureFixture) -> None:
    mine, others = browser(), browser()
    with caplog.at_level(logging.DEBUG):
        key, codes = set_up(mine)
        again = browser()
        log_in(again)
        again.post("/login/second/", {"code": codes[0]})
        now = code(key)
        browser().post(f"/login/second/?code={now}", {"code": now})
    services.sign_up(username="bob", name="Bob", password="three-ravens-on-a-gate")
    log_in(others, "bob")
    paths = ("/account/", "/account/second/", f"/players/{alice.pk}/", "/account/second/app/", "/account/second/codes/")
    pages = [client.get(path).content.decode() for client in (mine, again, others) for path in paths]
    said = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records if record.name == "http")
    assert "/login/second/" in said
    for secret in (key, now, *codes):
        assert secret not in said
        assert not any(secret in page for page in pages)


def test_nobody_learns_from_outside_who_has_a_second_step(alice: Player) -> None:
    """A wrong password is answered alike."""

    def refused() -> tuple[int, str]:
        client = browser()
        answer = client.post("/login/", {"username": "alice", "password": "a guess"})
        page = answer.content.decode().partition("<main")[2]
        return answer.status_code, re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)

    before = refused()
    set_up(browser())
    assert refused() == before
    assert browser().get("/login/second/")["Location"] == "/login/"
