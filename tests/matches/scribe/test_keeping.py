"""A recorded game that has become a match: where it stands, who finds it, and what its players may say."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from elekt_core.record.verify import verify_record
from elekt_core.scribe import read_seen
from ledger.projections import named, rebuild
from matches import projection
from matches.archive import queries as archive
from matches.models import Match
from matches.play import queries as play
from matches.play import verification
from matches.records import services as records
from matches.scribe import commands as c
from matches.scribe import keeping, queries, services
from matches.scribe.services import SCRIBINGS
from matches.scribe.sessions import seed_of
from matches.tables import own_games
from web.errors import Conflict, NotAllowed, NotFound

from ..factories import account
from .test_scribing import begun, entered, logged_in

pytestmark = pytest.mark.django_db
FIRST = ["siege", "mint", "swords", "necrarch", "wildclanner"]
PROJECTIONS = ("matches", "archive", "brought_cards", "scribings")


def over(by: UUID, viewer: int | None = None) -> UUID:
    """A game of two at which A gives up."""
    scribing = begun(by) if viewer is None else own_hand(by, viewer)
    answer(scribing, by, *FIRST)
    entered(scribing, by, "concede:0")
    return scribing


def answer(scribing: UUID, by: UUID, *known: str) -> None:
    """One entry: what is ``known``, and of whatever else is asked what comes first."""
    picks = list(known)
    while not (asked := queries.question(queries.scribing(scribing_id=scribing, player=by), picks, "en")).whole:
        picks.append(asked.choices[0].key)
    entered(scribing, by, *picks)


def own_hand(by: UUID, viewer: int) -> UUID:
    return services.begin(c.BeginScribing(game="elekt", seats=2, viewer=viewer), ["A", "B"], by=by).scribing


def kept(scribing: UUID, by: UUID) -> UUID:
    keeping.keep(scribing, c.Keep(), by=by)
    return keeping.match_of(scribing)


def found(player: UUID | None, **wanted: Any) -> list[UUID]:
    page = archive.search(archive.Wanted(**wanted), player=player)
    return [one.match.id for one in page.games]


def rebuilt_alike() -> bool:
    assert [rebuild(named(one), compare=True).differences for one in PROJECTIONS] == [[]] * len(PROJECTIONS)
    return True


def test_a_recorded_game_becomes_a_match_with_a_replay_that_verifies() -> None:
    alice = account("Alice")
    match = kept(over(alice), alice)
    row = Match.objects.get(id=match)
    assert (row.ranks, row.winner, row.seen_by, row.ended_at is not None) == ([2, 1], 1, "spectator", True)
    shown = play.match(match_id=match, player=alice)
    assert shown.names == ("Ala", "Bartek")
    replay = play.replay(match_id=match, player=alice)
    assert replay.perspectives == ("spectator",)
    assert len(replay.log) > 3
    record = verification.record(match_id=match, player=alice)
    assert (record.is_open, verify_record(record).ok) == (False, True)
    assert verification.of_finished(match_id=match, player=alice).ok
    assert rebuilt_alike()
    page = logged_in(alice).get(f"/matches/{match}/replay/1/")
    assert page.status_code == 200
    assert "recorded by Alice" in " ".join(page.content.decode().split())


def test_it_is_there_in_short_notation_which_is_the_same_game() -> None:
    alice, bob = account("Alice"), account("Bob")
    match = kept(over(alice, viewer=1), alice)
    answer = logged_in(alice).get(f"/matches/{match}/record/short/")
    text = answer.content.decode()
    assert (answer.status_code, "Siege" in text, '[B "Alice"]' in text) == (200, True, True)
    told, record = read_seen(text).session.record(""), verification.record(match_id=match, player=alice)
    assert [batch.entries for batch in told.batches] == [batch.entries for batch in record.batches]
    for asked in (f"/matches/{match}/record/short/", f"/api/v1/matches/{match}/record/short/"):
        assert logged_in(bob).get(asked).status_code == 404
    row = records.hand_in(text.encode(), by=bob)
    records.advance(row.id)
    assert [(one.status, one.match) for one in row.item_rows.all()] == [("same", match)]


def test_each_recording_and_each_phone_has_draws_of_its_own_which_do_not_tell_whose() -> None:
    first, second = uuid4(), uuid4()
    seeds = [seed_of(first, 0, 0), seed_of(first, 1, 0), seed_of(second, 0, 0), seed_of(second, 1, 0)]
    assert len({*seeds}) == 4
    assert seed_of(first, 0, 0) == seeds[0]
    assert not [seed for seed in seeds if first.hex in seed or second.hex in seed]


def test_it_is_kept_once_and_nothing_follows() -> None:
    alice = account("Alice")
    scribing = over(alice)
    match = kept(scribing, alice)
    assert kept(scribing, alice) == match
    assert SCRIBINGS.load(scribing).match == match
    with pytest.raises(Conflict, match="scribe_is_closed"):
        services.take_back(scribing, c.TakeBack(), by=alice)
    with pytest.raises(Conflict, match="scribe_is_closed"):
        entered(scribing, alice, "clockwise")


def test_what_phones_know_is_joined_and_folded_before_anybody_must_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite has one writer: a game that is kept kept others from writing for as long as that took."""
    alice, depths = account("Alice"), list[int]()
    scribing = over(alice, viewer=1)

    def noted(what: Any) -> Any:
        def call(*given: Any, **more: Any) -> Any:
            depths.append(len(connection.savepoint_ids))
            return what(*given, **more)

        return call

    monkeypatch.setattr(keeping, "joining", noted(keeping.joining))
    monkeypatch.setattr(projection.FoldedMatch, "take", noted(projection.FoldedMatch.take))
    outside = len(connection.savepoint_ids)
    match = kept(scribing, alice)
    assert depths == [outside] * 2
    assert found(alice) == [match]
    assert rebuilt_alike()


def test_a_game_that_goes_on_is_no_match_and_one_that_is_broken_off_has_no_result() -> None:
    alice = account("Alice")
    scribing = begun(alice)
    entered(scribing, alice, *FIRST)
    with pytest.raises(Conflict, match="scribe_not_over"):
        kept(scribing, alice)
    services.break_off(scribing, c.BreakOff(), by=alice)
    match = kept(scribing, alice)
    row = Match.objects.get(id=match)
    assert (row.ranks, row.winner, row.termination, row.ended_at is not None) == ([], None, "annulled", True)
    assert verification.of_finished(match_id=match, player=alice).ok
    assert rebuilt_alike()


def test_it_stands_in_the_scribes_games_and_nobody_else_finds_it() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    match = kept(over(alice, viewer=1), alice)
    assert [one.id for one in own_games.own_games(alice, own_games.Wanted()).matches] == [match]
    assert found(alice) == [match]
    assert found(None) == found(charlie) == []
    for asker in (None, charlie):
        with pytest.raises(NotFound):
            play.match(match_id=match, player=asker)
    assert verification.record(match_id=match, player=alice).viewer == 1


def test_everybody_finds_it_once_its_player_agrees_and_no_longer_when_not() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    match = kept(over(alice, viewer=1), alice)
    with pytest.raises(NotAllowed):
        keeping.agree_to_listing(match, by=charlie, agrees=True)
    keeping.agree_to_listing(match, by=alice, agrees=True)
    assert found(None) == [match]
    assert found(None, origin="recorded") == [match]
    assert found(None, origin="here") == []
    assert rebuilt_alike()
    keeping.agree_to_listing(match, by=alice, agrees=False)
    assert found(None) == []
    keeping.agree_to_listing(match, by=alice, agrees=True)
    keeping.leave(match, by=alice)
    assert found(charlie) == []
    assert own_games.own_games(alice, own_games.Wanted()).matches == []
    assert rebuilt_alike()


def test_names_that_were_typed_go_where_the_scribe_lists_it() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    match = kept(over(alice), alice)
    keeping.agree_to_listing(match, by=alice, agrees=True)
    assert play.match(match_id=match, player=charlie).names == ("Gracz 1", "Gracz 2")
    own = kept(over(alice, viewer=1), alice)
    keeping.agree_to_listing(own, by=alice, agrees=True)
    assert play.match(match_id=own, player=charlie).names == ("Gracz 1", "Alice")
