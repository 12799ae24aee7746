"""RFC 8291's own example (section 5 and appendix A), and what endpoints may be."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from players.notices import endpoints
from players.notices.encryption import authorization, decode, encode, encrypt, public_bytes
from players.notices.endpoints import BadEndpoint
from tests.sinks import Browser, identified


def test_the_example_of_rfc_8291() -> None:
    own = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    assert encode(public_bytes(own)).startswith("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        key=decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        secret=decode("BTBZMqHH6r4Tts7J_aSIgg"),
        own=own,
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_reads_what_was_encrypted_for_it() -> None:
    browser = Browser()
    assert browser.decrypt(encrypt(b'{"a": 1}', key=decode(browser.key), secret=decode(browser.secret))) == {"a": 1}


def test_the_service_is_told_who_sends() -> None:
    claims = identified(authorization("https://push.example/one?x=1"))
    assert claims["aud"] == "https://push.example"
    assert claims["sub"].startswith(("mailto:", "https:"))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.services.mozilla.com.example/x",
        "https://push.example/x",
        "https://fcm.googleapis.com/x\r\nHost: other",
        "ftp://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:x/",
        "",
    ],
)
def test_messages_go_to_push_services_alone(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        endpoints.check(endpoint)


@pytest.mark.parametrize(
    "endpoint", ["https://fcm.googleapis.com/fcm/send/a", "https://updates.push.services.mozilla.com/wpush/v2/a"]
)
def test_the_browsers_services_are_known(endpoint: str) -> None:
    endpoints.check(endpoint)


INSIDE = [
    "127.0.0.1",
    "10.0.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "::1",
    "fe80::1%eth0",
    "::ffff:10.0.0.1",
    "224.0.0.1",
    "2002:7f00:1::",
]


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_inside_is_not_followed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (address, 443))])
    with pytest.raises(BadEndpoint):
        endpoints.public_address("fcm.googleapis.com")
