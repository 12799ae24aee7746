from __future__ import annotations

import fcntl
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management.color import Style
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, settings

from matches.play import warm_rows
from tests import migrated, slow, statements
from tests.browser.conftest import CHROMIUM, HOW
from tests.ledger.sweep import sweep
from tests.product import Product
from tests.sampling import LONG, ON_POSTGRES, sample
from tests.white_space import one_line

# How long an example takes is the machine's affair: a busy one must not turn a law red.
settings.register_profile(
    "house",
    max_examples=sample(12, 1000),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before ``-m`` selects."""
    if ON_POSTGRES and not LONG:
        items[:] = with_few_examples(items)
    known, sent_by_others = slow.names(), frozenset[str]() if LONG else slow.names(statements.LIST)
    for item in items:
        name = slow.name_of(item.nodeid)
        if name in known:
            item.add_marker("slow")
        if not asks_for_database(item) or shows_a_page(item.path) or name in sent_by_others:
            item.add_marker("one_database")


def pytest_make_parametrize_id(val: object) -> str | None:
    """A test's name is in each message between processes and in the environment: one had 24 million letters."""
    return f"{val[:50]!r} and more" if isinstance(val, str | bytes) and len(val) > 100 else None


def with_few_examples(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Of each test one example, if there is one that runs on both, all of the ledger's: the run on SQLite has them all,
    and what a second database could do otherwise does not hang on the example."""
    examples: dict[str, list[pytest.Item]] = {}
    for item in items:
        examples.setdefault(item.nodeid if LEDGER in item.path.parents else slow.name_of(item.nodeid), []).append(item)
    kept = {
        id(min(some, key=lambda item: item.get_closest_marker("one_database") is not None))
        for some in examples.values()
    }
    return [item for item in items if id(item) in kept]


def asks_for_database(item: pytest.Item) -> bool:
    """What asks for none cannot reach it, but for tests that start processes of their own, or connect by themselves."""
    if is_by_itself(item.path):
        return True
    return item.get_closest_marker("django_db") is not None or not ASKING.isdisjoint(getattr(item, "fixturenames", ()))


@cache
def is_by_itself(path: Path) -> bool:
    return any(folder in path.parents for folder in BY_THEMSELVES)


@cache
def shows_a_page(path: Path) -> bool:
    """What a page says follows from what is asked and changed, which tests of their own try on both databases."""
    return "pages" in path.stem or path.parent.name == "pages"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test marked ``alone`` runs while no other process of this run is inside a test.

    PostgreSQL counts transactions per server, not per database: an open one in another process's test holds back
    the feed of this one, just as it should.
    """
    folder = Path(os.environ["ELEKT_TEST_DATA"])
    kind = fcntl.LOCK_EX if item.get_closest_marker("alone") else fcntl.LOCK_SH
    with (folder / "tests").open("w") as tests:
        with (folder / "turnstile").open("w") as turnstile:  # nobody overtakes who waits to be alone
            fcntl.flock(turnstile, fcntl.LOCK_EX)
            fcntl.flock(tests, kind)
        return (yield)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The file that ``django_db_modify_db_settings`` has put there."""
    return not ON_POSTGRES


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Django makes its database for tests as a copy."""
    test = connection.settings_dict["TEST"]
    if ON_POSTGRES:
        test["TEMPLATE"] = migrated.template()
    else:
        migrated.copy_file(Path(test["NAME"]))


HERE = Path(__file__).parent
LEDGER = HERE / "ledger"
BY_THEMSELVES = (LEDGER, HERE / "fault")
ASKING = {"db", "transactional_db"}
AS_SENT = Client.request


@contextmanager
def markup_in_one_line() -> Iterator[None]:
    """Tests look for markup in pages. Where a template breaks its lines is the formatter's affair."""

    def request(client: Client, **sent: Any) -> Any:
        answer = AS_SENT(client, **sent)
        if (
            not answer.streaming
            and not answer.has_header("content-encoding")
            and answer.headers.get("content-type", "").startswith("text/html")
        ):
            answer.content = one_line(answer.content.decode()).encode()
        return answer

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Client, "request", request)
        yield


@contextmanager
def no_token_spells_a_name() -> Iterator[None]:
    """Tests look for names in pages, and one in some thousand random tokens has a name of three letters in it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.middleware.csrf.CSRF_ALLOWED_CHARS", "qxz")
        yield


@contextmanager
def no_span_of_a_limit_ends() -> Iterator[None]:
    """Limits are counted in fixed spans: a test would fail in which one ends and the next begins."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("web.limits.monotonic", lambda: 0.0)
        yield


@contextmanager
def a_tests_own_transaction_is_none() -> Iterator[None]:
    """Each test runs in a transaction that is rolled back. What keeps nothing of what it reads within one would keep
    nothing at all: each request would be as dear as the first, and what is kept for the second would not be tried."""

    def in_transaction() -> bool:
        return connection.in_atomic_block and not getattr(connection.atomic_blocks[-1], "_from_testcase", False)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("matches.play.warm_rows.in_transaction", in_transaction)
        yield


@contextmanager
def only_what_has_rows_is_emptied() -> Iterator[None]:
    """Django empties a hundred tables after each test that really commits, and PostgreSQL writes a file anew for each
    of them: a second where the rows of a few go in a millisecond. Then it would make the types and permissions of all
    models anew, which takes longer still: they stay, since no test changes them."""

    def statements(self: BaseDatabaseOperations, style: Style, tables: Sequence[str], **_: object) -> list[str]:
        name = self.quote_name
        with connection.cursor() as cursor:
            cursor.execute(
                " UNION ALL ".join(
                    f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name(table)})"
                    for table in tables
                    if table not in LASTING
                )
            )
            return [f"DELETE FROM {name(table)}" for (table,) in cursor.fetchall()]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *_, **__: None)
        patched.setattr(type(connection.ops), "sql_flush", statements)
        yield


LASTING = {"django_content_type", "auth_permission"}


@pytest.fixture(autouse=True, scope="session")
def while_all_tests_run() -> Iterator[None]:
    """One fixture for all that holds to the end: whatever each of ten thousand tests asks for costs its time."""
    with ExitStack() as stack:
        for what in (
            markup_in_one_line,
            no_token_spells_a_name,
            no_span_of_a_limit_ends,
            a_tests_own_transaction_is_none,
            only_what_has_rows_is_emptied,
        ):
            stack.enter_context(what())
        yield


@pytest.fixture(autouse=True)
def nothing_is_left_over(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test begins in the product's own language, whatever the last one asked for, and kept rows end with it. What it
    really committed does not outlive it: the ledger has no model, so Django's flush leaves it full."""
    translation.deactivate()
    yield
    warm_rows.forget()
    marker = request.node.get_closest_marker("django_db")
    if "transactional_db" in request.fixturenames or (marker and marker.kwargs.get("transaction")):
        with request.getfixturevalue("django_db_blocker").unblock():
            sweep()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed beside a running product shows what the product said."""
    report = yield
    product = getattr(item, "funcargs", {}).get("product")
    if report.failed and isinstance(product, Product):
        report.sections.append(("The product's log", product.output()[-8000:]))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A test that could not be run is said so in a colour that nobody overlooks."""
    if CHROMIUM is None:
        terminalreporter.section("BROWSER TESTS DID NOT RUN", red=True, bold=True)
        terminalreporter.line(HOW, red=True)
