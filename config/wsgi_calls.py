"""One request to Django and its whole answer, in a thread: one hop there and one back, whatever Django sends.

``bodies`` has read the request before, and ``lanes`` sends the answer at once, so nothing needs to flow between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, NamedTuple

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def answered(app: Wsgi, scope: Any, body: bytes) -> Answer:
    """Called in a thread. ``scope`` is ASGI's of the request. Raises what ``app`` raises."""
    status, headers, written = 500, list[tuple[bytes, bytes]](), list[bytes]()

    def start_response(line: str, given: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], None]:
        nonlocal status, headers
        status = int(line.partition(" ")[0])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given]
        return written.append

    chunks = app(environ_of(scope, body), start_response)
    try:
        written += chunks
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()
    return Answer(status, headers, b"".join(written))


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """The request as PEP 3333 has it: texts are bytes, each read as the letter of its number."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.get("client"):
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = scope["client"][0], str(scope["client"][1])
    for header, value in scope["headers"]:
        if b"_" in header:  # it would read like the header with a hyphen, which a proxy may have said
            continue
        name, text = header.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    environ["CONTENT_LENGTH"] = str(len(body))  # also of a body that came in chunks and said no length
    return environ
