"""TLS on a club's own network: the authority, the plain page, and the product behind both."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn
from cryptography import x509

from config import connections, parts
from config.management.commands.up import welcome
from config.tls import authority, on_network, pages, plain
from tests import attacking
from tests.product import PATIENCE, Product, free_port

NAMES = ("192.168.7.20", "club", "club.local", "203.0.113.9", "play.example", "fd00::7")


@pytest.fixture
def certificates(tmp_path: Path) -> authority.Certificates:
    return authority.prepare(tmp_path / "tls", NAMES)


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_keys_are_for_their_owner_alone(certificates: authority.Certificates) -> None:
    folder = certificates.authority.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("ca.key", "server.key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_the_authority_stays_and_the_servers_certificate_is_new_at_each_start(tmp_path: Path) -> None:
    first = authority.prepare(tmp_path, ["192.168.7.20"])
    serial = read(first.certificate).serial_number
    again = authority.prepare(tmp_path, ["192.168.7.21"])
    assert again.fingerprint == first.fingerprint
    assert read(again.certificate).serial_number != serial
    assert "192.168.7.21" in again.names
    assert "192.168.7.20" not in again.names
    late = authority.prepare(tmp_path, [], datetime.now(UTC) + timedelta(days=3400))
    assert late.fingerprint != first.fingerprint, "one that is about to end is made anew"


@pytest.mark.parametrize("damage", [b"", b"no key"])
def test_a_damaged_authority_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    first = authority.prepare(tmp_path, [])
    (tmp_path / "ca.key").write_bytes(damage)
    assert authority.prepare(tmp_path, []).fingerprint != first.fingerprint


def test_it_answers_for_local_names_alone(certificates: authority.Certificates) -> None:
    assert set(certificates.names) - set(authority.HERE) == {"192.168.7.20", "club.local", "fd00::7"}
    constraints = read(certificates.authority).extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    lasts = read(certificates.certificate)
    assert lasts.not_valid_after_utc - lasts.not_valid_before_utc <= timedelta(days=397)


@pytest.fixture
def served(certificates: authority.Certificates, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = certificates.authority.parent
    pages.write(folder, here="http://x/", product="https://x/", fingerprint=certificates.fingerprint)
    for name, value in ((plain.FOLDER, str(folder)), (plain.PORT, "8443"), (plain.NAMES, json.dumps(["192.168.7.20"]))):
        monkeypatch.setenv(name, value)
    plain._names.cache_clear()
    return folder


def test_the_plain_port_has_the_page_and_the_certificate_and_nothing_else(served: Path) -> None:
    status, head, body = plain.answer("GET", "/", "", {"accept-language": "en-GB,en;q=0.8"})
    assert (status, b"Download the certificate" in body, b"<svg" in body) == (200, True, True)
    assert "script" not in head["content-security-policy"].replace("default-src", "")
    assert b"Pobierz" in plain.answer("GET", "/", "", {})[2]
    status, head, body = plain.answer("GET", plain.CERTIFICATE, "", {})
    assert (status, head["content-type"]) == (200, "application/x-x509-ca-cert")
    assert body == (served / "ca.crt").read_bytes()
    for path in ("/ca.key", "/server.key", "/../tls/ca.key", "/health/", "/api/v1/me/"):
        status, head, body = plain.answer("GET", path, "", {"host": "192.168.7.20:8000"})
        assert (status, body) == (307, b"")
    assert plain.answer("POST", "/log-in/", "", {})[0] == 403, "a password is not asked for again"


def test_it_leads_to_the_product_alone(served: Path) -> None:
    assert plain.address("192.168.7.20:8000", "/clubs/", "q=x") == "https://192.168.7.20:8443/clubs/?q=x"
    for host in ("evil.example", "evil.example:80", "", "192.168.7.20.evil.example", "a@evil.example"):
        assert plain.address(host, "//evil.example/\r\nx: y", "").startswith("https://192.168.7.20:8443/evil.example/")
    assert "\n" not in plain.address("x", "/a\r\nb", "c\r\nd")


def test_the_address_that_is_told_is_one_that_phones_find() -> None:
    assert on_network.best(["localhost", "127.0.0.1", "::1", "club.local", "192.168.7.20"]) == "192.168.7.20"
    assert on_network.best(["localhost", "club.local"]) == "club.local"
    assert "http://127.0.0.1:9/" in welcome("127.0.0.1", 9)


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def secured(certificates: authority.Certificates, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server with the product's settings, which is in a hurry."""
    monkeypatch.setattr(connections, "HANDSHAKE_SECONDS", 0.5)
    with running(certificates) as port:
        yield port


@contextmanager
def running(certificates: authority.Certificates) -> Iterator[int]:
    how = {**parts.SERVER, "ssl_certfile": certificates.certificate, "ssl_keyfile": certificates.key}
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(nothing, **how | {"lifespan": "off"}))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        last = monotonic() + PATIENCE
        while not server.started:
            assert monotonic() < last
            sleep(0.01)
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(10)


@pytest.mark.parametrize("sent", [b"", b"\x16", b"\x16\x03\x01\x02\x00\x01"])
def test_a_handshake_is_not_waited_for(secured: int, certificates: authority.Certificates, sent: bytes) -> None:
    trusted = ssl.create_default_context(cafile=str(certificates.authority))
    with ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(("127.0.0.1", secured), 10)) for _ in range(40)]
        for one in silent:
            one.sendall(sent)
        connection = http.client.HTTPSConnection("127.0.0.1", secured, context=trusted, timeout=10)
        assert answered(connection) == 204, "whoever shakes hands is served meanwhile"
        assert [attacking.answer(one) for one in silent] == [b""] * 40, "closed, without a word"
        assert answered(connection) == 204, "a connection that is made stays"
        connection.close()


@pytest.fixture
def patient(certificates: authority.Certificates, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of one that waits long for a handshake, and has few places."""
    monkeypatch.setattr(connections, "HANDSHAKE_SECONDS", PATIENCE)
    for name, value in (("MAX_CONNECTIONS", "20"), ("MAX_CONNECTIONS_PER_ADDRESS", "8")):
        monkeypatch.setenv(name, value)
    with running(certificates) as port:
        yield port


@pytest.mark.parametrize(("source", "kept"), [("127.0.0.1", 20), ("127.0.0.2", 8)])
def test_who_never_shakes_hands_has_places_as_all_others_and_makes_room_first(
    patient: int, certificates: authority.Certificates, source: str, kept: int
) -> None:
    """127.0.0.1 could be a proxy; of any other address there may be eight."""
    trusted = ssl.create_default_context(cafile=str(certificates.authority))
    with ExitStack() as stack:
        silent = []
        for _ in range(30):
            one = socket.create_connection(("127.0.0.1", patient), 10, source_address=(source, 0))
            silent.append(stack.enter_context(one))
        assert [attacking.answer(one) for one in silent[: 30 - kept]] == [b""] * (30 - kept), "the first made room"
        connection = http.client.HTTPSConnection(
            "127.0.0.1", patient, context=trusted, timeout=PATIENCE, source_address=(source, 0)
        )
        assert answered(connection) == 204
        assert attacking.answer(silent[30 - kept]) == b"", "for whoever asks one more has"
        assert all(is_still_open(one) for one in silent[31 - kept :])
        assert answered(connection) == 204, "who has shaken hands is not sent away for those who have not"
        for _ in range(kept):
            stack.enter_context(socket.create_connection(("127.0.0.1", patient), 10, source_address=(source, 0)))
        assert answered(connection) == 204
        connection.close()


def is_still_open(one: socket.socket) -> bool:
    one.settimeout(0.01)
    try:
        return one.recv(1) != b""
    except TimeoutError:
        return True


def answered(connection: http.client.HTTPSConnection) -> int:
    connection.request("GET", "/")
    with connection.getresponse() as answer:
        answer.read()
        return answer.status


def test_the_time_for_a_handshake_is_short() -> None:
    assert connections.HANDSHAKE_SECONDS <= 5


@pytest.mark.slow
def test_who_trusts_the_authority_connects_and_who_does_not_is_refused(tmp_path: Path) -> None:
    product = Product(tmp_path / "data")
    product.begins_empty = True
    plain_port = free_port()
    product.options = ("--tls", "--host", "127.0.0.1", "--plain-port", str(plain_port))
    try:
        product.start()
        trusted = ssl.create_default_context(cafile=str(product.data / "tls" / "ca.crt"))
        for host in ("localhost", "127.0.0.1"):
            connection = http.client.HTTPSConnection(host, product.port, context=trusted, timeout=60)
            connection.request("GET", "/login/")
            answer = connection.getresponse()
            assert answer.status == 200
            cookies = answer.headers.get_all("set-cookie")
            assert cookies
            assert all("; secure" in cookie.lower() for cookie in cookies)
            connection.close()
        with socket.create_connection(("127.0.0.1", product.port)) as plainly, pytest.raises(ssl.SSLError):
            ssl.create_default_context().wrap_socket(plainly, server_hostname="localhost")
        last = monotonic() + PATIENCE  # the plain page is a process of its own
        while not is_open(plain_port):
            assert monotonic() < last, product.output()
            sleep(0.05)
        onward = http.client.HTTPConnection("127.0.0.1", plain_port, timeout=60)
        onward.request("GET", "/clubs/")
        answer = onward.getresponse()
        assert (answer.status, answer.headers["location"]) == (307, f"https://127.0.0.1:{product.port}/clubs/")
    finally:
        if product.process is not None and product.process.poll() is None:
            product.stop()


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True
