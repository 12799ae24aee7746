from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.browser.conftest import CHROMIUM, HOW
from tests.product import Product


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
