"""The installation's own certificate authority, made at its first start with TLS, and the server's certificate, made
anew at every start.

Whoever trusts the authority trusts it for private addresses and names of a local network alone: its certificate says so
(RFC 5280, 4.2.1.10), so its key, if it is ever stolen, opens no bank.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_LASTS = timedelta(days=3650)
SERVER_LASTS = timedelta(days=397)
"""Phones refuse certificates that last longer than 398 days, or 825 where one has installed the authority oneself."""
BEFORE = timedelta(days=2)
"""A phone's clock may be wrong."""
PRIVATE = tuple(
    ip_network(one)
    for one in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
LOCAL = ("local", "localhost", "lan", "home.arpa", "internal")
"""Domains that exist on local networks alone; a name without a dot belongs to none."""
HERE = ("localhost", "127.0.0.1", "::1")
Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Certificates:
    """Where they lie; ``fingerprint`` is the authority's (SHA-256), ``names`` are those of the server."""

    authority: Path
    certificate: Path
    key: Path
    fingerprint: str
    names: tuple[str, ...]


def prepare(folder: Path, names: Collection[str], now: datetime | None = None) -> Certificates:
    """Make the authority if it is missing or about to end, and a new certificate for the server.

    Of ``names`` those that are no names of a local network are left out.
    """
    at = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key, authority = _authority(folder, at)
    kept = tuple(dict.fromkeys([*filter(is_local, names), *HERE]))
    own = ec.generate_private_key(ec.SECP256R1())
    certificate = _signed(own.public_key(), kept, key, authority, at)
    _write(folder / "server.key", _private(own), secret=True)
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    _write(folder / "server.crt", pem + authority.public_bytes(serialization.Encoding.PEM))
    return Certificates(folder / "ca.crt", folder / "server.crt", folder / "server.key", fingerprint(authority), kept)


def is_local(name: str) -> bool:
    """Whether the authority may answer for a name or an address."""
    address = _address(name)
    if address is not None:
        return any(address in network for network in PRIVATE if network.version == address.version)
    plain = name.lower().strip(".")
    return bool(plain) and not plain.startswith("*") and plain.rpartition(".")[2] in LOCAL + _machine()


def fingerprint(certificate: x509.Certificate) -> str:
    """As phones and computers show it."""
    digest = sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def _machine() -> tuple[str, ...]:
    """The machine's own name, if it has no dot."""
    name = socket.gethostname().lower()
    return () if "." in name else (name,)


def _address(name: str) -> Address | None:
    with contextlib.suppress(ValueError):
        return ip_address(name.strip("[]"))
    return None


def _authority(folder: Path, now: datetime) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    """The one that is kept, else a new one."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        key = serialization.load_pem_private_key((folder / "ca.key").read_bytes(), None)
        kept = x509.load_pem_x509_certificate((folder / "ca.crt").read_bytes())
        of_key = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == kept.public_key()
        if of_key and kept.not_valid_after_utc > now + SERVER_LASTS and _answers_for(kept, _machine()):
            assert isinstance(key, ec.EllipticCurvePrivateKey)
            (folder / "ca.key").chmod(0o600)
            return key, kept
    made = ec.generate_private_key(ec.SECP256R1())
    authority = _new_authority(made, now)
    _write(folder / "ca.key", _private(made), secret=True)
    _write(folder / "ca.crt", authority.public_bytes(serialization.Encoding.PEM))
    return made, authority


def _answers_for(authority: x509.Certificate, names: Iterable[str]) -> bool:
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    known = {one.value for one in constraints.permitted_subtrees or () if isinstance(one, x509.DNSName)}
    return known.issuperset(names)


def _new_authority(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    name = _name(f"Elekt, {socket.gethostname()}"[:64])
    permitted = [*map(x509.DNSName, LOCAL + _machine()), *map(x509.IPAddress, PRIVATE)]
    return (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now + AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _signed(
    public: ec.EllipticCurvePublicKey,
    names: Collection[str],
    key: ec.EllipticCurvePrivateKey,
    authority: x509.Certificate,
    now: datetime,
) -> x509.Certificate:
    addresses = {name: _address(name) for name in names}
    told: list[x509.GeneralName] = [
        x509.DNSName(name) if address is None else x509.IPAddress(address) for name, address in addresses.items()
    ]
    return (
        x509.CertificateBuilder(authority.subject, _name("Elekt"), public, x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now + SERVER_LASTS - BEFORE)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(told), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())


def _write(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Whole or not at all; what is secret is never readable by anybody else, not even for a moment."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if secret else 0o644)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    part.replace(path)
