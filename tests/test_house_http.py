"""What surrounds every answer: health, policy, language, and a log without anybody's words."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils import translation

from config.middleware import local_time
from tests.sampling import sample

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


MOMENT = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "zone", "short", "day"),
    [
        ("en", "", "23 Nov 2026, 00:30", "23 Nov 2026"),
        ("en", "America/New_York", "22 Nov 2026, 18:30", "22 Nov 2026"),
        ("pl", "Asia/Tokyo", "23.11.2026, 08:30", "23.11.2026"),
        ("pl", "../../etc/passwd", "23.11.2026, 00:30", "23.11.2026"),
    ],
)
def test_times_are_told_in_the_readers_zone_and_never_in_us_style(
    rf: RequestFactory, language: str, zone: str, short: str, day: str
) -> None:
    said = []

    def answer(request: HttpRequest) -> HttpResponse:
        form = Template("{{ at|date:'SHORT_DATETIME_FORMAT' }}|{{ at|date:'SHORT_DATE_FORMAT' }}")
        said.append(form.render(Context({"at": MOMENT})))
        return HttpResponse()

    request = rf.get("/")
    request.COOKIES["zone"] = zone
    with translation.override(language):
        local_time(answer)(request)
    assert said == [f"{short}|{day}"]


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


@pytest.mark.one_database
def test_whoever_asks_for_a_page_may_ask_for_its_head_alone(client: Client) -> None:
    """RFC 9110, 9.3.2: whoever checks links or watches over the product asks in this way."""
    pages = sorted(addresses(get_resolver().url_patterns))
    known = ("/", "/login/", "/ratings/", "/tournaments/")
    answers = {page: client.head(page).status_code for page in {*pages[:: sample(4, 1)], *known}}
    assert {page for page, status in answers.items() if status == 200} > {*known}
    refused = [page for page, status in answers.items() if status == 405]
    assert {client.get(page).status_code for page in refused} == {405}  # there is nothing but what is sent there


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/login/", headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "10.0.0.7", "web:8000", "no host_at.all:x"])
def test_health_answers_whoever_asks_and_by_whatever_name(client: Client, host: str) -> None:
    """The image's check asks 127.0.0.1, a balancer an address, `up` localhost: none of them is a visitor's name."""
    with override_settings(ALLOWED_HOSTS=["play.example"]):
        answer = client.get("/health/", headers={"host": host})
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert client.head("/health/", headers={"host": host}).status_code == 200
        assert client.get("/login/", headers={"host": host}).status_code == 400


def test_the_defaults_are_safe() -> None:
    assert settings.DEBUG is False
    assert settings.SESSION_COOKIE_HTTPONLY is True
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
