"""Corrections and repairs at the desk: seen before they are made, chosen, and taken back to the same state."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from players.models import Player
from players.ratings import queries as ratings
from players.ratings.elo import shown
from tests.tournaments.factories import at, entered, opened, play_round, stage, state_of
from tournaments import commands, services
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Bye, EntrantNo, Result
from tournaments.presets import PRESETS, Wish
from tournaments.rating import key_of
from tournaments.settings import Settings
from tournaments.stages import digest
from web.costly import DIRECTING

pytestmark = pytest.mark.django_db
PLACES = {f"place_{seat}": place for seat, place in enumerate("4321")}


@pytest.fixture
def second(alice: UUID, running: UUID) -> UUID:
    """The second round is paired; nobody plays yet."""
    play_round(running, alice, "swiss", (1, 2, 3, 4))
    services.change(running, commands.Pair("swiss"), by=alice)
    return running


def correcting(tournament: UUID) -> str:
    return f"/tournaments/{tournament}/desk/correct/swiss/1/1/"


def changing(tournament: UUID) -> str:
    return f"/tournaments/{tournament}/desk/change/swiss/"


def test_a_correction_is_shown_before_it_is_made(organiser: Client, second: UUID) -> None:
    before = state_of(second)
    winner = before.stages["swiss"].rounds[0].tables[1].pairing.seats[0]
    html = organiser.post(correcting(second), PLACES).content.decode()
    assert state_of(second) == before
    assert f"Player {winner}" in html
    assert "<del>3</del>" in html  # the points of who is not the winner any more
    for choice in ("keep", "again"):
        assert f'value="{choice}"' in html
    assert 'value="repair"' not in html  # nobody came or went, so that it would change no table
    assert f'name="version" value="{before.version}"' in html
    assert all(f'<input type="hidden" name="{name}" value="{place}">' in html for name, place in PLACES.items())


def test_of_a_large_field_few_previews_are_worked_out_at_a_time(
    organiser: Client, second: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.costly.WAIT", 0)
    for name in ("one", "another"):
        DIRECTING.take(name)
    try:
        assert organiser.post(correcting(second), PLACES).status_code == 200, "a small field"
        monkeypatch.setattr("tournaments.desk.previewing.LARGE", 2)
        busy = organiser.post(correcting(second), PLACES)
    finally:
        for name in ("one", "another"):
            DIRECTING.give(name)
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
    assert organiser.post(correcting(second), PLACES).status_code == 200


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
    for player in [one.player for one in state_of(second).entries.values() if one.player]:
        Player.objects.filter(id=player).update(username=player.hex)  # they have an account now
        services.change(second, commands.ConfirmEntry(), by=player)
    state = state_of(second)
    (follows,) = organiser.post(correcting(second), PLACES).context["preview"].follows
    told = follows.ratings
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
    services.change(second, commands.EnterResult(at("swiss", 2, 1), Result((1, 2, 3, 4))), by=alice)
    before = state_of(second)
    answer = organiser.post(correcting(second), {**PLACES, "choice": "again", "reason": "Mine", "version": str(seen)})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "result of table 1, round 2" in html
    assert 'value="Mine"' in html
    assert "Play has begun at these tables: 1." in html  # so that pairing again is no choice any more
    assert state_of(second) == before


def test_a_choice_that_is_not_open_is_refused(organiser: Client, alice: UUID, second: UUID) -> None:
    services.change(second, commands.StartTable(at("swiss", 2, 1)), by=alice)
    before = state_of(second)
    sent = {**PLACES, "choice": "again", "version": str(before.version)}
    assert organiser.post(correcting(second), sent).status_code == 409
    assert state_of(second) == before


def test_the_same_result_again_is_no_correction(organiser: Client, second: UUID) -> None:
    same = {f"place_{seat}": place for seat, place in enumerate("1234")}
    assert "there is nothing to correct" in organiser.post(correcting(second), same).content.decode()


def test_who_would_have_gone_on_is_shown_and_takes_the_place_in_the_final(organiser: Client, alice: UUID) -> None:
    made = opened(alice, *PRESETS["pods"](Wish(seats=4, rounds=1, best=3)))
    entered(made, alice, 12)
    for key in ("swiss", "final"):
        services.change(made, commands.StartStage(key), by=alice)
        services.change(made, commands.Pair(key), by=alice)
        play_round(made, alice, "swiss", (1, 2, 3, 4))
    winner, *_, last = state_of(made).stages["swiss"].rounds[0].tables[1].pairing.seats
    shown = organiser.post(correcting(made), PLACES).content.decode()
    assert "Other players would have advanced" in shown
    assert f"<ins>Player {last}</ins>" in shown
    assert f"<del>Player {winner}</del>" in shown
    sent = {**PLACES, "choice": "keep", "later": "repair", "version": str(state_of(made).version)}
    organiser.post(correcting(made), sent)
    seats = state_of(made).stages["final"].rounds[0].tables[1].pairing.seats
    assert last in seats
    assert winner not in seats


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
    services.change(second, commands.Withdraw(gone), by=alice)
    assert "1 published table no longer fits." in organiser.get(f"/tournaments/{second}/desk/").content.decode()
    html = organiser.get(changing(second)).content.decode()
    assert "These no longer fit:" in html
    sent = {"choice": "repair", "version": str(state_of(second).version)}
    assert organiser.post(changing(second), sent).status_code == 302
    now = state_of(second).stages["swiss"].rounds[1].tables
    assert now[1] == before[1]
    assert set(now[2].pairing.seats) == set(before[2].pairing.seats) - {gone}


@pytest.mark.parametrize("choice", ["keep", "repair", "again"])
def test_a_withdrawal_is_looked_at_first_and_is_one_change_with_its_tables(
    organiser: Client, alice: UUID, second: UUID, choice: str
) -> None:
    before = state_of(second)
    gone = before.stages["swiss"].rounds[1].tables[2].pairing.seats[0]
    wish = {"do": "withdraw", "no": str(gone), "reason": "Ill"}
    assert (
        f'formaction="{changing(second)}"'
        in organiser.get(f"/tournaments/{second}/desk/?entrant={gone}").content.decode()
    )
    shown = organiser.post(changing(second), wish).content.decode()
    assert f"Withdraw Player {gone}" in shown
    assert 'value="Ill"' in shown
    assert "These no longer fit:" in shown
    assert f"<del>Player {gone}</del>" in shown  # among the tables of pairing again
    assert state_of(second) == before
    organiser.post(changing(second), {**wish, "choice": choice, "version": str(before.version)})
    now = state_of(second)
    seated = {no for table in now.stages["swiss"].rounds[1].tables.values() for no in table.pairing.seats}
    assert now.entries[gone].withdrawn
    assert (gone in seated) is (choice == "keep")
    services.change(second, commands.Undo(), by=alice)
    assert digest(state_of(second)) == digest(before)


@pytest.mark.parametrize("choice", ["keep", "repair", "again"])
def test_a_late_entry_is_looked_at_first_and_is_one_change_with_its_tables(
    organiser: Client, alice: UUID, second: UUID, choice: str
) -> None:
    before = state_of(second)
    wish = {"do": "enter", "names": "Zoe; 1500"}
    assert 'name="do" value="enter"' in organiser.get(f"/tournaments/{second}/desk/").content.decode()
    shown = organiser.post(changing(second), wish).content.decode()
    assert "Enter Zoe" in shown
    assert "Here but without a table: Zoe" in shown
    assert "<ins>Zoe</ins>" in shown  # at a table of pairing again
    assert re.search(r'value="repair" *checked', shown)
    assert state_of(second) == before
    assert not Player.objects.filter(name="Zoe").exists()
    organiser.post(changing(second), {**wish, "choice": choice, "version": str(before.version)})
    now = state_of(second)
    seated = {no for table in now.stages["swiss"].rounds[1].tables.values() for no in table.pairing.seats}
    assert (9 in seated) is (choice != "keep")
    assert now.entries[EntrantNo(9)].rating == 1500
    if choice == "again":
        assert organiser.post(changing(second), {**wish, "version": str(before.version)}).status_code == 422
    services.change(second, commands.Undo(), by=alice)
    assert digest(state_of(second)) == digest(before)


def test_who_is_entered_to_be_seated_at_once_is_checked_in(organiser: Client, alice: UUID) -> None:
    made = opened(alice, stage("swiss", "club_swiss", rounds=3), settings=Settings(online=False, check_in=True))
    entered(made, alice, 3)
    services.change(made, commands.CheckIn((1, 2, 3)), by=alice)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    wish = {"do": "enter", "names": "Zoe"}
    assert "Here but without a table: Zoe" in organiser.post(changing(made), wish).content.decode()
    organiser.post(changing(made), {**wish, "choice": "repair", "version": str(state_of(made).version)})
    assert {no for table in state_of(made).stages["swiss"].tables() for no in table.pairing.seats} == {1, 2, 3, 4}


def test_a_list_with_a_line_that_cannot_be_entered_is_not_looked_at_and_stays_as_typed(
    organiser: Client, second: UUID
) -> None:
    before = state_of(second)
    answer = organiser.post(changing(second), {"do": "enter", "names": "Zoe\nPlayer 1"})
    assert answer.status_code == 422
    assert "Zoe\nPlayer 1</textarea>" in answer.content.decode()
    assert "Line 2:" in answer.content.decode()
    assert state_of(second) == before


def test_the_bye_that_a_change_gives_is_told(organiser: Client, alice: UUID) -> None:
    made = opened(alice, stage("swiss", "club_swiss", rounds=3))
    entered(made, alice, 4)
    services.change(made, commands.StartStage("swiss"), by=alice)
    services.change(made, commands.Pair("swiss"), by=alice)
    shown = organiser.get(changing(made) + "?do=withdraw&no=4").content.decode()
    told = re.findall(r"Bye: *<ins>(Player \d)</ins>", shown)
    assert len(told) == 2  # by the smallest repair, and paired again
    sent = {"do": "withdraw", "no": "4", "choice": "repair", "version": str(state_of(made).version)}
    organiser.post(changing(made), sent)
    byes = state_of(made).stages["swiss"].rounds[0].byes
    assert f"Player {next(no for no, bye in byes.items() if bye is Bye.PAIRING)}" == told[0]


def test_a_penalty_is_looked_at_first_and_changes_who_plays_the_final(organiser: Client, alice: UUID) -> None:
    made = opened(alice, *PRESETS["pods"](Wish(seats=4, rounds=1, best=3)))
    entered(made, alice, 12)
    for key in ("swiss", "final"):
        services.change(made, commands.StartStage(key), by=alice)
        services.change(made, commands.Pair(key), by=alice)
        play_round(made, alice, "swiss", (1, 2, 3, 4))
    before = state_of(made)
    winner = before.stages["swiss"].rounds[0].tables[1].pairing.seats[0]
    wish = {"do": "warn", "no": str(winner), "points": "3", "reason": "Phone"}
    shown = organiser.post(changing(made), wish).content.decode()
    assert f"Deduct points from Player {winner}: 3" in shown
    assert "Other players would have advanced" in shown
    assert f"<del>Player {winner}</del>" in shown
    assert state_of(made) == before
    sent = {**wish, "choice": "keep", "later": "repair", "version": str(before.version)}
    organiser.post(changing(made), sent)
    assert winner not in state_of(made).stages["final"].rounds[0].tables[1].pairing.seats
    lifted = {"do": "lift", "index": "0"}
    assert f"<ins>Player {winner}</ins>" in organiser.post(changing(made), lifted).content.decode()
    services.change(made, commands.Undo(), by=alice)
    assert digest(state_of(made)) == digest(before)


@pytest.mark.parametrize("wish", [{"do": "enter", "names": "Zoe"}, {"do": "warn", "no": "1", "points": "1"}])
def test_who_may_not_make_a_change_does_not_look_at_it(
    scorer: Client, outsider: Client, second: UUID, wish: dict[str, str]
) -> None:
    before = state_of(second)
    for client in (scorer, outsider):
        for more in ({}, {"choice": "keep"}):
            assert client.post(changing(second), {**wish, **more}).status_code == 403
        assert client.post(f"/tournaments/{second}/desk/again/swiss/", wish).status_code == 403
    assert state_of(second) == before


def test_who_enters_late_is_seated_by_the_smallest_repair(organiser: Client, alice: UUID, second: UUID) -> None:
    before = state_of(second).stages["swiss"].rounds[1].tables
    services.change(second, commands.Enter(commands.named([("Zoe", Newcomer())])), by=alice)
    desk = f"/tournaments/{second}/desk/"
    assert "Here but without a table: Zoe." in organiser.get(desk).content.decode()
    shown = organiser.get(changing(second)).content.decode()
    assert "Here but without a table: Zoe" in shown
    assert re.search(r'value="repair" *checked', shown)
    organiser.post(changing(second), {"choice": "repair", "version": str(state_of(second).version)})
    now = state_of(second).stages["swiss"].rounds[1].tables
    assert 9 in {no for table in now.values() for no in table.pairing.seats}
    assert sorted(len(table.pairing.seats) for table in now.values()) == [3, 3, 3]
    assert sorted(len(table.pairing.seats) for table in before.values()) == [4, 4]
    assert "without a table" not in organiser.get(desk).content.decode()


def test_a_repair_by_who_comes_late_is_shown_again(organiser: Client, alice: UUID, second: UUID) -> None:
    seen = state_of(second).version
    services.change(second, commands.Withdraw(1), by=alice)
    before = state_of(second)
    answer = organiser.post(changing(second), {"choice": "repair", "version": str(seen)})
    assert answer.status_code == 409
    assert "withdrawal of Player 1" in answer.content.decode()
    assert state_of(second) == before
