"""A request and its answer cross from the event loop to Django and back as PEP 3333 has them."""

from __future__ import annotations

from typing import Any

import pytest

from config.wsgi_calls import answered, environ_of

HEADERS = [
    (b"host", b"elekt.example"),
    (b"content-type", b"application/json"),
    (b"cookie", b"a=1"),
    (b"cookie", b"b=2"),
    (b"accept", b"text/html"),
    (b"accept", b"*/*"),
]
SCOPE = {
    "method": "POST",
    "path": "/gra/ł/",
    "query_string": b"q=%C5%82",
    "http_version": "1.1",
    "scheme": "https",
    "client": ("192.0.2.1", 5000),
    "headers": HEADERS,
}


def test_a_request_says_all_that_it_said() -> None:
    environ = environ_of(SCOPE, b"{}")
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/gra/ł/"
    assert (environ["QUERY_STRING"], environ["wsgi.url_scheme"]) == ("q=%C5%82", "https")
    assert (environ["HTTP_HOST"], environ["CONTENT_TYPE"]) == ("elekt.example", "application/json")
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"]) == ("a=1; b=2", "text/html,*/*")
    assert (environ["REMOTE_ADDR"], environ["REMOTE_PORT"]) == ("192.0.2.1", "5000")
    assert (environ["CONTENT_LENGTH"], environ["wsgi.input"].read()) == ("2", b"{}")


def test_a_body_in_chunks_has_its_length_all_the_same() -> None:
    headers = [(b"transfer-encoding", b"chunked"), (b"content-length", b"7")]
    assert environ_of({**SCOPE, "headers": headers}, b"abc")["CONTENT_LENGTH"] == "3"


class Answering:
    """An answer in parts that wants to be closed."""

    def __init__(self, fails: bool = False) -> None:
        self.fails, self.closed = fails, False

    def __call__(self, environ: Any, start_response: Any) -> Answering:
        start_response("201 Created", [("Content-Type", "text/plain"), ("X-Said", "ę".encode().decode("latin-1"))])
        return self

    def __iter__(self) -> Any:
        yield b"one "
        if self.fails:
            raise RuntimeError
        yield b"two"

    def close(self) -> None:
        self.closed = True


def test_an_answer_comes_whole_and_what_made_it_is_closed() -> None:
    app = Answering()
    answer = answered(app, SCOPE, b"")
    assert answer == (201, [(b"content-type", b"text/plain"), (b"x-said", "ę".encode())], b"one two")
    assert app.closed


def test_an_answer_that_breaks_off_is_closed_too() -> None:
    app = Answering(fails=True)
    with pytest.raises(RuntimeError):
        answered(app, SCOPE, b"")
    assert app.closed
