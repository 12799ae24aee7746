from __future__ import annotations

import pytest

from tests.browser.conftest import CHROMIUM, HOW


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A test that could not be run is said so in a colour that nobody overlooks."""
    if CHROMIUM is None:
        terminalreporter.section("BROWSER TESTS DID NOT RUN", red=True, bold=True)
        terminalreporter.line(HOW, red=True)
