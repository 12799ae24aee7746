from __future__ import annotations

from collections.abc import Iterator

import pytest

from elekt_core.bots import derive


@pytest.fixture(autouse=True, scope="package")
def all_recordings_have_one_seed() -> Iterator[None]:
    """What is offered first then is the same in all of them, and is worked out once (``tests.beginnings``)."""

    def seed_of(scribing: object, viewer: int | None, scribe: int | None) -> str:
        return derive("recording", f"{viewer if viewer != scribe else None} {scribe}").hex()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("matches.scribe.sessions.seed_of", seed_of)
        yield
