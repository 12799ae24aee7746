"""What a visitor who means harm gets from a running product on this machine, while somebody asks for /health/.

    ELEKT_DATA=/tmp/attacked manage.py up --no-demo --port 9135 &
    python -m benchmarks.attacks 9135 [planner] [half-sent] [idle] [headers]

Sends load to 127.0.0.1 only.
"""

from __future__ import annotations

import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

PLANNER = "/tournaments/planner/?players={}&hours=24&seats=2&minutes_per_game=1&minutes_between=0&tables=64"
WATCHED_SECONDS = 35


def ask(port: int, path: str, seconds: float = 120) -> tuple[str, float]:
    """Status, or the name of what went wrong, and how long it took."""
    start = time.monotonic()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=seconds) as one:
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            answer = one.recv(100)
    except OSError as error:
        return type(error).__name__, time.monotonic() - start
    return answer[9:12].decode() or "closed", time.monotonic() - start


def planner(port: int) -> None:
    with ThreadPoolExecutor(13) as pool:
        asked = [pool.submit(ask, port, PLANNER.format(players)) for players in range(117, 129)]
        time.sleep(0.5)
        health = []
        while not all(one.done() for one in asked):
            health.append(ask(port, "/health/")[1])
            time.sleep(0.05)
    answers = [one.result() for one in asked]
    slowest = max(seconds for _, seconds in answers)
    print(f"planner: {dict(Counter(status for status, _ in answers))}, the last after {slowest:.1f} s")
    print(f"  /health/ asked {len(health)} times: longest {max(health, default=0):.3f} s")


def half_sent(port: int) -> None:
    held = [_opened(port, b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Le") for _ in range(400)]
    held += [
        _opened(port, b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        for _ in range(400)
    ]
    _watch("800 half-sent requests", port, held)


def idle(port: int) -> None:
    _watch("1100 idle connections", port, [_opened(port, b"") for _ in range(1100)])


def headers(port: int) -> None:
    sent, line = 0, b"X-Long: " + b"x" * 65536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=60) as one:
        try:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            while sent < 93_000_000:
                one.sendall(line)
                sent += len(line)
            one.sendall(b"\r\n")
            told = one.recv(100)
        except OSError as error:
            told = type(error).__name__.encode()
    print(f"headers: {sent / 1e6:.1f} MB were taken, then {told[:12]!r}")


def _opened(port: int, begun: bytes) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=5)
    one.sendall(begun)
    one.setblocking(False)
    return one


def _watch(name: str, port: int, held: list[socket.socket]) -> None:
    start, health = time.monotonic(), Counter[str]()
    longest, first = 0.0, 0.0
    while time.monotonic() - start < WATCHED_SECONDS:
        status, seconds = ask(port, "/health/", 5)
        health[status] += 1
        longest = max(longest, seconds)
        if not first and not sum(map(_open, held)):
            first = time.monotonic() - start
        time.sleep(0.2)
    left = sum(map(_open, held))
    print(f"{name}: {left} still held after {WATCHED_SECONDS} s" + (f", none after {first:.1f} s" if first else ""))
    print(f"  /health/: {dict(health)}, longest {longest:.3f} s")
    for one in held:
        one.close()


def _open(one: socket.socket) -> bool:
    """Whether the other side still holds it."""
    try:
        while one.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


ATTACKS: dict[str, Callable[[int], None]] = {
    "planner": planner,
    "half-sent": half_sent,
    "idle": idle,
    "headers": headers,
}

if __name__ == "__main__":
    for attack in sys.argv[2:] or ATTACKS:
        ATTACKS[attack](int(sys.argv[1]))
