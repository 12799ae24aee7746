"""Report files out and in again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from players import queries as players
from tests.matches.factories import GAME, person
from tests.tournaments.factories import entered, opened, stage, state_of
from tournaments import commands, corrections, services
from tournaments.exchange import trf
from tournaments.stages import stage_of, standings
from tournaments.trf import Edition, parse
from web.errors import BadRequest, Conflict

from .made import pods, seen, swiss

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.mark.parametrize("edition", Edition)
def test_a_report_says_the_stage_without_loss(alice: UUID, edition: Edition) -> None:
    made = swiss(alice)
    ours = stage_of(state_of(made), "main")
    told = parse(trf.report(seen(made), "main", edition))
    assert told.flaws == ()
    assert [(one.no, one.byes) for one in told.stage.rounds] == [(one.no, one.byes) for one in ours.rounds]
    plain = [[(pairing.table, pairing.seats, pairing.result) for pairing in one.pairings] for one in ours.rounds]
    assert [[(one.table, one.seats, one.result) for one in each.pairings] for each in told.stage.rounds] == plain
    assert (told.stage.entrants, told.stage.penalties) == (ours.entrants, ours.penalties)
    assert told.stage.absent == ours.absent
    assert told.header.name == "Turniej Łódź"
    assert told.people[ours.entrants[0].no].name == "Player 1"


@pytest.mark.parametrize("edition", Edition)
def test_a_report_brought_in_gives_the_same_report(alice: UUID, edition: Edition) -> None:
    text = trf.report(seen(swiss(alice)), "main", edition)
    done, flaws = trf.bring_in(text, owner=alice, game=GAME)
    assert flaws == ()
    assert trf.report(seen(done.tournament), "main", edition) == text


@pytest.mark.parametrize("line", ["x\n", "\n", "x\r"])
def test_a_report_of_endless_lines_is_refused_unread(line: str) -> None:
    """Two million lines of one letter took ten seconds, and each would have been told of as a flaw."""
    with pytest.raises(BadRequest) as refused:
        trf.bring_in(line * (trf.MAX_LINES + 1), owner=uuid4(), game=GAME)
    assert (refused.value.code, refused.value.data) == ("report_has_too_many_lines", {"most": trf.MAX_LINES})


def test_who_is_not_in_the_round_that_runs_does_not_wait_for_a_table_here(alice: UUID) -> None:
    """A report cannot say that number 5 has left, only that they are not paired."""
    made = opened(alice, stage("main", "dutch", rounds=3))
    entered(made, alice, 5)
    services.change(made, commands.StartStage("main"), by=alice)
    services.change(made, commands.Withdraw(5), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    done, _ = trf.bring_in(trf.report(seen(made), "main", Edition.TRF26), owner=alice, game=GAME)
    assert corrections.unseated(state_of(done.tournament), "main") == ()


@pytest.mark.parametrize("name", ["held_swiss_9", "held_swiss_5", "held_round_robin", "many_unplayed_rounds"])
def test_a_published_report_has_the_same_standings_here(alice: UUID, name: str) -> None:
    text = (GOLDEN / f"{name}.trf").read_text()
    done, _ = trf.bring_in(text, owner=alice, game=GAME)
    parsed = parse(text).stage
    here = stage_of(state_of(done.tournament), "main")
    assert standings(replace(here, absent=parsed.absent)) == standings(replace(parsed, plan=here.plan))
    assert done.version == len(done.events)


def test_the_report_that_came_is_given_back_to_officers_line_by_line(alice: UUID) -> None:
    text = (GOLDEN / "held_swiss_9.trf").read_text()
    done, _ = trf.bring_in(text, owner=alice, game=GAME)
    assert trf.kept_report(seen(done.tournament, alice), "main") == text


def test_people_of_a_report_are_new_and_have_no_account(alice: UUID) -> None:
    done, _ = trf.bring_in(trf.report(seen(swiss(alice)), "main", Edition.TRF26), owner=alice, game=GAME)
    entry = state_of(done.tournament).entries[1]  # type: ignore[index]
    assert entry.player is not None
    found = players.player(entry.player)
    assert found is not None
    assert found.username is None


def test_broken_lines_are_listed_and_the_rest_stands(alice: UUID) -> None:
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF26)
    lines = text.splitlines()
    broken = next(at for at, line in enumerate(lines) if line.startswith("001"))
    lines[broken] = "001 what is this"
    done, flaws = trf.bring_in("\n".join(lines) + "\n", owner=alice, game=GAME)
    assert broken + 1 in [flaw.line for flaw in flaws]
    assert len(state_of(done.tournament).entries) == 6


def test_a_name_of_33_characters_is_cut_and_that_is_said(alice: UUID) -> None:
    text = trf.report(seen(swiss(alice)), "main", Edition.TRF26).replace(f"{'Player 1':<33}", "x" * 33)
    done, flaws = trf.bring_in(text, owner=alice, game=GAME)
    assert [flaw.code for flaw in flaws] == ["name_changed"]
    assert seen(done.tournament).names[1] == "x" * 32  # type: ignore[index]


def test_tables_of_four_have_no_report(alice: UUID) -> None:
    with pytest.raises(Conflict, match="no_report"):
        trf.report(seen(pods(alice)), "swiss", Edition.TRF26)


@pytest.mark.parametrize("text", ["", "hello", "012 A tournament\n", "001\n", "\0", "001    x"])
def test_what_is_no_report_is_refused(alice: UUID, text: str) -> None:
    with pytest.raises(BadRequest, match="no_players_in_report"):
        trf.bring_in(text, owner=alice, game=GAME)
