"""Whatever a browser is sent, byte by byte: it reaches the product through a connection that keeps a copy."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

FRAMING = re.compile(rb"\r\n[0-9a-fA-F]+\r\n")
"""Between the pieces of an answer that is sent in pieces."""


class Overheard:
    """``url`` is where the browser finds the product at ``site``; it must ask for answers that are not compressed."""

    def __init__(self, site: str) -> None:
        parts = urlsplit(site)
        assert parts.hostname is not None
        self.there = (parts.hostname, parts.port or 80)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.total = 0
        self._pieces: dict[int, bytearray] = {}
        """By connection: what one was sent is never broken by what another was."""
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def sent(self) -> str:
        """What has been sent since this was last asked."""
        with self._lock:
            pieces, self._pieces = self._pieces, {}
        return "\n".join(FRAMING.sub(b"", bytes(piece)).decode(errors="replace") for piece in pieces.values())

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self.listening.accept()
            except OSError:  # closed
                return
            there = socket.create_connection(self.there)
            threading.Thread(target=self._carry, args=(here, there, None), daemon=True).start()
            threading.Thread(target=self._carry, args=(there, here, id(there)), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, kept: int | None) -> None:
        try:
            while data := source.recv(1 << 16):
                if kept is not None:
                    with self._lock:
                        self._pieces.setdefault(kept, bytearray()).extend(data)
                        self.total += len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:  # one of the two has gone
            for one in (source, target):
                one.close()


@contextmanager
def overheard(site: str) -> Iterator[Overheard]:
    found = Overheard(site)
    try:
        yield found
    finally:
        found.listening.close()
