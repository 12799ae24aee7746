"""What stands outside in tests and measurements, all of this machine: an SMTP server and a push service, where notices
end, and another site with whose accounts one logs in. The push service decrypts as a browser would."""

from __future__ import annotations

import json
import socketserver
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from players.notices.encryption import decode, encode, public_bytes


@dataclass
class MailSink:
    """``answer`` gives the code for a recipient: 250, 450 (later), 550 (never)."""

    answer: Callable[[str], int] = lambda _address: 250
    messages: list[Message] = field(default_factory=list)
    port: int = 0
    lock: Any = field(default_factory=Lock)

    def ids(self) -> list[str]:
        return [str(message["Message-ID"]) for message in self.messages]


@contextmanager
def mail_sink(answer: Callable[[str], int] = lambda _address: 250) -> Iterator[MailSink]:
    sink = MailSink(answer)

    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 sink")
            while line := self.rfile.readline():
                word = line[:4].upper()
                if word in (b"EHLO", b"HELO", b"MAIL", b"RSET", b"NOOP"):
                    self._say("250 ok")
                elif word == b"RCPT":
                    self._say(f"{sink.answer(line.decode().partition('<')[2].partition('>')[0])} so")
                elif word == b"DATA":
                    self._say("354 go on")
                    body = b""
                    while (more := self.rfile.readline()) not in (b".\r\n", b""):
                        body += more
                    with sink.lock:
                        sink.messages.append(message_from_bytes(body, policy=default))
                    self._say("250 taken")
                elif word == b"QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("502 what")

        def _say(self, text: str) -> None:
            self.wfile.write(text.encode() + b"\r\n")

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = daemon_threads = True

    with Server(("127.0.0.1", 0), Talk) as server:
        sink.port = server.server_address[1]
        Thread(target=server.serve_forever, daemon=True).start()
        yield sink
        server.shutdown()


class Browser:
    """A browser's side of a subscription."""

    def __init__(self) -> None:
        self._own = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen bytes ok"
        self.key, self.secret = encode(public_bytes(self._own)), encode(self._secret)

    def decrypt(self, body: bytes) -> Any:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        info = b"WebPush: info\0" + public_bytes(self._own) + theirs
        shared = _derive(self._own.exchange(ec.ECDH(), point), self._secret, info, 32)
        key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
        return json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")[:-1])


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)


def identified(header: str) -> Any:
    """The claims of a VAPID header, whose signature is right. Raises InvalidSignature."""
    fields = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    head, body, signature = fields["t"].split(".")
    raw = decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(fields["k"]))
    key.verify(der, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))


@dataclass
class PushSink:
    """``status`` is what it answers to the next messages; ``taken`` has path, headers and body of each."""

    status: int = 201
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    netloc: str = ""
    lock: Any = field(default_factory=Lock)


@contextmanager
def push_sink() -> Iterator[PushSink]:
    sink = PushSink()

    class Talk(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with sink.lock:
                sink.taken.append((self.path, headers, body))
            self.send_response(sink.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Talk) as server:
        sink.netloc = f"127.0.0.1:{server.server_address[1]}"
        Thread(target=server.serve_forever, daemon=True).start()
        yield sink
        server.shutdown()


@dataclass
class LoginSink:
    """A site that speaks OpenID Connect: whoever is sent there is ``name`` at once, and sent back."""

    name: str = ""
    address: str = ""
    asked: list[str] = field(default_factory=list)
    """The scopes that were asked for."""


@contextmanager
def login_sink() -> Iterator[LoginSink]:
    sink = LoginSink()

    class Talk(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                told = dict(parse_qsl(parts.query))
                sink.asked.append(told["scope"])
                self.send_response(302)
                back = urlencode({"code": "once", "state": told["state"]})
                self.send_header("Location", f"{told['redirect_uri']}?{back}")
                self.end_headers()
            elif parts.path == "/me":
                # More than was asked for, as such sites do.
                self._say({"sub": sink.name, "name": sink.name, "email": f"{sink.name}@example.org", "picture": "x"})
            else:
                known = {"authorization": "/authorize", "token": "/token", "userinfo": "/me"}
                ends = {f"{name}_endpoint": sink.address + path for name, path in known.items()}
                self._say({"issuer": sink.address, "jwks_uri": f"{sink.address}/keys", **ends})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._say({"access_token": "a token", "token_type": "Bearer", "expires_in": 60})

        def _say(self, told: object) -> None:
            body = json.dumps(told).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Talk) as server:
        sink.address = f"http://127.0.0.1:{server.server_address[1]}"
        Thread(target=server.serve_forever, daemon=True).start()
        yield sink
        server.shutdown()
