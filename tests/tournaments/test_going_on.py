"""Somebody who has qualified leaves: the next one goes on, and an arbiter may decide otherwise."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.matches.factories import person
from tests.tournaments.desk.conftest import client_of
from tournaments import commands, services, stages
from tournaments.formats.contract import EntrantNo
from tournaments.formats.groups import group_standings
from tournaments.presets import PRESETS, Wish
from tournaments.state import Role
from web.errors import BadRequest, Conflict, NotAllowed

from .factories import entered, opened, play_round, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def groups(alice: UUID) -> UUID:
    """Two groups of four are over; the best two of each go on."""
    made = opened(alice, *PRESETS["groups"](Wish(seats=2)))
    entered(made, alice, 8)
    services.change(made, commands.StartStage("groups"), by=alice)
    for _ in range(3):
        services.change(made, commands.Pair("groups"), by=alice)
        play_round(made, alice, "groups")
    return made


def in_groups(made: UUID) -> list[list[EntrantNo]]:
    tables = group_standings(stages.stage_of(state_of(made), "groups"))
    return [[row.entrant for row in table] for table in tables.values()]


def final(made: UUID) -> set[EntrantNo]:
    return set(state_of(made).stages["final"].entrants)


def test_the_next_one_of_the_group_goes_on_and_the_desk_and_the_log_say_why(alice: UUID, groups: UUID) -> None:
    first, second = in_groups(groups)
    services.change(groups, commands.Withdraw(first[0]), by=alice)
    client = client_of(alice)
    told = f"Player {first[2]}</strong> (replaces Player {first[0]}, who has left)"
    assert told in client.get(f"/tournaments/{groups}/desk/").content.decode()
    services.change(groups, commands.StartStage("final"), by=alice)
    assert final(groups) == {*first[1:3], *second[:2]}
    log = client.get(f"/tournaments/{groups}/log/").content.decode()
    assert f"Player {first[2]} advances in place of Player {first[0]}, who has left." in log


def test_an_arbiter_decides_otherwise(alice: UUID, groups: UUID) -> None:
    first, second = in_groups(groups)
    services.change(groups, commands.Withdraw(first[0]), by=alice)
    page, client = f"/tournaments/{groups}/desk/going-on/final/", client_of(alice)
    assert f'value="{first[2]}" checked' in client.get(page).content.decode()
    wished = {first[1], *second[:3]}
    for bad in ({"go": [str(first[0])]}, {"go": ["x"]}):
        assert client.post(page, bad).status_code == 400  # who has left; no number
    sent = {"go": [str(no) for no in wished], "reason": "The rules of the cup say so."}
    assert client.post(page, sent).status_code == 302
    assert final(groups) == wished
    assert "An arbiter decided who advances." in client.get(f"/tournaments/{groups}/log/").content.decode()


def test_who_leaves_before_their_first_table_of_the_final_is_followed_by_whom_the_arbiter_says(
    alice: UUID, groups: UUID
) -> None:
    first, _second = in_groups(groups)
    services.change(groups, commands.StartStage("final"), by=alice)
    services.change(groups, commands.Pair("final"), by=alice)
    with pytest.raises(Conflict) as refused:
        services.change(groups, commands.Exchange("final", first[0], first[2]), by=alice)
    assert refused.value.code == "not_withdrawn"
    services.change(groups, commands.Withdraw(first[0]), by=alice)
    panel = client_of(alice).get(f"/tournaments/{groups}/desk/?stage=final&entrant={first[0]}").content.decode()
    assert f'<select id="into" name="into"><option value="{first[2]}">' in panel  # the next one of the group first
    with pytest.raises(Conflict) as refused:
        services.change(groups, commands.Exchange("final", first[0], first[1]), by=alice)
    assert refused.value.code == "cannot_follow"
    sent = {"stage": "final", "no": str(first[0]), "into": str(first[2])}
    assert client_of(alice).post(f"/tournaments/{groups}/desk/exchange/", sent).status_code == 302
    seated = {no for table in state_of(groups).stages["final"].tables() for no in table.pairing.seats}
    assert first[2] in seated
    assert first[0] not in seated


def test_it_is_for_arbiters(alice: UUID, groups: UUID) -> None:
    dora = person("Dora")
    services.change(groups, commands.GrantRole(dora, Role.SCORER), by=alice)
    first, _second = in_groups(groups)
    before = state_of(groups)
    for client in (client_of(dora), client_of(person("Charlie"))):
        assert client.get(f"/tournaments/{groups}/desk/going-on/final/").status_code == 403
        assert client.post(f"/tournaments/{groups}/desk/exchange/", {"no": "1", "into": "2"}).status_code == 403
    with pytest.raises(NotAllowed):
        services.change(groups, commands.StartStage("final", entrants=tuple(first)), by=dora)
    with pytest.raises(BadRequest):
        services.change(groups, commands.StartStage("final", entrants=(99,)), by=alice)
    assert state_of(groups) == before
