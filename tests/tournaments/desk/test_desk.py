"""The organiser's desk, as a browser without scripts and one with them ask for it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from players.services import sign_up
from tests.matches.factories import person
from tests.tournaments.factories import at, entered, opened, play_round, stage, state_of
from tournaments import commands, services
from tournaments.decisions import rounds
from tournaments.formats.contract import Bye, Result
from tournaments.settings import Settings
from tournaments.state import Progress, Role, Status

pytestmark = pytest.mark.django_db


def url(tournament: UUID, rest: str = "") -> str:
    return f"/tournaments/{tournament}/desk/{rest}"


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def of_table(no: int, places: str = "1234", **more: str) -> dict[str, str]:
    fields = {f"place_{seat}": place for seat, place in enumerate(places)}
    return {"stage": "swiss", "round": "1", "table": str(no), **fields, **more}


def scripted(client: Client, address: str, data: dict[str, str], seen: str = "") -> Any:
    """As a script sends it from a page with the query ``seen``."""
    return client.post(address, data, headers={"hx-request": "true", "hx-current-url": f"http://testserver/{seen}"})


# --- who may ------------------------------------------------------------------------------------------------


def test_the_desk_shows_tables_and_field(organiser: Client, running: UUID) -> None:
    html = page(organiser, url(running))
    assert "Player 8" in html
    assert html.count('class="desk-table is-paired"') == 2
    assert "2 results are missing." in html


@pytest.mark.parametrize("rest", ["", "pairing/", "settings/", "correct/swiss/1/1/", "change/swiss/"])
def test_an_outsider_sees_no_page_of_the_desk(outsider: Client, running: UUID, rest: str) -> None:
    page(outsider, url(running, rest), 403)


def test_a_scorer_sees_what_is_for_arbiters_as_little(scorer: Client, running: UUID) -> None:
    page(scorer, url(running), 200)
    for rest in ("pairing/", "settings/", "correct/swiss/1/1/", "change/swiss/"):
        page(scorer, url(running, rest), 403)


OF_OFFICERS: list[tuple[str, dict[str, str]]] = [
    ("enter/", {"names": "Zoe"}),
    ("entrant/", {"no": "1", "do": "withdraw"}),
    ("check-in/", {}),
    ("publish/", {"stage": "swiss", "version": "1"}),
    ("take-back/", {"stage": "swiss", "round": "1"}),
    ("timer/", {"stage": "swiss", "round": "1", "minutes": "50"}),
    ("finish/", {"do": "undo", "version": "99"}),
    ("finish/", {"do": "cancel"}),
    ("result/", of_table(1)),
    ("table/start/", of_table(1)),
    ("officers/", {"name": "Charlie", "role": "owner"}),
]


def test_an_outsider_changes_nothing(outsider: Client, running: UUID) -> None:
    before = state_of(running)
    for rest, data in OF_OFFICERS:
        assert outsider.post(url(running, rest), data).status_code == 403, (rest, data)
        assert state_of(running) == before


def test_a_scorer_enters_results_and_does_not_pair_or_correct(scorer: Client, running: UUID) -> None:
    assert scorer.post(url(running, "result/"), of_table(1)).status_code == 302
    assert state_of(running).stages["swiss"].rounds[0].tables[1].is_done
    before = state_of(running)
    assert scorer.post(url(running, "correct/swiss/1/1/"), of_table(1, "4321", choice="keep")).status_code == 403
    assert scorer.post(url(running, "finish/"), {"do": "undo", "version": str(before.version)}).status_code == 403
    assert state_of(running) == before


def test_a_scorer_is_shown_nothing_that_is_for_arbiters(scorer: Client, alice: UUID, running: UUID) -> None:
    services.change(running, commands.EnterResult(at("swiss", 1, 1), Result((1, 2, 3, 4))), by=alice)
    html = page(scorer, url(running, "?entrant=3"))
    assert "Save the result of table 2" in html
    for reserved in ("Undo:", "Correct table", "Withdraw player", "Deduct points", "Take back", "Settings"):
        assert reserved not in html


# --- results ------------------------------------------------------------------------------------------------


def test_a_result_is_entered_and_its_row_shows_it(organiser: Client, running: UUID) -> None:
    answer = scripted(organiser, url(running, "result/"), of_table(2, "2143", score_0="5", score_1="7"))
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "<html" not in html
    assert 'class="desk-table is-done" id="t1-2"' in html
    table = state_of(running).stages["swiss"].rounds[0].tables[2]
    assert table.pairing.result == Result((2, 1, 4, 3), (5, 7, 0, 0))


def test_ties_and_whoever_did_not_appear_are_entered_in_the_same_way(organiser: Client, running: UUID) -> None:
    organiser.post(url(running, "result/"), of_table(1, "11-3"))
    table = state_of(running).stages["swiss"].rounds[0].tables[1]
    assert table.pairing.result == Result((1, 1, 4, 3), (), frozenset({2}))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (of_table(9), "there is no table 9"),
        (of_table(1, "1123"), "These places are not possible: 1, 1, 2, 3."),
        (of_table(1, "123"), "give every player a place"),
        (of_table(1, "12x4"), "place_2"),
        (of_table(1, "1234", score_0="many"), "score_0"),
        (of_table(1, duel="1-0"), "duel"),
        ({"stage": "swiss", "round": "first", "table": "1"}, "round"),
    ],
)
def test_what_cannot_be_is_named_and_nothing_changes(
    organiser: Client, running: UUID, data: dict[str, str], sentence: str
) -> None:
    before = state_of(running)
    answer = scripted(organiser, url(running, "result/"), data)
    assert answer.status_code in (400, 404)
    assert answer["HX-Retarget"] == "#errors"
    assert sentence in answer.content.decode()
    assert state_of(running) == before


def test_of_two_who_enter_different_results_the_second_sees_what_stands(
    organiser: Client, scorer: Client, running: UUID
) -> None:
    assert organiser.post(url(running, "result/"), of_table(1, "1234")).status_code == 302
    late = scripted(scorer, url(running, "result/"), of_table(1, "4321"))
    assert late.status_code == 409
    assert "1, 2, 3, 4" in late.content.decode()
    assert state_of(running).stages["swiss"].rounds[0].tables[1].pairing.result == Result((1, 2, 3, 4))


def test_a_disputed_table_shows_what_each_said_and_is_ruled(organiser: Client, running: UUID) -> None:
    table = state_of(running).stages["swiss"].rounds[0].tables[1]
    players = [state_of(running).entries[no].player for no in table.pairing.seats]
    assert players[0]
    assert players[1]
    services.change(running, commands.Report(at("swiss", 1, 1), Result((1, 2, 3, 4))), by=players[0])
    services.change(running, commands.Report(at("swiss", 1, 1), Result((2, 1, 3, 4))), by=players[1])
    services.change(running, commands.ObjectTo(at("swiss", 1, 1), "I had <seven> Titles"), by=players[1])
    html = page(organiser, url(running))
    assert "is-disputed" in html
    assert "I had &lt;seven&gt; Titles" in html
    assert "Without a ruling by" in html
    organiser.post(url(running, "result/"), of_table(1, "2134", do="rule", reason="Counted again"))
    now = state_of(running).stages["swiss"].rounds[0].tables[1]
    assert (now.progress, now.source, now.pairing.result) == (Progress.DONE, "arbiter", Result((2, 1, 3, 4)))


BUTTONS: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = [
    ("1-0", (1, 2), ()),
    ("draw", (1, 1), ()),
    ("0-1", (2, 1), ()),
    ("+-", (1, 2), (1,)),
    ("-+", (2, 1), (0,)),
    ("--", (1, 1), (0, 1)),
]


def test_a_duel_has_a_button_for_each_result(organiser: Client, alice: UUID) -> None:
    duels = opened(alice, stage("swiss", "club_swiss", rounds=2))
    entered(duels, alice, 2 * len(BUTTONS))
    services.change(duels, commands.StartStage("swiss"), by=alice)
    services.change(duels, commands.Pair("swiss"), by=alice)
    shown = page(organiser, url(duels))
    for table, (button, places, forfeited) in enumerate(BUTTONS, 1):
        assert f'value="{button}"' in shown
        organiser.post(url(duels, "result/"), {"stage": "swiss", "round": "1", "table": str(table), "duel": button})
        result = state_of(duels).stages["swiss"].rounds[0].tables[table].pairing.result
        assert result == Result(places, (), frozenset(forfeited)), button


# --- the field ----------------------------------------------------------------------------------------------


def test_a_pasted_list_is_entered_and_its_flaws_are_named_line_by_line(organiser: Client, desk: UUID) -> None:
    pasted = "Ada;1500\n\nBo\nada\nCy;many\nDi;1;x;y"
    answer = organiser.post(url(desk, "enter/"), {"names": pasted})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert [entry.rating for entry in state_of(desk).entries.values()] == [1500, 0]
    for line, sentence in [(4, "has entered already"), (5, "is not a rating"), (6, "this one has more")]:
        assert f"Line {line}:" in html
        assert sentence in html
    assert ">ada\nCy;many\nDi;1;x;y</textarea>" in html


def test_an_entry_after_the_beginning_is_refused_where_it_is_not_taken(organiser: Client, alice: UUID) -> None:
    knockout = opened(alice, stage())
    entered(knockout, alice, 4)
    services.change(knockout, commands.StartStage("main"), by=alice)
    answer = scripted(organiser, url(knockout, "enter/"), {"names": "Late Larry"})
    assert (answer.status_code, "too late to enter" in answer.content.decode()) == (409, True)
    assert len(state_of(knockout).entries) == 4


def test_somebody_is_checked_in_warned_and_given_a_bye(organiser: Client, running: UUID) -> None:
    address = url(running, "entrant/")
    for data in (
        {"do": "check_in"},
        {"do": "warn", "points": "0,5", "reason": "Late"},
        {"do": "bye", "bye": "half", "bye_round": "2"},
        {"do": "change", "rating": "1234", "division": "B1"},
    ):
        done = organiser.post(address, {"no": "3", "stage": "swiss", **data})
        assert done.status_code == (302 if data["do"] != "change" else 409)
    state = state_of(running)
    assert state.entries[3].checked_in  # type: ignore[index]
    assert [(one.entrant, one.points) for one in state.stages["swiss"].penalties] == [(3, 1)]
    assert state.byes["swiss"][2][3] is Bye.HALF  # type: ignore[index]
    html = page(organiser, url(running, "?entrant=3"))
    assert "−½ from round 1" in html
    assert "round 2 (½)" in html


def test_somebody_else_plays_on_in_an_entrants_place(organiser: Client, alice: UUID, running: UUID) -> None:
    eva = sign_up(username="eva", name="Eva Nowak", password="long enough to pass")
    play_round(running, alice, "swiss", (1, 2, 3, 4))
    asked = {"no": "3", "do": "substitute"}
    refused = organiser.post(url(running, "entrant/"), {**asked, "name": "Eva Novak"})
    assert (refused.status_code, "Eva Nowak" in refused.content.decode()) == (404, True)
    organiser.post(url(running, "entrant/"), {**asked, "name": "eva nowak"})
    assert state_of(running).entries[3].player == eva.id  # type: ignore[index]


def test_what_is_looked_for_is_shown_alone_and_stays_looked_for_after_a_change(
    organiser: Client, running: UUID
) -> None:
    html = page(organiser, url(running, "?find=player+7"))
    assert html.count('class="desk-table is-') == 1
    assert "Player 7" in html
    assert "Player 6</a>" not in html
    answer = scripted(organiser, url(running, "entrant/"), {"no": "7", "do": "check_in"}, seen="x?find=player+7")
    assert 'value="player 7"' in answer.content.decode()


# --- rounds -------------------------------------------------------------------------------------------------


def test_a_proposal_tells_why_and_is_published_as_it_was_seen(organiser: Client, alice: UUID, desk: UUID) -> None:
    entered(desk, alice, 8)
    services.change(desk, commands.StartStage("swiss"), by=alice)
    html = page(organiser, url(desk, "pairing/"))
    assert "The first round is drawn by lot." in html
    version = str(state_of(desk).version)
    assert organiser.post(url(desk, "publish/"), {"stage": "swiss", "version": version}).status_code == 302
    one = state_of(desk).stages["swiss"].rounds[0]
    assert len(one.tables) == 2
    assert not any(table.pairing.reason and table.pairing.reason.code == "by_hand" for table in one.tables.values())


def test_two_are_changed_for_each_other_by_hand(organiser: Client, alice: UUID, desk: UUID) -> None:
    entered(desk, alice, 8)
    services.change(desk, commands.StartStage("swiss"), by=alice)
    added = organiser.get(url(desk, "pairing/?stage=swiss&one=1&other=8"))
    assert added.status_code == 302
    html = page(organiser, added["Location"])
    assert "An arbiter seated them by hand." in html
    data = {"stage": "swiss", "version": str(state_of(desk).version), "swap": "1-8"}
    plain = rounds.propose(state_of(desk), "swiss", at=timezone.now())
    organiser.post(url(desk, "publish/"), data)
    seats = {no: table.no for table in state_of(desk).stages["swiss"].tables() for no in table.pairing.seats}
    before = {no: pairing.table for pairing in plain.pairings for no in pairing.seats}
    assert (seats[1], seats[8]) == (before[8], before[1])  # type: ignore[index]
    assert page(organiser, url(desk, "pairing/?swap=1-99"), 409)


def test_what_was_not_seen_is_not_published(organiser: Client, alice: UUID, desk: UUID) -> None:
    entered(desk, alice, 8)
    services.change(desk, commands.StartStage("swiss"), by=alice)
    seen = str(state_of(desk).version)
    services.change(desk, commands.Withdraw(8), by=alice)
    answer = organiser.post(url(desk, "publish/"), {"stage": "swiss", "version": seen}, follow=True)
    assert "nothing was published" in answer.content.decode()
    assert not state_of(desk).stages["swiss"].rounds


def test_a_field_that_cannot_be_divided_is_named_with_what_would_do(organiser: Client, alice: UUID, desk: UUID) -> None:
    entered(desk, alice, 5)
    answer = organiser.post(url(desk, "start/"), {"stage": "swiss"})
    assert answer.status_code == 409
    assert "5 players do not fill tables of 3 to 4. With 4 or 6 players they do." in answer.content.decode()


def test_the_next_step_leads_through_the_evening(organiser: Client, alice: UUID, desk: UUID) -> None:
    assert "Enter the players" in page(organiser, url(desk))
    entered(desk, alice, 8)
    assert "Start and pair" in page(organiser, url(desk))
    started = organiser.post(url(desk, "start/"), {"stage": "swiss"})
    assert started["Location"].startswith(url(desk, "pairing/"))
    for no in (1, 2):
        assert f"Pair round {no}" in page(organiser, url(desk))
        services.change(desk, commands.Pair("swiss"), by=alice)
        assert "2 results are missing." in page(organiser, url(desk))
        play_round(desk, alice, "swiss", (1, 2, 3, 4))
    assert "Close the tournament" in page(organiser, url(desk))
    organiser.post(url(desk, "finish/"), {"do": "close"})
    assert state_of(desk).status is Status.CLOSED
    assert "The results are final." in page(organiser, url(desk))


def test_the_undo_button_says_what_it_takes_back_and_takes_back_no_more(
    organiser: Client, alice: UUID, running: UUID
) -> None:
    organiser.post(url(running, "result/"), of_table(2))
    assert "Undo: result of table 2, round 1" in page(organiser, url(running))
    seen = str(state_of(running).version)
    services.change(running, commands.CheckIn((1,)), by=alice)
    refused = scripted(organiser, url(running, "finish/"), {"do": "undo", "version": seen})
    assert refused.status_code == 409
    assert state_of(running).entries[1].checked_in  # type: ignore[index]
    assert "Undo: check-in of Player 1" in page(organiser, url(running))
    organiser.post(url(running, "finish/"), {"do": "undo", "version": str(state_of(running).version)})
    organiser.post(url(running, "finish/"), {"do": "undo", "version": str(state_of(running).version)})
    assert state_of(running).stages["swiss"].rounds[0].tables[2].progress is Progress.PAIRED


def test_a_round_is_taken_back_and_timed(organiser: Client, running: UUID) -> None:
    organiser.post(url(running, "timer/"), {"stage": "swiss", "round": "1", "minutes": "50"})
    assert state_of(running).stages["swiss"].rounds[0].ends
    assert organiser.post(url(running, "timer/"), {"stage": "swiss", "round": "1", "minutes": "x"}).status_code == 400
    organiser.post(url(running, "take-back/"), {"stage": "swiss", "round": "1", "reason": "Wrong seeding"})
    assert not state_of(running).stages["swiss"].rounds


def test_a_stage_is_ended_before_its_last_round(organiser: Client, alice: UUID, running: UUID) -> None:
    play_round(running, alice, "swiss", (1, 2, 3, 4))
    assert "End this stage" in page(organiser, url(running))
    organiser.post(url(running, "finish/"), {"do": "close_stage", "stage": "swiss"})
    assert state_of(running).stages["swiss"].closed
    assert "Close the tournament" in page(organiser, url(running))


def test_further_tables_of_a_bracket_can_be_paired_while_others_are_played(organiser: Client, alice: UUID) -> None:
    knockout = opened(alice, stage())
    entered(knockout, alice, 8)
    services.change(knockout, commands.StartStage("main"), by=alice)
    services.change(knockout, commands.Pair("main"), by=alice)
    html = page(organiser, url(knockout))
    assert "4 results are missing." in html
    assert "Pair the next tables" in html


def test_players_are_called_to_a_table_that_is_played_here(organiser: Client, outsider: Client, alice: UUID) -> None:
    online = opened(alice, stage(), settings=Settings())
    entered(online, alice, 2)
    services.change(online, commands.StartStage("main"), by=alice)
    services.change(online, commands.Pair("main"), by=alice)
    assert "Call the players to table 1" in page(organiser, url(online))
    assert outsider.post(url(online, "call/")).status_code == 403
    assert not state_of(online).stages["main"].rounds[0].tables[1].games
    html = scripted(organiser, url(online, "call/"), {}).content.decode()
    opened_table = state_of(online).stages["main"].rounds[0].tables[1].games[1].opened
    assert f"/tables/{opened_table}/" in html
    assert "Call the players" not in html


# --- settings -----------------------------------------------------------------------------------------------

SETTINGS = {"title": "New name", "place": "table", "capacity": "20", "round_minutes": "45", "listed": "on"}


def test_settings_and_stages_to_come_are_changed(organiser: Client, alice: UUID, desk: UUID) -> None:
    stages = {"swiss-rounds": "3", "swiss-tie_breaks": "bh-c1, win", "swiss-points_4": "5 3 1 0", "swiss-points_3": ""}
    assert organiser.post(url(desk, "settings/"), {**SETTINGS, **stages}).status_code == 302
    state = state_of(desk)
    assert (state.title, state.settings.capacity, state.settings.round_minutes) == ("New name", 20, 45)
    plan = state.planned[0].plan
    assert (plan["rounds"], list(plan["tie_breaks"])) == (3, ["BH-C1", "WIN"])
    assert list(plan["scoring"]["by_place"]["4"]) == [10, 6, 2, 0]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"title": " "}, "This field is required."),
        ({"swiss-tie_breaks": "XYZ"}, "There is no tie-break XYZ"),
        ({"swiss-points_4": "0 1 2 3"}, "a worse place would give more points"),
        ({"swiss-points_4": "3 2 1"}, "4 numbers"),
        ({"capacity": "-1"}, "capacity"),
    ],
)
def test_wrong_settings_are_named_and_what_was_typed_stays(
    organiser: Client, desk: UUID, wrong: dict[str, str], sentence: str
) -> None:
    before = state_of(desk)
    data = {**SETTINGS, "title": "Kept name", "swiss-rounds": "3", **wrong}
    answer = organiser.post(url(desk, "settings/"), data)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in html
    assert ("Kept name" in html) is ("title" not in wrong)
    assert state_of(desk) == before


def test_officers_are_named_by_name_and_an_owner_stays(organiser: Client, alice: UUID, desk: UUID) -> None:
    dora = sign_up(username="dora", name="Dora Nowak", password="long enough to pass")
    address = url(desk, "officers/")
    assert organiser.post(address, {"name": "dora nowak", "role": "arbiter"}).status_code == 302
    assert state_of(desk).roles[dora.id] is Role.ARBITER
    assert organiser.post(address, {"name": "Dora Novak", "role": "arbiter"}).status_code == 404
    assert organiser.post(address, {"player": str(dora.id), "role": ""}).status_code == 302
    assert organiser.post(address, {"player": str(alice), "role": ""}).status_code == 409
    assert state_of(desk).roles == {alice: Role.OWNER}


def test_a_page_of_somebody_who_is_not_logged_in_asks_for_that(desk: UUID) -> None:
    answer = Client().get(url(desk))
    assert (answer.status_code, "/login/" in answer["Location"]) == (302, True)


def test_no_such_tournament(organiser: Client) -> None:
    page(organiser, url(person("nobody")), 404)


def test_what_is_too_long_or_too_large_is_said_in_a_sentence_of_its_own(organiser: Client, alice: UUID) -> None:
    desk = opened(alice)
    entered(desk, alice, 2)
    long = {"do": "withdraw", "no": "1", "reason": "x" * 2001}
    said = organiser.post(url(desk, "entrant/"), long, headers={"accept-language": "en"})
    assert (said.status_code, "A remark can have at most 2000 characters." in said.content.decode()) == (400, True)
    high = {"do": "change", "no": "1", "rating": "99999999"}
    said = organiser.post(url(desk, "entrant/"), high, headers={"accept-language": "en"})
    assert (said.status_code, "A rating is a number from 0 to" in said.content.decode()) == (400, True)


def test_without_scripts_a_refused_form_comes_back_filled_in(organiser: Client, running: UUID) -> None:
    sent = {"no": "3", "do": "warn", "stage": "swiss", "points": "some", "reason": "Came <late>"}
    before = {"referer": f"http://testserver{url(running, '')}?entrant=3"}
    answer = organiser.post(url(running, "entrant/"), sent, headers=before)
    html = answer.content.decode()
    assert answer.status_code == 400
    field = html.partition('name="points"')[2]
    assert 'value="some"' in html
    assert field.partition("</span>")[0].count('<span class="errors" id="refused">') == 1
    assert "Came &lt;late&gt;" in html


def test_what_is_refused_to_somebody_else_shows_no_desk(outsider: Client, running: UUID) -> None:
    sent = {"no": "3", "do": "warn", "stage": "swiss", "points": "0", "reason": "late"}
    answer = outsider.post(url(running, "entrant/"), sent)
    assert answer.status_code == 403
    assert 'id="desk"' not in answer.content.decode()


@pytest.mark.parametrize("headers", [{"referer": "http://["}, {"hx-request": "true", "hx-current-url": "http://["}])
def test_where_a_form_is_from_may_be_nonsense(organiser: Client, running: UUID, headers: dict[str, str]) -> None:
    sent = {"no": "3", "do": "warn", "stage": "swiss", "points": "some", "reason": "late"}
    assert organiser.post(url(running, "entrant/"), sent, headers=headers).status_code == 400
