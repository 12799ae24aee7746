"""Files as long as is promised come in through the server itself."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from players import services
from players.models import Player
from tests.matches.factories import GAME, person
from tests.matches.serving import served
from tests.tournaments.factories import state_of
from tournaments.exchange import document, trf
from tournaments.trf import Edition

from .made import seen, swiss

pytestmark = pytest.mark.django_db(transaction=True)

OURS = 4_300_000
"""Characters of our own document of a thousand players; space is as long, and is read sooner."""


def form(text: str) -> tuple[bytes, str]:
    """What a browser sends for a chosen file."""
    line = uuid4().hex
    fields = {"game": GAME, "title": "", "text": ""}
    parts = [f'--{line}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{fields[name]}' for name in fields]
    file = f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{text}'
    return "\r\n".join([*parts, file, f"--{line}--", ""]).encode(), f"multipart/form-data; boundary={line}"


def sent(address: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=300)
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.headers.get("Location", "")


def as_browser(player: UUID) -> dict[str, str]:
    client = Client()
    client.force_login(Player.objects.get(id=player))
    token = "x" * 32
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}


def test_a_document_of_a_thousand_players_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    text = document.written(document.document(seen(swiss(alice)))) + " " * OURS
    secret = services.issue_token(player=Player.objects.get(id=alice), label="", now=timezone.now()).secret
    with served() as address:
        body, kind = form(text)
        status, desk = sent(address, "/tournaments/import/", body, {**as_browser(alice), "Content-Type": kind})
        assert status == 302
        assert state_of(UUID(desk.split("/")[2])).entries
        program = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        told = json.dumps({"document": text}).encode()
        assert sent(address, "/api/v1/tournaments/import/", told, program)[0] == 201
        assert sent(address, "/api/v1/tournaments/", told, program)[0] == 413


def test_a_report_of_four_megabytes_comes_in() -> None:
    alice = person("Alice")
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF16)
    text += " " * (trf.MAX_LENGTH - len(text))
    with served() as address:
        body, kind = form(text)
        assert sent(address, "/tournaments/import/", body, {**as_browser(alice), "Content-Type": kind})[0] == 302


def test_what_is_pasted_is_as_long_as_the_field_says() -> None:
    """Django itself keeps forms of 2.5 MB away from views, files aside."""
    alice = person("Alice")
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF16)
    text += " " * (trf.MAX_LENGTH - len(text) - 1)
    client = Client()
    client.force_login(Player.objects.get(id=alice))
    answer = client.post("/tournaments/import/", {"text": text, "game": GAME})
    assert answer.status_code in (200, 302)
