"""Long pairings: progress is shown, the page stays quick, and nothing is worked out twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from threading import Event
from unittest.mock import patch
from uuid import UUID

import pytest
from django.test import Client

from tests.tournaments.factories import entered, state_of
from tournaments import services
from tournaments.decisions import rounds
from tournaments.desk import proposals
from tournaments.formats.contract import Progress, Proposal
from tournaments.state import State

pytestmark = pytest.mark.django_db
propose = rounds.propose


@pytest.fixture
def begun(alice: UUID, desk: UUID) -> UUID:
    entered(desk, alice, 8)
    services.start_stage(tournament_id=desk, by=alice, stage="swiss")
    return desk


class Slow:
    """A pairing that is a third done until it may go on."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.began = Event()
        self.times = 0

    def __call__(self, state: State, key: str, progress: Progress | None = None, *, at: datetime) -> Proposal:
        assert progress is not None
        self.times += 1
        progress(1, 3)
        self.began.set()
        self.go_on.wait(10)
        return propose(state, key, at=at)


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    with patch.object(rounds, "propose", made), patch.object(proposals, "AT_FIRST", 0.01):
        yield made
        made.go_on.set()


def pairing(client: Client, tournament: UUID, **headers: str) -> str:
    answer = client.get(f"/tournaments/{tournament}/desk/pairing/?stage=swiss", headers=headers)
    return answer.headers.get("HX-Redirect") or answer.content.decode()


def test_a_long_pairing_shows_how_far_it_is_and_then_the_tables(organiser: Client, begun: UUID, slow: Slow) -> None:
    pairing(organiser, begun)
    assert slow.began.wait(10)
    html = pairing(organiser, begun, **{"hx-request": "true"})
    assert '<progress id="progress-bar" max="3" value="1">' in html
    assert "<html" not in html
    assert not state_of(begun).stages["swiss"].rounds
    slow.go_on.set()
    proposals.proposals.work(state_of(begun), "swiss").future.result(10)
    assert "/desk/pairing/?stage=swiss" in pairing(organiser, begun, **{"hx-request": "true"})
    assert "Pairing of round 1" in pairing(organiser, begun)
    sent = {"stage": "swiss", "version": str(state_of(begun).version)}
    organiser.post(f"/tournaments/{begun}/desk/publish/", sent)
    assert len(state_of(begun).stages["swiss"].rounds) == 1
    assert slow.times == 1


def test_a_proposal_of_an_older_version_is_not_used(alice: UUID, begun: UUID) -> None:
    before = proposals.proposal_or_progress(state_of(begun), "swiss", 10)
    services.withdraw(tournament_id=begun, by=alice, no=8)
    after = proposals.proposal_or_progress(state_of(begun), "swiss", 10)
    assert isinstance(before, Proposal)
    assert isinstance(after, Proposal)
    assert {no for one in before.pairings for no in one.seats} == set(range(1, 9))
    assert {no for one in after.pairings for no in one.seats} == set(range(1, 8))


def test_what_cannot_be_paired_says_why(organiser: Client, begun: UUID, alice: UUID) -> None:
    for no in range(3, 9):
        services.withdraw(tournament_id=begun, by=alice, no=no)
    assert "Too few are here: 2. A table needs 3." in pairing(organiser, begun)
