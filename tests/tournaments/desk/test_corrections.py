"""Corrections and repairs at the desk: seen before they are made, chosen, and taken back to the same state."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from players.ratings import queries as ratings
from players.ratings.elo import shown
from tests.tournaments.factories import at, play_round, state_of
from tournaments import services
from tournaments.formats.contract import Result
from tournaments.rating import key_of
from tournaments.stages import digest

pytestmark = pytest.mark.django_db
PLACES = {f"place_{seat}": place for seat, place in enumerate("4321")}


@pytest.fixture
def second(alice: UUID, running: UUID) -> UUID:
    """The second round is paired; nobody plays yet."""
    play_round(running, alice, "swiss", (1, 2, 3, 4))
    services.pair(tournament_id=running, by=alice, stage="swiss")
    return running


def correcting(tournament: UUID) -> str:
    return f"/tournaments/{tournament}/desk/correct/swiss/1/1/"


def repairing(tournament: UUID) -> str:
    return f"/tournaments/{tournament}/desk/repair/swiss/"


def test_a_correction_is_shown_before_it_is_made(organiser: Client, second: UUID) -> None:
    before = state_of(second)
    winner = before.stages["swiss"].rounds[0].tables[1].pairing.seats[0]
    html = organiser.post(correcting(second), PLACES).content.decode()
    assert state_of(second) == before
    assert f"Player {winner}" in html
    assert "<del>3</del>" in html  # the points of who is not the winner any more
    for choice in ("keep", "repair", "again"):
        assert f'value="{choice}"' in html
    assert f'name="version" value="{before.version}"' in html
    assert all(f'<input type="hidden" name="{name}" value="{place}">' in html for name, place in PLACES.items())


@pytest.mark.parametrize("choice", ["keep", "repair", "again"])
def test_a_correction_is_made_as_chosen_and_taken_back_to_the_same_state(
    organiser: Client, second: UUID, choice: str
) -> None:
    before = state_of(second)
    sent = {**PLACES, "choice": choice, "reason": "Read the wrong slip", "version": str(before.version)}
    assert organiser.post(correcting(second), sent).status_code == 302
    now = state_of(second)
    assert now.stages["swiss"].rounds[0].tables[1].pairing.result == Result((4, 3, 2, 1))
    assert len(now.stages["swiss"].rounds) == 2
    undo = {"do": "undo", "version": str(now.version)}
    organiser.post(f"/tournaments/{second}/desk/finish/", undo)
    assert digest(state_of(second)) == digest(before)


def test_what_it_does_to_ratings_is_shown_before_and_is_so_afterwards(organiser: Client, second: UUID) -> None:
    state = state_of(second)
    told = organiser.post(correcting(second), PLACES).context["ratings"]
    assert len(told) >= 4
    assert any(line.change < 0 for line in told)
    assert any(line.change > 0 for line in told)
    organiser.post(correcting(second), {**PLACES, "choice": "keep", "version": str(state.version)})
    now = ratings.ratings(key_of(state), [line.who for line in told])
    assert {line.who: line.after for line in told} == {who: shown(value) for who, value in now.items()}


def test_who_comes_late_is_shown_what_happened_and_what_it_would_do_now(
    organiser: Client, alice: UUID, second: UUID
) -> None:
    seen = state_of(second).version
    services.enter_result(tournament_id=second, by=alice, ref=at("swiss", 2, 1), result=Result((1, 2, 3, 4)))
    before = state_of(second)
    answer = organiser.post(correcting(second), {**PLACES, "choice": "again", "reason": "Mine", "version": str(seen)})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "result of table 1, round 2" in html
    assert 'value="Mine"' in html
    assert "Play has begun at these tables: 1." in html  # so that pairing again is no choice any more
    assert state_of(second) == before


def test_a_choice_that_is_not_open_is_refused(organiser: Client, alice: UUID, second: UUID) -> None:
    services.start_table(tournament_id=second, by=alice, ref=at("swiss", 2, 1))
    before = state_of(second)
    sent = {**PLACES, "choice": "again", "version": str(before.version)}
    assert organiser.post(correcting(second), sent).status_code == 409
    assert state_of(second) == before


def test_the_same_result_again_is_no_correction(organiser: Client, second: UUID) -> None:
    same = {f"place_{seat}": place for seat, place in enumerate("1234")}
    assert "there is nothing to correct" in organiser.post(correcting(second), same).content.decode()


def test_a_result_is_taken_away(organiser: Client, second: UUID) -> None:
    assert "no result" in organiser.post(correcting(second), {"do": "clear"}).content.decode()
    sent = {"do": "clear", "choice": "keep", "version": str(state_of(second).version)}
    organiser.post(correcting(second), sent)
    assert not state_of(second).stages["swiss"].rounds[0].tables[1].is_done


def test_a_table_that_was_not_paired_is_not_corrected(organiser: Client, second: UUID) -> None:
    assert organiser.get(correcting(second).replace("1/1", "1/9")).status_code == 404


def test_after_a_withdrawal_the_smallest_repair_touches_that_table_alone(
    organiser: Client, alice: UUID, second: UUID
) -> None:
    before = state_of(second).stages["swiss"].rounds[1].tables
    gone = before[2].pairing.seats[0]
    services.withdraw(tournament_id=second, by=alice, no=gone)
    assert "1 published table no longer fits." in organiser.get(f"/tournaments/{second}/desk/").content.decode()
    html = organiser.get(repairing(second)).content.decode()
    assert "These no longer fit:" in html
    sent = {"choice": "repair", "version": str(state_of(second).version)}
    assert organiser.post(repairing(second), sent).status_code == 302
    now = state_of(second).stages["swiss"].rounds[1].tables
    assert now[1] == before[1]
    assert set(now[2].pairing.seats) == set(before[2].pairing.seats) - {gone}


def test_a_repair_by_who_comes_late_is_shown_again(organiser: Client, alice: UUID, second: UUID) -> None:
    seen = state_of(second).version
    services.withdraw(tournament_id=second, by=alice, no=1)
    before = state_of(second)
    answer = organiser.post(repairing(second), {"choice": "repair", "version": str(seen)})
    assert answer.status_code == 409
    assert "withdrawal of Player 1" in answer.content.decode()
    assert state_of(second) == before
