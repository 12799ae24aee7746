"""Message encryption for Web Push (RFC 8291 over RFC 8188), and the server's identification (RFC 8292).

``cryptography`` is read where it is first needed: no page needs it.
"""

from __future__ import annotations

import base64
import json
import os
from functools import lru_cache
from hashlib import sha512
from time import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

MAX_PLAIN: Final = 3000
"""Bytes; push services take 4096 in all."""
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
TOKEN_LASTS: Final = 12 * 3600


def encode(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Raises ValueError."""
    return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def encrypt(
    plain: bytes, *, key: bytes, secret: bytes, own: EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """The body of a push message for a browser's public ``key`` (65 bytes) and its ``secret`` (16 bytes).

    ``own`` and ``salt`` are given by tests alone. Raises ValueError for a key that is none.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    assert len(plain) <= MAX_PLAIN
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    ours = public_bytes(own)
    shared = _derive(own.exchange(ec.ECDH(), theirs), secret, b"WebPush: info\0" + key + ours, 32)
    content_key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, plain + b"\x02", None)
    return salt + (4096).to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(key: str, secret: str) -> None:
    """Raises ValueError unless both are what a browser gives."""
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    if len(decode(secret)) != 16:
        raise ValueError("a secret has 16 bytes")


# --- who we are (VAPID) ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def own_key() -> EllipticCurvePrivateKey:
    """The installation's key, from the secret ``VAPID_KEY``, which is made at the first start."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(sha512(b"vapid" + settings.VAPID_KEY.encode()).digest(), "big")
    return ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1())


@lru_cache(maxsize=1)
def public_key() -> str:
    """What browsers subscribe with."""
    return encode(public_bytes(own_key()))


def authorization(endpoint: str) -> str:
    """The header that tells a push service who sends; the same for an hour."""
    parts = urlsplit(endpoint)
    return _authorization(f"{parts.scheme}://{parts.netloc}", int(time()) // 3600)


@lru_cache(maxsize=64)
def _authorization(audience: str, hour: int) -> str:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": hour * 3600 + TOKEN_LASTS, "sub": settings.PUSH_CONTACT}
    head, body = (encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(own_key().sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={head}.{body}.{signature}, k={public_key()}"
