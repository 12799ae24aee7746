"""Orders by hand at the desk: seeding, players who change places, postponed tables, challenges for others."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.factories import at, entered, opened, play_round, stage, state_of
from tournaments import commands, services
from tournaments.decisions import rounds
from tournaments.exchange.trf import report
from tournaments.formats.contract import Pairing, Proposal, Result, RoundNo
from tournaments.formats.dutch import DUTCH
from tournaments.queries import tournament
from tournaments.settings import Settings
from tournaments.stages import digest, seeded, stage_of
from tournaments.state import Table
from tournaments.trf import Edition
from web.errors import Conflict

pytestmark = pytest.mark.django_db


def desk_of(tournament: UUID, page: str) -> str:
    return f"/tournaments/{tournament}/desk/{page}/"


def version(tournament: UUID) -> str:
    return str(state_of(tournament).version)


# --- seeding ----------------------------------------------------------------------------------------------


def seed(client: Client, tournament: UUID, places: dict[int, int], **more: str) -> int:
    sent = {f"place_{no}": str(place) for no, place in places.items()} | {"version": version(tournament)} | more
    return client.post(desk_of(tournament, "seeding"), sent).status_code


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ({1: 1, 2: 2, 3: 3, 4: 4}, [1, 2, 3, 4]),
        ({1: 1, 2: 2, 3: 1, 4: 4}, [3, 1, 2, 4]),
        ({1: 3, 2: 2, 3: 3, 4: 4}, [2, 3, 1, 4]),
        ({1: 4, 2: 3, 3: 2, 4: 1}, [4, 3, 2, 1]),
    ],
    ids=["as it is", "one up", "one down", "the other way round"],
)
def test_everybody_is_seeded_at_the_place_that_was_typed(
    organiser: Client, alice: UUID, desk: UUID, typed: dict[int, int], order: list[int]
) -> None:
    entered(desk, alice, 4)
    assert seed(organiser, desk, typed) == 302
    assert seeded(state_of(desk)) == order


def test_who_has_left_stays_in_the_field_and_the_seeding_is_undone(
    organiser: Client, alice: UUID, running: UUID
) -> None:
    services.change(running, commands.Withdraw(3), by=alice)
    before = digest(state_of(running))
    places = {no: 9 - no for no in range(1, 9) if no != 3}
    assert seed(organiser, running, places) == 302
    assert seeded(state_of(running)) == [8, 7, 6, 5, 4, 2, 1, 3]
    services.change(running, commands.Undo(), by=alice)
    assert digest(state_of(running)) == before


def test_an_order_by_who_has_not_seen_the_latest_is_shown_again_as_typed(
    organiser: Client, alice: UUID, desk: UUID
) -> None:
    entered(desk, alice, 3)
    seen = version(desk)
    services.change(desk, commands.CheckIn((2,)), by=alice)
    assert seed(organiser, desk, {1: 3, 2: 2, 3: 1}, version=seen) == 409
    assert state_of(desk).order == ()


def test_orders_by_hand_are_for_arbiters(scorer: Client, outsider: Client, running: UUID) -> None:
    for client in (scorer, outsider):
        for page in ("seeding", "seats/swiss", "change/swiss"):
            assert client.get(desk_of(running, page)).status_code == 403
        for page in ("postpone", "challenge"):
            assert client.post(desk_of(running, page), {}).status_code == 403


# --- places at tables -------------------------------------------------------------------------------------


def tables(tournament: UUID) -> dict[int, Table]:
    return dict(state_of(tournament).stages["swiss"].rounds[-1].tables)


def swap(client: Client, tournament: UUID, one: int, other: int, **more: str) -> int:
    sent = {"one": str(one), "other": str(other), "version": version(tournament)} | more
    return client.post(desk_of(tournament, "seats/swiss"), sent).status_code


def test_two_change_places_and_nobody_else(organiser: Client, alice: UUID, running: UUID) -> None:
    before = digest(state_of(running))
    first, second = (tables(running)[no].pairing.seats for no in (1, 2))
    assert swap(organiser, running, first[1], second[2]) == 302
    now = [tables(running)[no].pairing.seats for no in (1, 2)]
    assert now == [(first[0], second[2], *first[2:]), (*second[:2], first[1], second[3])]
    services.change(running, commands.Undo(), by=alice)
    assert digest(state_of(running)) == before


def test_who_plays_already_changes_no_places(organiser: Client, alice: UUID, running: UUID) -> None:
    services.change(running, commands.StartTable(at("swiss", 1, 1)), by=alice)
    before = state_of(running)
    one, other = tables(running)[1].pairing.seats[0], tables(running)[2].pairing.seats[0]
    assert swap(organiser, running, one, other) == 409
    assert swap(organiser, running, 77, other) == 404
    assert state_of(running) == before
    page = organiser.get(desk_of(running, "seats/swiss")).content.decode()
    assert f'data-seat="{other}"' in page
    assert f'data-seat="{one}"' not in page


def test_who_sits_out_gets_the_place_of_somebody_else(organiser: Client, alice: UUID) -> None:
    made = opened(alice, stage("swiss", "club_swiss", rounds=2))
    entered(made, alice, 5)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    (free,) = state_of(made).stages["swiss"].rounds[0].byes
    one = tables(made)[1].pairing.seats[0]
    assert swap(organiser, made, one, free) == 302
    assert list(state_of(made).stages["swiss"].rounds[0].byes) == [one]
    assert tables(made)[1].pairing.seats[0] == free


def test_in_a_bracket_the_results_seat_the_players(organiser: Client, alice: UUID) -> None:
    made = opened(alice, stage("swiss"))
    entered(made, alice, 4)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    assert swap(organiser, made, 1, 2) == 409
    assert "Here the results decide who sits where" in organiser.get(desk_of(made, "seats/swiss")).content.decode()


def test_nobody_gets_a_place_in_another_group(organiser: Client, alice: UUID) -> None:
    made = opened(alice, stage("swiss", "groups"))
    entered(made, alice, 8)
    services.change(made, commands.StartStage("swiss"), by=alice)
    first, second, *_, last = rounds.propose(state_of(made), "swiss", at=timezone.now()).pairings
    one, other, friend = first.seats[0], last.seats[0], second.seats[0]
    assert organiser.get(f"{desk_of(made, 'pairing')}?stage=swiss&swap={one}-{other}").status_code == 200
    sent = {"stage": "swiss", "version": version(made), "swap": f"{one}-{other}"}
    assert organiser.post(desk_of(made, "publish"), sent).status_code == 409
    services.change(made, commands.Pair("swiss"), by=alice)
    before = state_of(made)
    assert swap(organiser, made, one, other) == 409
    with pytest.raises(Conflict, match="different_groups"):
        services.change(made, commands.Swap("swiss", one, other, anyway=True), by=alice)
    assert state_of(made) == before
    assert swap(organiser, made, one, friend) == 302


def test_two_arbiters_at_once_do_not_undo_each_other(organiser: Client, alice: UUID, running: UUID) -> None:
    seen = version(running)
    one, other = tables(running)[1].pairing.seats[0], tables(running)[2].pairing.seats[0]
    services.change(running, commands.Swap(stage="swiss", one=one, other=other), by=alice)
    before = state_of(running)
    assert swap(organiser, running, one, other, version=seen) == 409
    assert state_of(running) == before


# --- windows and ladders ----------------------------------------------------------------------------------


def test_an_arbiter_postpones_a_table_with_a_window(organiser: Client, alice: UUID) -> None:
    settings = Settings(online=False, all_rounds=True, window_minutes=600)
    made = opened(alice, stage("swiss", "round_robin"), settings=settings)
    entered(made, alice, 4)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    page = organiser.get(f"/tournaments/{made}/desk/").content.decode()
    assert "to be played by" in page
    wished = timezone.localtime() + timedelta(days=3)
    sent = {"stage": "swiss", "round": "1", "table": "1", "until": wished.strftime("%Y-%m-%dT%H:%M")}
    assert organiser.post(desk_of(made, "postpone"), sent).status_code == 302
    table = state_of(made).stages["swiss"].rounds[0].tables[1]
    assert table.postponed
    assert organiser.post(desk_of(made, "postpone"), sent | {"until": "soon"}).status_code == 400
    assert organiser.post(desk_of(made, "postpone"), sent | {"until": "2001-01-01T10:00"}).status_code == 400


def test_an_arbiter_enters_a_challenge_for_others(organiser: Client, alice: UUID) -> None:
    made = opened(alice, stage("ladder", "ladder"))
    entered(made, alice, 5)
    services.change(made, commands.StartStage("ladder"), by=alice)
    panel = organiser.get(f"/tournaments/{made}/desk/?stage=ladder&entrant=5").content.decode()
    assert '<option value="4">Player 4</option>' in panel
    assert '<option value="1">' not in panel  # out of reach
    sent = {"stage": "ladder", "no": "5", "challenged": "3"}
    assert organiser.post(desk_of(made, "challenge"), sent).status_code == 302
    assert set(state_of(made).stages["ladder"].rounds[0].tables[1].pairing.seats) == {3, 5}
    assert organiser.post(desk_of(made, "challenge"), sent | {"challenged": "1"}).status_code == 409


# --- repeats and second byes ------------------------------------------------------------------------------


@pytest.fixture
def duels(alice: UUID) -> UUID:
    """Four in a Dutch Swiss, the second round paired."""
    made = opened(alice, stage("swiss", "dutch", rounds=3))
    entered(made, alice, 4)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    play_round(made, alice, "swiss", (1, 2))
    services.change(made, commands.Pair("swiss"), by=alice)
    return made


def pairs(made: UUID, round_no: int) -> set[frozenset[int]]:
    tables = state_of(made).stages["swiss"].rounds[round_no - 1].tables.values()
    return {frozenset(table.pairing.seats) for table in tables}


def test_a_change_of_places_that_makes_a_repeat_says_so_first_and_is_told_in_the_report(
    organiser: Client, duels: UUID
) -> None:
    before = state_of(duels)
    first = next(iter(pairs(duels, 1)))
    one, friend = sorted(first)
    (other,) = next(pair for pair in pairs(duels, 2) if one in pair) - {one}
    sent = {"one": str(other), "other": str(friend), "version": str(before.version), "reason": "Two brothers"}
    page = organiser.post(desk_of(duels, "seats/swiss"), sent)
    html = page.content.decode()
    assert page.status_code == 200
    assert f"Round 2: Player {one} and Player {friend} meet again; they have played in round 1." in html
    assert 'name="anyway" value="yes"' in html
    assert 'value="Two brothers"' in html
    assert state_of(duels) == before
    assert organiser.post(desk_of(duels, "seats/swiss"), {**sent, "anyway": "yes"}).status_code == 302
    assert first in pairs(duels, 2)
    told = report(tournament(tournament_id=duels, player=None), "swiss", Edition.TRF26)
    assert f"### round 2: {one} and {friend} meet again after round 1, by the arbiter\n" in told


def test_a_second_bye_by_hand_is_refused_by_the_service_unless_it_is_meant(alice: UUID) -> None:
    made = opened(alice, stage("swiss", "dutch", rounds=3))
    entered(made, alice, 5)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    play_round(made, alice, "swiss", (1, 2))
    services.change(made, commands.Pair("swiss"), by=alice)
    (had,), (has,) = (one.byes for one in state_of(made).stages["swiss"].rounds)
    swap = commands.Swap("swiss", had, has)
    with pytest.raises(Conflict) as refused:
        services.change(made, swap, by=alice)
    assert refused.value.code == "makes_breach"
    told = [one for one in refused.value.data["breaches"] if one["code"] == "breach_bye"]
    assert told == [{"code": "breach_bye", "data": {"entrant": had, "round": 2, "before": 1}}]
    services.change(made, replace(swap, anyway=True), by=alice)
    assert list(state_of(made).stages["swiss"].rounds[1].byes) == [had]


def test_a_proposal_that_was_changed_by_hand_says_what_it_breaks(organiser: Client, alice: UUID, duels: UUID) -> None:
    play_round(duels, alice, "swiss", (1, 2))
    page = organiser.get(f"/tournaments/{duels}/desk/pairing/?stage=swiss").content.decode()
    assert "meet again" not in page
    first, second = DUTCH.pair(stage_of(state_of(duels), "swiss")).pairings
    one, other = first.seats[0], second.seats[0]
    page = organiser.get(f"/tournaments/{duels}/desk/pairing/?stage=swiss&swap={one}-{other}").content.decode()
    assert "Round 3:" in page
    assert "meet again" in page


def test_a_corrected_forfeit_that_makes_a_repeat_says_so_first(organiser: Client, alice: UUID) -> None:
    """Both tables of round one were forfeited, so the same may meet in round two; then one turns out to have been
    played."""
    made = opened(alice, stage("swiss", "dutch", rounds=3))
    entered(made, alice, 4)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    for table in (1, 2):
        services.change(made, commands.Forfeit(at("swiss", 1, table), (0, 1)), by=alice)
    first = [table.pairing.seats for table in state_of(made).stages["swiss"].rounds[0].tables.values()]
    again = tuple(Pairing(RoundNo(2), number, seats) for number, seats in enumerate(first, 1))
    services.change(made, commands.Pair("swiss", proposal=Proposal(again)), by=alice)
    one, other = sorted(first[0])
    sent = {"result": "1-0", "place_0": "1", "place_1": "2"}
    address = f"/tournaments/{made}/desk/correct/swiss/1/1/"
    html = organiser.post(address, sent).content.decode()
    assert f"Round 2: Player {one} and Player {other} meet again; they have played in round 1." in html
    command = commands.Correct(at("swiss", 1, 1), Result((1, 2)))
    with pytest.raises(Conflict) as refused:
        services.change(made, command, by=alice)
    breach = {"code": "breach_repeat", "data": {"entrant": one, "other": other, "round": 2, "before": 1}}
    assert (refused.value.code, refused.value.data["breaches"]) == ("makes_breach", [breach])
    assert organiser.post(address, {**sent, "choice": "keep"}).status_code == 302
    told = report(tournament(tournament_id=made, player=None), "swiss", Edition.TRF26)
    assert f"### round 2: {one} and {other} meet again after round 1, by the arbiter\n" in told


def test_a_result_corrected_to_a_forfeit_that_makes_a_second_bye_says_so_first(alice: UUID) -> None:
    """Whoever is then left without an opponent in round one has the bye of round two already."""
    made = opened(alice, stage("swiss", "dutch", rounds=2))
    entered(made, alice, 3)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    play_round(made, alice, "swiss")
    services.change(made, commands.Pair("swiss"), by=alice)
    stood = state_of(made).stages["swiss"].rounds
    (first,), (resting,) = (table.pairing.seats for table in stood[0].tables.values()), stood[1].byes
    present = first.index(resting)
    command = commands.Correct(
        at("swiss", 1, 1), Result((1, 2) if present == 0 else (2, 1), forfeited=frozenset({1 - present}))
    )
    with pytest.raises(Conflict) as refused:
        services.change(made, command, by=alice)
    breach = {"code": "breach_bye", "data": {"entrant": resting, "round": 2, "before": 1}}
    assert (refused.value.code, refused.value.data["breaches"]) == ("makes_breach", [breach])
    services.change(made, replace(command, anyway=True), by=alice)
    told = report(tournament(tournament_id=made, player=None), "swiss", Edition.TRF26)
    assert f"### round 2: {resting} has a second bye after round 1, by the arbiter\n" in told
