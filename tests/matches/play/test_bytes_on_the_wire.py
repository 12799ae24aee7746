"""How few bytes a decision takes: to those who look on, and to those who come back after they missed some."""

from __future__ import annotations

from statistics import median
from uuid import UUID

import pytest

from matches.play.fragments import match_frames
from web.live.audience import Audience, frames

from ..factories import Table, started

pytestmark = pytest.mark.django_db

DECISIONS = 12


@pytest.fixture(params=["elekt", "enclave", "elector_counts"])
def table(request: pytest.FixtureRequest) -> Table:
    return started("Alice", "Bob", game=request.param, seed="wire")


def sent(match: UUID, after: int) -> tuple[int, int]:
    """The version that the frame for Alice leads to, and its bytes for a page that holds what it was sent last."""
    version, made = frames(Audience("match", match, "0", "en", "html"), after)
    return version, sum(len(frame.form(holds=True, packed=True)) for frame in made)


def test_a_frame_is_a_few_hundred_bytes_and_so_is_what_was_missed(table: Table) -> None:
    """Asked for: 8 KB for all of an own decision, and 1 KB and 200 bytes an event for whoever comes back."""
    versions = [sent(table.match, 1)[0]]
    sizes = []
    for _ in range(DECISIONS):
        table.decide()
        version, size = sent(table.match, versions[-1])
        versions.append(version)
        sizes.append(size)
    assert median(sizes) < 3000
    for missed in (1, 2, 4):
        before = versions[-1 - missed]
        version, size = sent(table.match, before)
        assert size <= 1024 + 200 * (version - before), f"{missed} decisions were missed"


FIELDS = ('name="csrfmiddlewaretoken"', 'name="expected_version"', 'name="decision_id"')


def test_a_live_question_leaves_to_scripts_what_a_page_says_without_them(table: Table) -> None:
    """A new id in each frame alone would be a fiftieth of what is sent."""
    seat = table.awaited()
    page = table.client(seat).get(f"/matches/{table.match}/").content.decode()
    live = str(match_frames(table.match, str(seat), 1, table.version())["position"])
    assert all(field in page for field in FIELDS)
    assert 'name="decision"' in live
    assert not any(field in live for field in FIELDS)
