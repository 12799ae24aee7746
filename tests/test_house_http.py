"""What surrounds every answer: health, policy, language, and a log without anybody's words."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

pytestmark = pytest.mark.django_db


def test_health_answers_when_the_database_does(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_no_page_may_run_inline_scripts_or_be_framed(client: Client) -> None:
    policy = dict(part.split(" ", 1) for part in client.get("/login/").headers["Content-Security-Policy"].split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert client.get("/login/").headers["X-Content-Type-Options"] == "nosniff"


def test_polish_is_the_language_of_those_who_ask_for_none(client: Client) -> None:
    assert client.get("/login/").headers["Content-Language"] == "pl"
    assert client.get("/login/", headers={"accept-language": "en-GB"}).headers["Content-Language"] == "en"
    assert client.get("/login/", headers={"accept-language": "de"}).headers["Content-Language"] == "pl"


def test_the_chosen_language_outlives_the_browsers_wish(client: Client) -> None:
    client.post("/language/setlang/", {"language": "en", "next": "/login/"})
    assert client.get("/login/", headers={"accept-language": "pl"}).headers["Content-Language"] == "en"


def test_the_log_has_neither_bodies_nor_queries(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        client.post("/login/?token=seen-in-no-log", {"username": "bob-in-no-log", "password": "word-in-no-log"})
    said = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records if record.name == "http")
    assert "'path': '/login/'" in said
    assert "in-no-log" not in said


def addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Those of pages that need nothing but their address."""
    for one in patterns:
        address = f"{before}{one.pattern}"
        if not isinstance(one.pattern, RoutePattern) or one.pattern.converters:
            continue
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, address)
        else:
            yield address


def test_whoever_asks_for_a_page_may_ask_for_its_head_alone(client: Client) -> None:
    """RFC 9110, 9.3.2: whoever checks links or watches over the product asks in this way."""
    answers = {page: client.head(page).status_code for page in addresses(get_resolver().url_patterns)}
    assert {page for page, status in answers.items() if status == 200} > {"/", "/login/", "/ratings/", "/tournaments/"}
    refused = [page for page, status in answers.items() if status == 405]
    assert {client.get(page).status_code for page in refused} == {405}  # there is nothing but what is sent there


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/health/", headers={"host": "elsewhere.example"}).status_code == 400


def test_the_defaults_are_safe() -> None:
    assert settings.DEBUG is False
    assert settings.SESSION_COOKIE_HTTPONLY is True
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
