"""The API keeps to its schema: whatever is sent, the answer is one that the schema announces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import positive_data_acceptance

from config.asgi import wsgi
from players import services as players
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from tests.sampling import LONG, sample
from tests.tournaments.factories import opened
from tests.tournaments.leagues.made import league

from .factories import person, started

schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))  # type: ignore[no-untyped-call]
schema.app = wsgi
load_all_checks()
OPERATIONS = sorted(
    f"{method.upper()} {path}"
    for path, methods in schema.raw_schema["paths"].items()
    for method in methods
    if method != "parameters"
)


@pytest.fixture(autouse=True)
def _kept_connection() -> Iterator[None]:
    """The server would close its connection after each request, and with it the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known() -> dict[str, Any]:
    """A match in which Alice plays, a tournament and a league of hers, and her token."""
    table = started("Alice", "Bob")
    assert table.players[0] is not None
    owner = Player.objects.get(id=table.players[0])
    secret = players.issue_token(player=owner, label="contract", now=timezone.now()).secret
    host = players.sign_up(username="host", name="Host", password="three-ravens-on-a-gate")
    club = clubs.found(club_commands.FoundClub("Bastion", open_entry=True), by=host.id).club
    return {
        "table_id": str(table.id),
        "match_id": str(table.match),
        "club_id": str(club),
        "tournament_id": str(opened(owner.id)),
        "league_id": str(league(owner.id)[0]),
        "stage": "main",
        "token": secret,
    }


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_one_that_the_schema_announces(operation: str, known: dict[str, Any]) -> None:
    @settings(max_examples=sample(2, 100), deadline=None, suppress_health_check=list(HealthCheck))
    def answered(case: Any) -> None:
        for name in case.path_parameters or {}:
            if name in known and case.meta and case.meta.generation.mode.is_positive:
                case.path_parameters[name] = known[name]
        # Where the case is wrong in its headers it goes as it is, without her token.
        spoilt = case.meta is not None and case.meta.is_negative_at(ParameterLocation.HEADER)
        case.call_and_validate(
            # What the client here could not unpack is not packed for it.
            headers={"Accept-Encoding": "identity"} | ({} if spoilt else {"Authorization": f"Bearer {known['token']}"}),
            excluded_checks=[positive_data_acceptance],  # a schema cannot say which bots there are, or whose turn it is
        )

    forged(operation, answered)()


def forged(operation: str, answered: Callable[[Any], None]) -> Any:
    """``answered``, to be called with the requests that are made up for an operation: systematic ones, of which the
    usual run tries every sixth, other ones for each operation, and random ones.

    Not ``schema.parametrize()``, which makes thousands of them up while tests are collected, in each process.
    """
    method, _, path = operation.partition(" ")
    tried = build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=answered,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    systematic: list[Any] = getattr(tried, "hypothesis_explicit_examples", [])
    if not LONG:
        systematic[:] = systematic[crc32(operation.encode()) % 6 :: 6]
    return tried


@pytest.mark.django_db
def test_every_operation_has_a_name_and_says_what_it_refuses() -> None:
    person("Alice")
    document: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    operations = {
        (path, method): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }
    assert len({operation["operationId"] for operation in operations.values()}) == len(operations) >= 17
    for (path, method), operation in operations.items():
        refusals = {status for status in operation["responses"] if status >= "4"}
        assert "401" in refusals, path
        assert "{" not in path or "404" in refusals, path
        assert method == "get" or {"400", "403", "404", "409"} <= refusals, path
    assert "422" in operations["/api/v1/matches/{match_id}/decisions/", "post"]["responses"]
