"""What a small server with demo content answers: every address of the API that can be read, and the pages that its
links lead to. Ids and times are left out, and so is how the API words an error."""

from __future__ import annotations

import json
import os
import random
import re
import secrets
import sys
import time
import uuid
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urljoin

CONTENT = (["demo"], ["demo_tournament"], ["demo_ratings"], ["demo_league"])
PER_VIEW = 3
"""Pages of one view that are looked at."""
LANGUAGES = ("pl", "en")
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_CHANGING = (
    (_ID, "ID"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?"), "TIME"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d)?\b"), "TIME"),
    (re.compile(r"token=[\w:=%.-]+"), "TOKEN"),
    (re.compile(r"\b([0-9a-f]{64}|[0-9a-f]{12})\b"), "HASH"),
    (re.compile(r'"at":\d{16}'), "TIME"),
)


def digests() -> Iterator[tuple[str, str]]:
    _prepare()
    from django.test import Client
    from django.utils import timezone

    from players import services
    from players.models import Player

    player = Player.objects.exclude(name="").order_by("name").first()
    assert player is not None
    secret = services.issue_token(player=player, label="digests", now=timezone.now()).secret
    for language in LANGUAGES:
        browser = Client(headers={"accept-language": language})
        yield from _pages(browser, language)
        program = Client(headers={"accept-language": language, "authorization": f"Bearer {secret}"})
        yield from _api(program, language)
    yield from _schema(Client(headers={"accept-language": "en"}))


def _prepare() -> None:
    """A database of its own with content that is the same each time; before any app is imported."""
    folder = Path(mkdtemp())
    os.environ |= {"ELEKT_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/answers.sqlite3"}
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
        "ALLOWED_HOSTS": "testserver",
        "STATIC_COLLECTED": "false",
    }
    assert "django.apps" not in sys.modules or not sys.modules["django.apps"].apps.ready
    dice, seeds, ids = random.Random(1), random.Random(2), random.Random(3)  # who draws one more shifts no other
    secrets.token_bytes = lambda nbytes=None: seeds.randbytes(nbytes or 32)
    secrets.randbits = lambda k: dice.getrandbits(k)
    secrets.randbelow = lambda exclusive_upper_bound: dice.randrange(exclusive_upper_bound)
    ticks = count(1_800_000_000_000_000_000, 1_000_000)
    time.time_ns = lambda: next(ticks)  # part of a match's id, from which its bots draw
    uuid.uuid4 = lambda: uuid.UUID(int=ids.getrandbits(128), version=4)
    import django
    from django.core.management import call_command

    django.setup()
    quiet = open(os.devnull, "w")  # noqa: SIM115 - as long as the process
    call_command("migrate", verbosity=0)
    for command in CONTENT:
        call_command(*command, stdout=quiet)


def _api(client: Any, language: str) -> Iterator[tuple[str, str]]:
    """Each address that can be read, with whatever the lists name."""

    values: dict[str, list[str]] = {"game": [], "name": ["a"], "number": ["1"], "no": ["1"]}
    names = [one["name"] for one in client.get("/api/v1/games/").json()]
    values["game"] = names
    for kind, key in (("matches", "match_id"), ("tables", "table_id"), ("tournaments", "tournament_id")):
        values[key] = _ids(client.get(f"/api/v1/{kind}/").json())[:PER_VIEW]
    for kind, key in (("leagues", "league_id"), ("clubs", "club_id"), ("positions", "position_id")):
        values[key] = _ids(client.get(f"/api/v1/{kind}/").json())[:PER_VIEW]
    for route in sorted(_routes()):
        if "schema" in route or "stream" in route:
            continue
        addresses = [route]
        for key in re.findall(r"<(?:\w+:)?(\w+)>", route):
            known = values.get(key) or ["1" if f"<int:{key}>" in route else str(uuid.UUID(int=7))]
            addresses = [re.sub(rf"<(?:\w+:)?{key}>", value, address) for address in addresses for value in known]
        for number, address in enumerate(addresses):
            answer = client.get(f"/{address}")
            said = answer.content.decode() if answer.status_code < 400 else ""
            yield f"api/{language}/{route}/{number}", _digest(f"{answer.status_code} {said}")


def _routes() -> set[str]:
    from django.urls import get_resolver
    from django.urls.resolvers import RoutePattern, URLPattern

    found = set()

    def walk(patterns: Any, before: str) -> None:
        for one in patterns:
            here = before + (str(one.pattern) if isinstance(one.pattern, RoutePattern) else "")
            if isinstance(one, URLPattern):
                found.add(here)
            else:
                walk(one.url_patterns, here)

    walk(get_resolver().url_patterns, "")
    return {route for route in found if route.startswith("api/v1/") and route != "api/v1/"}


def _ids(listed: Any) -> list[str]:
    rows = listed if isinstance(listed, list) else next((v for v in listed.values() if isinstance(v, list)), [])
    return [str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row]


class _Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and (link := dict(attrs).get("href")):
            self.found.append(link)


def _pages(client: Any, language: str) -> Iterator[tuple[str, str]]:
    """The text of what a visitor reaches from the first page, a few of each kind."""
    from django.urls import Resolver404, resolve

    waiting, seen, looked_at = ["/"], {"/"}, dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        try:
            view = resolve(address.partition("?")[0]).view_name
        except Resolver404:
            continue
        if looked_at.get(view, 0) >= PER_VIEW:
            continue
        looked_at[view] = number = looked_at.get(view, 0) + 1
        answer = client.get(address)
        if not answer.get("Content-Type", "").startswith("text/html"):
            yield f"pages/{language}/{view}/{number}", _digest(f"{answer.status_code}")
            continue
        html = answer.content.decode()
        text = " ".join(re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL).split())
        yield f"pages/{language}/{view}/{number}", _digest(f"{answer.status_code} {text}")
        for link in _Links(html).found:
            new = urljoin(address, link.partition("#")[0])
            if new.startswith("/") and new not in seen:
                seen.add(new)
                waiting.append(new)


def _schema(client: Any) -> Iterator[tuple[str, str]]:
    """What the API says of itself, but for its errors."""
    schema = client.get("/api/v1/schema/", headers={"accept": "application/vnd.oai.openapi+json"}).json()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            operation["responses"] = {code: said for code, said in operation["responses"].items() if code < "400"}
            yield f"schema/{path}/{method}", _digest(json.dumps(operation, sort_keys=True))
    for name, shape in schema["components"]["schemas"].items():
        yield f"schema/components/{name}", _digest(json.dumps(shape, sort_keys=True))


def _digest(text: str) -> str:
    for changing, instead in _CHANGING:
        text = changing.sub(instead, text)
    if folder := os.environ.get("DIGEST_TEXTS"):  # to see what differs
        with Path(folder).open("a", encoding="utf-8") as kept:
            kept.write(text + "\n")
    return sha256(text.encode()).hexdigest()
