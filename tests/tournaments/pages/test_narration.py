"""The change log tells every kind of event in a sentence, with the names of its moment, in both languages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, get_args
from uuid import UUID, uuid4

import pytest
from django.utils import translation

from tests.matches.factories import person
from tests.tournaments.factories import AT_A_TABLE, at, entered, opened, play_round, stage, state_of, wins
from tournaments import commands, queries, services
from tournaments import events as e
from tournaments.events import TournamentEvent
from tournaments.formats.contract import Bye, EntrantNo, Pairing, Result, RoundNo
from tournaments.pages import log, narration
from tournaments.pages.narration import Moment
from tournaments.queries import Change

from .conftest import ClientOf

WHO, ONE, FIRST = uuid4(), EntrantNo(1), RoundNo(1)
TABLE: dict[str, Any] = {"stage": "swiss", "round": FIRST, "table": 1}
PAIRING = Pairing(FIRST, 1, (ONE, EntrantNo(2)))
EVENTS: tuple[TournamentEvent, ...] = (
    e.TournamentOpened("Evening", "elekt", "r1", WHO, AT_A_TABLE, (stage(),)),
    e.TournamentChanged("Evening", AT_A_TABLE),
    e.StagesPlanned((stage("swiss"),)),
    e.RoleGranted(WHO, "arbiter"),
    e.RoleRevoked(WHO),
    e.NoteAdded(uuid4(), ONE),
    e.TournamentClosed(),
    e.TournamentReopened(),
    e.TournamentCancelled(),
    e.Undone(3, 4),
    e.EntrantEntered(ONE, WHO),
    e.EntryConfirmed(ONE),
    e.EntrantChanged(ONE, 1500),
    e.EntrantReplaced(ONE, WHO),
    e.EntrantRemoved(ONE),
    e.EntrantCheckedIn(ONE),
    e.CheckInUndone(ONE),
    e.EntrantWithdrew(ONE),
    e.EntrantReturned(ONE),
    e.ByeGranted(ONE, "swiss", FIRST, Bye.HALF),
    e.ByeRevoked(ONE, "swiss", FIRST),
    e.FieldSeeded((ONE,)),
    e.PenaltyGiven(ONE, "swiss", FIRST, 1),
    e.PenaltyLifted("swiss", 0),
    e.StageStarted("swiss", (ONE,), "00"),
    e.StageJoined("swiss", ONE, FIRST),
    e.TablesPaired("swiss", (PAIRING,)),
    e.TablesRepaired("swiss", FIRST, (PAIRING,), (), {}),
    e.RoundUnpaired("swiss", FIRST),
    e.EntrantsExchanged("swiss", {ONE: EntrantNo(2)}),
    e.StageTakenBack("swiss"),
    e.TimerStarted("swiss", FIRST, "2026-11-21T20:00:00+00:00"),
    e.WindowsSet("swiss", {FIRST: "2026-11-21T20:00:00+00:00"}),
    e.StageClosed("swiss"),
    e.TableCalled(**TABLE, game=1, opened=uuid4()),
    e.TableStarted(**TABLE),
    e.PlayersCalled(**TABLE, seats=(0,)),
    e.PresenceNoted(**TABLE, here=(0, 1)),
    e.SeatsMissed(**TABLE, seats=(1,), forfeit=True, source="clock"),
    e.PostponementAsked(**TABLE, seat=0, until="2026-11-21T20:00:00+00:00"),
    e.TablePostponed(**TABLE, until="2026-11-21T20:00:00+00:00"),
    e.ResultReported(**TABLE, seat=0, result=wins(0)),
    e.ResultDisputed(**TABLE, deadline="2026-11-21T20:00:00+00:00"),
    e.StatementMade(**TABLE, seat=0, remark=uuid4()),
    e.GamePlayed(**TABLE, game=1, result=wins(0), source="match"),
    e.MatchRewound(**TABLE, opened=uuid4(), to=12, remark=uuid4()),
    e.MatchStopped(**TABLE, game=1, opened=uuid4(), places=(1, 2), rated=True, remark=uuid4()),
    e.ResultStood(**TABLE, result=wins(0), source="agreed"),
    e.ResultCorrected(**TABLE, result=wins(1)),
    e.ConsentNoted(**TABLE, who=(f"player:{WHO}", "bot:random"), seats=(1,)),
    e.ConsentGiven(**TABLE, seats=(0,)),
    e.RatingObjected(**TABLE, seat=0, remark=uuid4()),
    e.ObjectionWithdrawn(**TABLE, seat=0),
    e.ObjectionsRuled(**TABLE, upheld=True),
)


def told(event: TournamentEvent, language: str, private: bool = False) -> str:
    names = {ONE: "Ann", EntrantNo(2): "Bob"}
    now = Moment(names, {WHO: "Alice"}, {("swiss", 1, 1): PAIRING.seats}, private)
    change = Change(1, 1, datetime.now(UTC), "", None, (event,), {}, "", False)
    with translation.override(language):
        (sentence,) = narration.sentences(change, now)
    return sentence.text


def test_every_kind_of_event_has_its_example_here() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(TournamentEvent))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_one_sentence_in_both_languages(event: TournamentEvent) -> None:
    english, polish = told(event, "en"), told(event, "pl")
    for sentence in (english, polish):
        assert re.fullmatch(r"\S.*\.", sentence), sentence
        assert not re.search(r"%\(|\bNone\b|[0-9a-f]{8}-[0-9a-f]{4}", sentence), sentence
    assert english != polish


def test_of_whom_a_note_is_only_officers_are_told() -> None:
    note = e.NoteAdded(uuid4(), ONE)
    assert "Ann" in told(note, "en", private=True)
    assert "Ann" not in told(note, "en")


def test_the_same_result_for_everybody_is_called_so() -> None:
    drawn = e.ResultStood(**TABLE, result=Result((1, 1)), source="arbiter")
    assert told(drawn, "en") == "Result of table 1 of round 1: a draw. The arbiter ruled."


@pytest.mark.parametrize("event", [e.TablesPaired, e.TablesRepaired])
def test_who_has_the_bye_is_told_with_the_round(event: Any) -> None:
    byes = {EntrantNo(1): Bye.PAIRING, EntrantNo(2): Bye.ZERO}
    more = {"removed": ()} if event is e.TablesRepaired else {}
    assert told(event("swiss", pairings=(), byes=byes, round=FIRST, **more), "en").endswith(" Bye: Ann.")


pytestmark = pytest.mark.django_db


def test_a_substitute_is_named_from_then_on_and_not_before(alice: UUID) -> None:
    tournament = opened(alice)
    entered(tournament, alice, 2)
    services.change(tournament, commands.Substitute(1, player=person("Zoe")), by=alice)
    asked = queries.tournament(tournament_id=tournament, player=None)
    with translation.override("en"):
        lines = log.change_log(asked, None, 1).lines
    texts = [sentence.text for line in lines for sentence in line.sentences]
    assert texts[:2] == ["Zoe plays on as the substitute for number 1.", "Entered: Player 1, Player 2."]


def test_what_was_taken_back_is_struck_through_with_its_reason(alice: UUID, client_of: ClientOf) -> None:
    tournament = opened(alice)
    entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    play_round(tournament, alice)
    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1), reason="Misheard."), by=alice)
    services.change(tournament, commands.Undo(reason="It was right."), by=alice)
    shown = client_of(None).get(f"/tournaments/{tournament}/log/").content.decode()
    struck = re.findall(r"<del>(.*?)</del>", shown)
    assert struck == [
        "The result of table 1 of round 1 was corrected: 1. Player 2, 2. Player 1.",
        "Table 1 of round 1 is not rated until it is confirmed for: Player 1, Player 2.",
    ]
    assert "<q>Misheard.</q>" in shown
    assert "<q>It was right.</q>" in shown


def test_the_log_ends_in_the_hash_of_the_last_event(alice: UUID, client_of: ClientOf) -> None:
    from ledger import store

    tournament = opened(alice)
    entered(tournament, alice, 3)
    last = store.read(tournament)[-1]
    shown = client_of(None).get(f"/tournaments/{tournament}/log/").content.decode()
    assert f"<code>{last.hash.hex()}</code>" in shown
    assert f"?version={state_of(tournament).version}" in shown


def test_a_long_log_is_shown_page_by_page(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "PER_PAGE", 3)
    tournament = opened(alice)
    for _ in range(4):
        entered(tournament, alice, 1)
    asked = queries.tournament(tournament_id=tournament, player=None)
    first, second, beyond = (log.change_log(asked, None, page) for page in (1, 2, 9))
    assert [line.first for line in first.lines] == [5, 4, 3]
    assert [line.first for line in second.lines] == [2, 1]
    assert (beyond.page, beyond.pages) == (2, 2)
