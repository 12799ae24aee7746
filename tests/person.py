"""A person's program outside the product: comes in as a guest, gets a token, talks to the API, and never gives up."""

from __future__ import annotations

import http.client
import json
import random
import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener
from uuid import uuid4

PATIENCE = 300.0
"""Seconds that a person tries again while nothing answers."""
GONE = (URLError, ConnectionError, http.client.HTTPException, TimeoutError)


class Person:
    def __init__(self, url: str, name: str, seed: int) -> None:
        self.url = url
        self.name = name
        self.random = random.Random(seed)
        self.acknowledged: dict[str, tuple[int, int]] = {}
        """By id of the decision: the first event and the version that the product promised."""
        self.repeats = 0
        self.token = self._come_in()

    def _come_in(self) -> str:
        self.cookies = CookieJar()
        self._browser = build_opener(HTTPCookieProcessor(self.cookies))
        self._form("/guest/", name=self.name)
        page = self._form("/account/tokens/", label="program")
        found = re.search(r'id="secret"[^>]*>(\w[\w-]+)<', page)
        assert found, "no token on the page"
        return found.group(1)

    def revoke_token(self) -> None:
        found = re.search(r'action="(/account/tokens/[^"]+/revoke/)"', self._page("/account/tokens/"))
        assert found, "no token to revoke"
        self._form("/account/tokens/", to=found.group(1))

    def log_out(self) -> None:
        self._form("/", to="/logout/")

    def _page(self, path: str) -> str:
        with self._browser.open(self.url + path, timeout=120) as page:
            return str(page.read().decode())

    def _form(self, path: str, to: str = "", **fields: str) -> str:
        """Send the form of a page, to itself or where the form leads ``to``."""
        secret = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self._page(path))
        assert secret
        data = urlencode(fields | {"csrfmiddlewaretoken": secret.group(1)}).encode()
        sent = Request(self.url + (to or path), data, {"Referer": self.url + path})
        with self._browser.open(sent, timeout=120) as page:
            return str(page.read().decode())

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Status and answer. Tries again while the connection is refused or breaks: what is asked must bear that."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        last = monotonic() + PATIENCE
        while True:
            try:
                with build_opener().open(Request(f"{self.url}/api/v1/{path}", data, headers), timeout=120) as answer:
                    return answer.status, _read(answer.read())
            except HTTPError as error:
                # 502 and 503 are a server's way to say "not now".
                if error.code not in (502, 503) and (said := _whole(error)) is not None:
                    return error.code, _read(said)
            except GONE:
                self.repeats += 1
                if monotonic() > last:
                    raise
            sleep(0.05)

    def get(self, path: str) -> Any:
        status, answer = self.ask(path)
        assert status == 200, (path, status, answer)
        return answer

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """With a decision id: however often it is sent, it counts once."""
        status, answer = self.ask(path, body | {"decision_id": str(uuid4())})
        assert status in (200, 201), (path, status, answer)
        return answer

    def open_table(self, seats: int, **more: Any) -> dict[str, Any]:
        wish = {"game": "elekt", "seats": seats, "decision_id": str(uuid4()), **more}
        status, answer = self.ask("tables/", wish)
        assert status == 201, (status, answer)
        return dict(answer)

    def sit(self, table: str) -> dict[str, Any]:
        status, answer = self.ask(f"tables/{table}/sit/", {"decision_id": str(uuid4())})
        assert status in (200, 201), (status, answer)
        return dict(answer)

    def decide_once(self, match: str, seat: int, position: dict[str, Any]) -> None:
        """Choose among the options. Sent again and again with one id until it is acknowledged, or another was first."""
        chosen = self.random.choice(position["options"])
        identity = str(uuid4())
        status, answer = self.ask(
            f"matches/{match}/decisions/",
            {"seat": seat, "decision": chosen, "expected_version": position["version"], "decision_id": identity},
        )
        assert status in (200, 201, 409), (status, answer)
        if status != 409:
            self.acknowledged[identity] = (answer["first_seq"], answer["version"])

    def play(self, match: str, seat: int) -> Iterator[bool]:
        """Look, and decide where it is this seat's turn: one step each. True after a decision; ends with the match."""
        while True:
            standing = self.get(f"matches/{match}/")
            if standing["ended_at"] is not None:
                return
            if seat in standing["awaited"]:
                position = self.get(f"matches/{match}/position/")
                if position["options"] and position["outcome"] is None:
                    self.decide_once(match, seat, position)
                    yield True
                    continue
            sleep(0.02)
            yield False


def _whole(error: HTTPError) -> bytes | None:
    """What a refusal says; None if the connection broke in the middle of it."""
    try:
        return error.read()
    except GONE:
        return None


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode(errors="replace")
