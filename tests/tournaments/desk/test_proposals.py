"""Long pairings: progress is shown, the page stays quick, and nothing is worked out twice."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from threading import Event
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.test import Client

from tests.tournaments.factories import at, entered, play_round, state_of
from tournaments import commands, services
from tournaments.decisions import results, rounds
from tournaments.desk import proposals
from tournaments.formats.contract import Progress, Proposal, Result
from tournaments.state import State
from web.costly import Busy

pytestmark = pytest.mark.django_db
propose = rounds.propose
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def begun(alice: UUID, desk: UUID) -> UUID:
    entered(desk, alice, 8)
    services.change(desk, commands.StartStage("swiss"), by=alice)
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
    told = pairing(organiser, begun, **{"hx-request": "true"})
    assert '<progress id="progress-bar" max="3" value="1">' in told
    assert "<html" not in told
    assert not state_of(begun).stages["swiss"].rounds
    slow.go_on.set()
    assert isinstance(proposals.proposal_or_progress(state_of(begun), "swiss", 10), Proposal)
    assert "/desk/pairing/?stage=swiss" in pairing(organiser, begun, **{"hx-request": "true"})
    assert "Pairing of round 1" in pairing(organiser, begun)
    sent = {"stage": "swiss", "version": str(state_of(begun).version)}
    organiser.post(f"/tournaments/{begun}/desk/publish/", sent)
    assert len(state_of(begun).stages["swiss"].rounds) == 1
    assert slow.times == 1


def test_pairing_again_is_worked_out_beside_the_page_shown_and_then_used(
    organiser: Client, alice: UUID, begun: UUID, slow: Slow
) -> None:
    slow.go_on.set()
    services.change(begun, commands.Pair("swiss", proposal=propose(state_of(begun), "swiss", at=NOW)), by=alice)
    play_round(begun, alice, "swiss", (1, 2, 3, 4))
    services.change(begun, commands.Pair("swiss", proposal=propose(state_of(begun), "swiss", at=NOW)), by=alice)
    before = state_of(begun)
    slow.go_on.clear()
    sent = {f"place_{seat}": place for seat, place in enumerate("4321")}
    page = f"/tournaments/{begun}/desk/correct/swiss/1/1/"
    shown = organiser.post(page, sent).content.decode()
    assert slow.began.wait(10)
    address = html.unescape(re.findall(r'id="again" hx-post="([^"]+)"', shown)[0])
    assert '<progress id="again-bar" max="3" value="1">' in organiser.post(address, sent).content.decode()
    early = organiser.post(page, {**sent, "choice": "again", "version": str(before.version)})
    assert "still being paired again" in early.content.decode()
    assert state_of(begun) == before
    slow.go_on.set()
    change = results.correct(before, at("swiss", 1, 1), Result((4, 3, 2, 1)))
    proposal = proposals.again_or_progress(before, change, "swiss", 10)
    assert isinstance(proposal, Proposal)
    told = organiser.post(address, sent).content.decode()
    assert told.count("<tr") == 3  # its heading, and both tables
    assert "<ins>" in told
    organiser.post(page, {**sent, "choice": "again", "version": str(before.version)})
    now = state_of(begun).stages["swiss"].rounds[1].tables.values()
    assert {table.pairing.seats for table in now} == {pairing.seats for pairing in proposal.pairings}
    assert slow.times == 1


def test_a_correction_shows_progress_on_a_busy_machine_and_loses_nothing(
    organiser: Client, alice: UUID, begun: UUID, slow: Slow
) -> None:
    """The first look waits 0.7 s at most; afterwards the page asks again by itself."""
    slow.go_on.set()
    services.change(begun, commands.Pair("swiss", proposal=propose(state_of(begun), "swiss", at=NOW)), by=alice)
    before = state_of(begun)
    slow.go_on.clear()
    wish = {"do": "enter", "names": "Zoe"}
    shown = organiser.post(f"/tournaments/{begun}/desk/change/swiss/", wish).content.decode()
    assert "Here but without a table: Zoe" in shown
    assert '<progress id="again-bar"' in shown
    assert "<ins>Zoe</ins>" not in shown
    slow.go_on.set()
    address = html.unescape(re.findall(r'id="again" hx-post="([^"]+)"', shown)[0])
    while "<ins>Zoe</ins>" not in (told := organiser.post(address, wish).content.decode()):
        assert '<progress id="again-bar"' in told
    assert state_of(begun) == before


def test_a_proposal_of_an_older_version_is_not_used(alice: UUID, begun: UUID) -> None:
    before = proposals.proposal_or_progress(state_of(begun), "swiss", 10)
    services.change(begun, commands.Withdraw(8), by=alice)
    after = proposals.proposal_or_progress(state_of(begun), "swiss", 10)
    assert isinstance(before, Proposal)
    assert isinstance(after, Proposal)
    assert {no for one in before.pairings for no in one.seats} == set(range(1, 9))
    assert {no for one in after.pairings for no in one.seats} == set(range(1, 8))


def test_what_cannot_be_paired_says_why(organiser: Client, begun: UUID, alice: UUID) -> None:
    for no in range(3, 9):
        services.change(begun, commands.Withdraw(no), by=alice)
    assert "Too few players are here: 2. A table needs 3." in pairing(organiser, begun)


def test_no_more_pairings_wait_than_may_and_the_next_one_is_told_to_come_again() -> None:
    go_on, many = Event(), proposals.AT_ONCE + proposals.MAX_WAITING

    def make(progress: Progress) -> Proposal:
        go_on.wait(60)
        return Proposal()

    own = proposals.Proposals()
    keys: list[proposals.Key] = [(uuid4(), 1, "swiss", "") for _ in range(many)]
    works = [own.work(key, make) for key in keys]
    own.clear()  # what is no longer kept is worked on all the same
    with pytest.raises(Busy):
        own.work((uuid4(), 1, "swiss", ""), make)
    go_on.set()
    assert [work.future.result(60) for work in works] == [Proposal()] * many
    assert own.work(keys[0], make).future.result(60) == Proposal()
