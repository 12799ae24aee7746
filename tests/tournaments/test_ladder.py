"""A ladder: players challenge whom they may reach, or an arbiter pairs neighbours."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from players import services as players
from players.models import Player
from tests.matches.factories import person
from tournaments import commands, services
from tournaments.decisions import challenges
from tournaments.settings import Settings
from tournaments.state import Progress
from web.errors import Conflict, NotAllowed, NotFound

from .factories import AT_A_TABLE, at, entered, opened, stage, state_of, wins

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def ladder(alice: UUID, how_many: int = 6, settings: Settings = AT_A_TABLE, **plan: Any) -> tuple[UUID, list[UUID]]:
    tournament = opened(alice, stage("ladder", "ladder", settings=plan), settings=settings)
    people = entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("ladder"), by=alice)
    return tournament, people


def challenge(tournament: UUID, by: UUID, challenged: int, challenger: int | None = None) -> None:
    services.change(tournament, commands.Challenge(stage="ladder", challenged=challenged, challenger=challenger), by=by)


def order(tournament: UUID) -> list[int]:
    """From the top, by the order of the page that the API tells."""
    answer = Client().get(f"/api/v1/tournaments/{tournament}/standings/?stage=ladder")
    return [row["no"] for row in answer.json()]


def page(player: UUID, tournament: UUID) -> str:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(Player.objects.get(id=player))
    return browser.get(f"/tournaments/{tournament}/").content.decode()


def test_a_player_challenges_for_themselves_and_the_winner_takes_the_place(alice: UUID) -> None:
    tournament, people = ladder(alice)
    challenge(tournament, people[4], 2)
    table = state_of(tournament).stages["ladder"].rounds[0].tables[1]
    assert set(table.pairing.seats) == {2, 5}
    assert table.progress is Progress.PAIRED
    seat = table.pairing.seats.index(5)
    services.change(tournament, commands.EnterResult(at("ladder", 1, 1), wins(seat)), by=alice)
    assert order(tournament) == [1, 5, 2, 3, 4, 6]


def test_an_arbiter_challenges_for_anybody_a_player_for_nobody_else(alice: UUID) -> None:
    tournament, people = ladder(alice)
    with pytest.raises(NotAllowed):
        challenge(tournament, people[0], 2, challenger=5)
    with pytest.raises(NotFound, match="not_entered"):
        challenge(tournament, person("Charlie"), 2)
    assert not state_of(tournament).stages["ladder"].rounds
    challenge(tournament, alice, 2, challenger=5)
    challenge(tournament, alice, 3, challenger=4)
    assert [list(one.tables) for one in state_of(tournament).stages["ladder"].rounds] == [[1], [1]]


@pytest.mark.parametrize(
    ("challenger", "challenged", "code"),
    [
        (6, 2, "out_of_reach"), (2, 3, "challenges_go_up"), (3, 3, "challenges_go_up"), (6, 4, "is_at_a_table"),
        (5, 3, "is_at_a_table"), (3, 1, "is_absent"), (3, 99, "not_on_the_ladder"),
    ],
)  # fmt: skip
def test_what_the_ladder_does_not_allow_is_refused(alice: UUID, challenger: int, challenged: int, code: str) -> None:
    tournament, people = ladder(alice)
    challenge(tournament, people[4], 4)
    services.change(tournament, commands.Withdraw(1), by=people[0])
    before = state_of(tournament).version
    with pytest.raises(Conflict, match=code):
        challenge(tournament, people[challenger - 1], challenged)
    assert state_of(tournament).version == before


def test_the_same_two_do_not_meet_again_at_once(alice: UUID) -> None:
    tournament, people = ladder(alice)
    challenge(tournament, people[1], 1)
    lost = state_of(tournament).stages["ladder"].rounds[0].tables[1].pairing.seats.index(1)
    services.change(tournament, commands.EnterResult(at("ladder", 1, 1), wins(lost)), by=alice)
    assert order(tournament) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Conflict, match="met_lately"):
        challenge(tournament, people[1], 1)


def test_there_are_no_challenges_elsewhere_nor_where_neighbours_are_paired_nor_on_a_closed_ladder(alice: UUID) -> None:
    tournament, people = ladder(alice, mode="continuous")
    with pytest.raises(Conflict, match="no_challenges"):
        challenge(tournament, people[1], 1)
    assert challenges.open_to(state_of(tournament), "ladder", 2) == []  # type: ignore[arg-type]
    closed, people = ladder(alice)
    challenge(closed, people[1], 1)
    services.change(closed, commands.EnterResult(at("ladder", 1, 1), wins(0)), by=alice)
    services.change(closed, commands.CloseStage("ladder"), by=alice)
    with pytest.raises(Conflict, match="stage_is_closed"):
        challenge(closed, people[5], 4)
    assert challenges.open_to(state_of(closed), "ladder", 6) == []  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="unknown_stage"):
        services.change(closed, commands.Challenge(stage="other", challenged=4), by=people[5])


def test_who_may_be_challenged_is_whoever_a_challenge_would_not_be_refused_to(alice: UUID) -> None:
    tournament, people = ladder(alice, 7)
    challenge(tournament, people[4], 4)
    state = state_of(tournament)
    for challenger in state.entries:
        allowed = set()
        for challenged in state.entries:
            try:
                challenges.challenge(state, "ladder", challenger, challenged, at=state.changed_at)  # type: ignore[arg-type]
                allowed.add(challenged)
            except Conflict:
                continue
        assert set(challenges.open_to(state, "ladder", challenger)) == allowed
    assert challenges.open_to(state, "ladder", 7) == [6]  # type: ignore[arg-type]  # 4 and 5 play


def test_a_challenge_has_the_tournaments_window(alice: UUID) -> None:
    tournament, people = ladder(alice, settings=Settings(online=True, window_minutes=60))
    challenge(tournament, people[1], 1)
    table = state_of(tournament).stages["ladder"].rounds[0].tables[1]
    assert table.until
    assert not table.games


def test_the_page_shows_a_button_beside_those_within_reach(alice: UUID) -> None:
    tournament, people = ladder(alice)
    shown = page(people[4], tournament)
    assert [f'aria-label="Challenge Player {no}"' in shown for no in range(1, 7)] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]
    assert "Challenge" not in page(person("Charlie"), tournament)
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(Player.objects.get(id=people[4]))
    answer = browser.post(f"/tournaments/{tournament}/challenge/", {"stage": "ladder", "no": "3"}, follow=True)
    assert "Challenge sent" in answer.content.decode()
    assert set(state_of(tournament).stages["ladder"].rounds[0].tables[1].pairing.seats) == {3, 5}
    assert 'aria-label="Challenge' not in page(people[4], tournament)
    refused = browser.post(f"/tournaments/{tournament}/challenge/", {"stage": "ladder", "no": "4"})
    assert refused.status_code == 409
    assert browser.get(f"/tournaments/{tournament}/challenge/").status_code == 405


def test_a_program_challenges_once(alice: UUID) -> None:
    tournament, people = ladder(alice)
    row = Player.objects.get(id=people[4])
    secret = players.issue_token(player=row, label="test", now=timezone.now()).secret
    path, decision = f"/api/v1/tournaments/{tournament}/challenge/", "5f0c0f6e-2f4d-4b53-9d2c-1c0f6a3d9b11"
    for _ in range(2):
        answer = Client().post(
            path,
            {"stage": "ladder", "challenged": 3, "decision_id": decision},
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )
        assert answer.status_code == 200, answer.content
    assert len(state_of(tournament).stages["ladder"].rounds) == 1
    assert Client().post(path, {"stage": "ladder", "challenged": 3}, content_type="application/json").status_code == 401


def test_an_arbiter_pairs_neighbours_at_the_desk_and_results_pair_the_next(alice: UUID) -> None:
    tournament, _people = ladder(alice, 4, mode="continuous")
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(Player.objects.get(id=alice))
    assert "Player 2" in browser.get(f"/tournaments/{tournament}/desk/pairing/?stage=ladder").content.decode()
    form = {"stage": "ladder", "version": state_of(tournament).version}
    assert browser.post(f"/tournaments/{tournament}/desk/publish/", form).status_code == 302
    first = state_of(tournament).stages["ladder"].rounds[0]
    assert [set(table.pairing.seats) for table in first.tables.values()] == [{1, 2}, {3, 4}]
    services.change(tournament, commands.EnterResult(at("ladder", 1, 1), wins(0)), by=alice)
    services.change(tournament, commands.EnterResult(at("ladder", 1, 2), wins(0)), by=alice)
    second = state_of(tournament).stages["ladder"].rounds[1]
    assert all(set(table.pairing.seats) not in ({1, 2}, {3, 4}) for table in second.tables.values())
