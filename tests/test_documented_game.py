"""The game that docs/adding-a-game.md writes is what it says: taken out of the page as it stands, it is played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from uuid import UUID

import pytest
from django.test import Client

from elekt_core.chance import SeededChance
from elekt_core.checking.playing import check_game
from elekt_core.contract import CONCEDE, Decision, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.record.verify import verify_text
from elekt_core.registry import get_game
from matches.models import Match
from matches.models import Table as MatchTable
from matches.play import services
from matches.play.timeline import timelines
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from players.ratings import queries as ladders
from tests.elekt_core.conftest import Site, site
from tests.matches.conftest import sent
from tests.matches.factories import started
from tests.sampling import sample
from tests.tournaments.factories import state_of
from tests.tournaments.test_every_game import begun
from tournaments import rating, running
from tournaments.settings import Settings
from web.errors import StaleVersion

__all__ = ["sent", "site"]

PAGE = (Path(__file__).parents[1] / "docs" / "adding-a-game.md").read_text()
SOURCE, PROJECT = (re.search(rf"```{kind}\n(.*?)```", PAGE, re.S)[1] for kind in ("python", "toml"))  # type: ignore[index]


@pytest.fixture(autouse=True)
def installed(site: Site) -> None:
    points = tomllib.loads(PROJECT)["project"]["entry-points"]["elekt_core.games"]
    site.install("goofspiel", SOURCE, place=points["goofspiel"])
    timelines.forget()


def test_it_has_at_most_eighty_lines() -> None:
    assert sum(bool(line.strip()) for line in (SOURCE + PROJECT).splitlines()) <= 80


def test_it_keeps_every_law() -> None:
    report = check_game(get_game("goofspiel"), sample(10, 60))
    assert report.findings == [], "\n".join(map(str, report.findings))
    assert report.hidden == {"piles.deck", "seats.piles.bids"}


@pytest.mark.parametrize(
    ("old", "new", "method", "sentence"),
    [
        ("bid: Annotated[int, KNOWN_TO_SEAT]", "bid: int", "redact", "but `view` shows None"),
        ("bids: sealed(CARDS)", "bids: list[int]", "redact", "lead to game.bids[1] = None"),
        ("in state.hands[seat]]", "in state.hands[seat] if card > max(state.bids) - 4]", "choices", "cannot see"),
        (
            "state.deck, state.prize = state.deck[1:], [card]",
            "state.prize = [card]",
            "redeal",
            "too_few_cards_to_deal_anew",
        ),
        ("if bid == NOBODY and seat not in state.out", "if seat not in state.out", "scores", "is not over after"),
        ("None if state.prize or state.deck else state.points", "state.points[:1]", "scores", "1 ranks and 1 scores"),
        ('"bid?": "Which card do you bid?", ', "", "texts", "no words but its key, “bid?”"),
    ],
)
def test_a_mistake_in_it_is_named(site: Site, old: str, new: str, method: str, sentence: str) -> None:
    assert old in SOURCE
    site.install("goofspiel", SOURCE.replace(old, new))
    found = check_game(get_game("goofspiel"), sample(2, 20)).findings
    assert any(one.method == method and sentence in one.text for one in found), "\n".join(map(str, found))


def test_who_concedes_is_out_and_the_others_play_on() -> None:
    game = get_game("goofspiel")
    play = Play.begin(game, Setup("goofspiel", "goofspiel-1", 3, {}), SeededChance(b"conceding"))
    for seat in (0, 1):
        play.decide(game.options(play.state, SeatNo(seat))[seat])
    play.decide(Decision(SeatNo(2), CONCEDE))
    assert play.state.points == [0, play.batches[0].events[2][0], 0], "both others had bid, so the bids are opened"
    assert [question.seat for question in game.awaiting(play.state)] == [0, 1]
    common = game.board(game.view(play.state, None), "en").sections[0]
    assert next((row.value, row.seats) for row in common.rows if row.label == "Out") == ("", (2,)), "by their names"
    play.decide(Decision(SeatNo(0), CONCEDE))
    outcome = game.outcome(play.state)
    assert outcome is not None
    assert (outcome.ranks, outcome.termination) == ((2, 1, 3), "forfeit")


@pytest.mark.django_db
def test_it_is_played_in_the_browser_and_replayed_at_every_step() -> None:
    client = Client(headers={"accept-language": "en"})
    assert "Goofspiel" in client.get("/").content.decode()
    client.post("/play/", {"game": "goofspiel", "seats": "3"})
    match = Match.objects.get().id
    form = re.compile(r'<form method="post" action="([^"]+/decide/)".*?</form>', re.S)
    while (row := Match.objects.get(id=match)).ended_at is None:
        bots = [seat for seat in range(3) if row.awaited & row.automatic & 1 << seat]
        if bots:
            services.decide_automatically(match_id=match, seat=bots[0], expected_version=row.version)
            continue
        page = client.get(f"/matches/{match}/").content.decode()
        assert "Which card do you bid?" in page
        found = form.search(page)
        assert found is not None
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[0]))
        sent_fields = {name: value.replace("&quot;", '"') for name, value in fields.items()}
        assert client.post(found[1], sent_fields).status_code < 400
    perspectives = ("seat-1", "seat-2", "open", "spectator")
    for at in range(1, row.version + 1):
        for seen_from in sample(perspectives[at % 4 :: 4], perspectives):
            assert client.get(f"/matches/{match}/replay/{at}/?as={seen_from}").status_code == 200
    assert verify_text(client.get(f"/matches/{match}/record/").getvalue()).ok


@pytest.mark.django_db
def test_its_matches_count_in_a_rated_tournament() -> None:
    tournament, _ = begun("goofspiel", 2, Settings(rated=True, automatic=False), form="round_robin")
    running.call_tables(tournament)
    table = MatchTable.objects.get()
    for place in table.seat_rows.order_by("number"):
        table_services.change(table.id, SitDown(place.number), by=place.reserved or UUID(int=0))
    match = Match.objects.get(table=table)
    while (row := Match.objects.get(id=match.id)).ended_at is None:
        seat = SeatNo(row.awaited.bit_length() - 1)
        player = table.seat_rows.get(number=seat).player
        hand = _position(match.id).hands[seat]
        services.decide(
            match_id=match.id,
            seat=seat,
            decision={"kind": "bid", "choice": [hand[-1 - seat % len(hand)]]},
            expected_version=row.version,
            decision_id=UUID(int=row.version),
            actor=services.player_actor(player or UUID(int=0)),
        )
    running.take_result(table.id)
    assert [rung.games for rung in ladders.ladder(rating.key_of(state_of(tournament)))] == [1, 1]


def _position(match: UUID):  # type: ignore[no-untyped-def]
    timeline = timelines.get(match, lambda: get_game("goofspiel"))
    return timeline.state(timeline.catch_up())


@pytest.mark.django_db
@pytest.mark.parametrize("seen_by_last", [0, 1])
def test_the_last_one_s_second_answer_is_no_answer_to_the_next_question(seen_by_last: int) -> None:
    table = started("Alice", "Bob", game="goofspiel", seed="twice")
    both_asked = table.version()
    table.decide(1, decision={"kind": "bid", "choice": [3]}, expected_version=both_asked)
    seen = (both_asked, table.version())[seen_by_last]
    table.decide(0, decision={"kind": "bid", "choice": [4]}, expected_version=seen)
    assert Match.objects.get(id=table.match).awaited == 0b11, "the next prize is bid for"
    with pytest.raises(StaleVersion):
        table.decide(0, decision={"kind": "bid", "choice": [5]}, expected_version=seen)
