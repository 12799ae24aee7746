"""A machine whose clocks the tests set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from matches.clocks import presence, service_time

START = 1_700_000_000_000


@dataclass
class Machine:
    steady: int = 5_000_000
    wall: int = START
    boot: str = "first"

    def pass_(self, seconds: float, *, served: bool = True) -> None:
        """Time passes; ``served``: a web process beats meanwhile. One beat at the end stands for all of them."""
        self._go_on(round(seconds * 1000))
        if served:
            with patch.object(service_time, "LOST", round(seconds * 1000) + service_time.LOST):
                service_time.serve()

    def beat_for(self, seconds: int) -> None:
        """Time passes, with a beat each second."""
        for _ in range(seconds):
            self._go_on(1000)
            service_time.serve()

    def _go_on(self, passed: int) -> None:
        self.steady, self.wall = self.steady + passed, self.wall + passed

    def reboot(self, seconds: float) -> None:
        self.boot, self.steady, self.wall = self.boot + "+", 1000, self.wall + round(seconds * 1000)
        service_time.forget()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    here = Machine()
    monkeypatch.setattr(service_time, "steady", lambda: here.steady)
    monkeypatch.setattr(service_time, "wall", lambda: here.wall)
    monkeypatch.setattr(service_time, "boot", lambda: here.boot)
    began = here.steady
    passed = SimpleNamespace(now=lambda: datetime.now(UTC) + timedelta(milliseconds=here.steady - began))
    for module in ("matches.clocks.services", "ledger.changing"):
        monkeypatch.setattr(f"{module}.timezone", passed)
    service_time.forget()
    presence._touched.clear()
    presence._noted.clear()
    yield here
    service_time.forget()
    presence._touched.clear()
    presence._noted.clear()
