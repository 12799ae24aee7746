"""Players who are level on the last place that advances: an officer is asked, or the stated rule decides."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from players.models import Player
from tests.matches.factories import person
from tests.tournaments.factories import entered, opened, play_round, stage, state_of
from tournaments import commands, cut, services
from tournaments.formats.contract import Result
from tournaments.settings import Source
from tournaments.state import State, TableRef
from web.errors import Conflict

pytestmark = pytest.mark.django_db
EN = {"Accept-Language": "en"}


def level(best: int = 2) -> tuple[UUID, UUID]:
    """Four players, one round of duels: two have won, two have lost, and ``best`` play a final."""
    alice = person("Alice")
    final = stage("final", source=Source(stage="swiss", best=best))
    tournament = opened(alice, stage("swiss", "club_swiss", rounds=1), final)
    entered(tournament, alice, 4)
    services.change(tournament, commands.StartStage("swiss"), by=alice)
    services.change(tournament, commands.Pair("swiss"), by=alice)
    play_round(tournament, alice, "swiss")
    return tournament, alice


def plan_ties(state: State) -> list[cut.Tie]:
    plan = state.plan("final")
    assert plan is not None
    return cut.ties(state, plan)


def test_nobody_is_asked_where_the_cut_falls_between_different_places() -> None:
    tournament, alice = level(best=2)
    assert plan_ties(state_of(tournament)) == []
    services.change(tournament, commands.StartStage("final"), by=alice)
    assert state_of(tournament).stages["final"].entrants == (1, 2)


def test_a_stage_does_not_begin_while_two_are_level_for_one_place() -> None:
    tournament, alice = level(best=3)
    (tie,) = plan_ties(state_of(tournament))
    assert (set(tie.entrants), tie.places, tie.rank) == ({3, 4}, 1, 3)
    with pytest.raises(Conflict, match="level_at_the_cut") as refused:
        services.change(tournament, commands.StartStage("final"), by=alice)
    assert refused.value.data["ties"] == [{"entrants": list(tie.entrants), "places": 1, "group": ""}]


def test_nobody_is_told_of_a_tie_while_the_stage_before_goes_on(client: Client) -> None:
    alice = person("Alice")
    final = stage("final", source=Source(stage="swiss", best=3))
    tournament = opened(alice, stage("swiss", "club_swiss", rounds=2), final)
    entered(tournament, alice, 4)
    services.change(tournament, commands.StartStage("swiss"), by=alice)
    services.change(tournament, commands.Pair("swiss"), by=alice)
    play_round(tournament, alice, "swiss")
    assert plan_ties(state_of(tournament)) == []
    assert "share place" not in client.get(f"/tournaments/{tournament}/?stage=final", headers=EN).content.decode()
    with pytest.raises(Conflict, match="stage_before_is_not_over"):
        services.change(tournament, commands.StartStage("final"), by=alice)


def test_an_officer_chooses_or_lets_the_better_seed_advance() -> None:
    tournament, alice = level(best=3)
    services.change(tournament, commands.StartStage("final", entrants=(1, 2, 4)), by=alice)
    assert state_of(tournament).stages["final"].entrants == (1, 2, 4)
    other, alice = level(best=3)
    services.change(other, commands.StartStage("final", by_seeding=True), by=alice)
    assert state_of(other).stages["final"].entrants == (1, 2, 3)


def test_the_desk_asks_and_the_page_says_how_it_was_decided(client: Client) -> None:
    tournament, alice = level(best=3)
    client.force_login(_user(alice))
    desk = client.get(f"/tournaments/{tournament}/desk/", headers=EN).content.decode()
    assert "share place 3" in desk
    assert "Start and pair" not in desk
    page = client.get(f"/tournaments/{tournament}/desk/going-on/final/", headers=EN).content.decode()
    assert "level: you decide" in page
    assert "share place 3" in page
    sent = client.post(f"/tournaments/{tournament}/desk/going-on/final/", {"by_seeding": "yes"})
    assert sent.status_code == 302
    shown = client.get(f"/tournaments/{tournament}/?stage=final", headers=EN).content.decode()
    assert "Advanced as the better seed" in shown


def test_a_draw_that_leaves_open_who_advances_is_refused_and_not_offered(client: Client) -> None:
    tournament, alice = level(best=2)
    services.change(tournament, commands.StartStage("final"), by=alice)
    services.change(tournament, commands.Pair("final"), by=alice)
    ref = TableRef("final", state_of(tournament).stages["final"].rounds[0].no, 1)
    for command in (
        commands.EnterResult(ref, Result((1, 1))),
        commands.Rule(ref, Result((1, 1))),
    ):
        with pytest.raises(Conflict, match="draw_decides_nobody"):
            services.change(tournament, command, by=alice)
    client.force_login(_user(alice))
    page = client.get(f"/tournaments/{tournament}/desk/?stage=final", headers=EN).content.decode()
    assert 'value="draw"' not in page
    assert "somebody must win" in page
    services.change(tournament, commands.EnterResult(ref, Result((1, 2))), by=alice)
    with pytest.raises(Conflict, match="draw_decides_nobody"):
        services.change(tournament, commands.Correct(ref, Result((1, 1))), by=alice)


def test_a_draw_is_offered_where_a_rule_settles_it(client: Client) -> None:
    alice = person("Alice")
    tournament = opened(alice, stage(settings={"draws": "seed"}))
    entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    client.force_login(_user(alice))
    page = client.get(f"/tournaments/{tournament}/desk/", headers=EN).content.decode()
    assert 'value="draw"' in page
    assert "After a draw the better seed advances." in page
    play_round(tournament, alice, places=(1, 1))
    assert state_of(tournament).stages["main"].rounds[0].is_done


def test_in_a_round_robin_a_draw_is_offered_without_a_word(client: Client) -> None:
    alice = person("Alice")
    tournament = opened(alice, stage(form="round_robin"))
    entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    client.force_login(_user(alice))
    assert 'value="draw"' in client.get(f"/tournaments/{tournament}/desk/", headers=EN).content.decode()


def _user(player: UUID) -> Player:
    return Player.objects.get(id=player)
