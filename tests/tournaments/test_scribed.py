"""A game recorded at a tournament's real table: its result comes as if it had been typed, and counts as it would.

Alice organises, Bob and Dana play, Charlie is an outsider.
"""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger.projections import named, rebuild
from matches.play import queries as play
from matches.scribe import commands as c
from matches.scribe import invitations, keeping, queries, real_tables, services
from matches.scribe.services import SCRIBINGS
from matches.tables import own_games
from tests.matches.factories import GAME, account
from tests.matches.scribe.test_keeping import answer, found
from tests.matches.scribe.test_scribing import entered, logged_in
from tournaments import commands as t
from tournaments import services as tournaments
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Result
from tournaments.scribed import spot_of
from web.errors import Conflict, NotAllowed, NotFound

from .consent.made import FIRST as TABLE
from .consent.made import begin, points, stands, table, tournament

pytestmark = pytest.mark.django_db
SPOT = spot_of(TABLE)


class Evening:
    """A duel of Bob and Dana, who have entered themselves."""

    def __init__(self, *, own: bool = True) -> None:
        self.alice, self.charlie = account("Alice"), account("Charlie")
        self.bob, self.dana = account("Bob"), account("Dana")
        self.id = tournament(self.alice)
        for player in (self.bob, self.dana):
            if own:
                tournaments.change(self.id, t.EnterOneself(), by=player)
            else:
                tournaments.change(self.id, t.Enter((Newcomer(player),)), by=self.alice)
        begin(self.id, self.alice)
        self.players = real_tables.look(self.id, SPOT, self.alice).players

    def begun(self, by: UUID, *, own_hand: bool = False) -> UUID:
        return services.begin_at_table(c.BeginAtTable(event=self.id, spot=SPOT, own_hand=own_hand), by=by).scribing

    def over(self, by: UUID) -> UUID:
        """The first player gives up."""
        scribing = self.begun(by)
        answer(scribing, by)
        entered(scribing, by, "concede:0")
        return scribing


def test_the_table_says_what_is_played_and_by_whom() -> None:
    evening = Evening()
    fold = SCRIBINGS.load(evening.begun(evening.bob, own_hand=True))
    assert (fold.game, fold.players, fold.event, fold.spot) == (GAME, evening.players, evening.id, SPOT)
    assert fold.viewer == evening.players.index(evening.bob)
    assert SCRIBINGS.load(evening.begun(evening.alice, own_hand=True)).viewer is None
    with pytest.raises(NotAllowed, match="not_your_table"):
        evening.begun(evening.charlie)


def test_a_players_recording_reports_and_the_other_confirms_as_after_any_report() -> None:
    evening = Evening()
    scribing = evening.over(evening.bob)
    services.report(scribing, by=evening.bob)
    services.report(scribing, by=evening.bob)
    seat, result = (
        evening.players.index(evening.bob),
        Result((2, 1), table(evening.id).reports[0 if evening.players[0] == evening.bob else 1].scores),
    )
    assert table(evening.id).reports == {seat: result}
    assert not table(evening.id).is_done
    tournaments.change(evening.id, t.Report(TABLE, result), by=evening.dana)
    assert (table(evening.id).is_done, table(evening.id).source) == (True, "agreed")
    assert stands(evening.id) is Standing.COUNTS
    winner = evening.players[1]
    assert winner is not None
    assert points(evening.id, winner) == 1544


def test_an_officers_recording_enters_the_result_and_who_never_agreed_is_not_rated() -> None:
    evening = Evening(own=False)
    scribing = evening.over(evening.alice)
    services.report(scribing, by=evening.alice)
    assert (table(evening.id).is_done, stands(evening.id)) == (True, Standing.UNCONFIRMED)
    assert points(evening.id, evening.bob) == 1500
    for player in (evening.bob, evening.dana):
        tournaments.change(evening.id, t.ConfirmResult(TABLE, None), by=player)
    assert stands(evening.id) is Standing.COUNTS
    tournaments.change(evening.id, t.ObjectToRating(TABLE, "That was never played."), by=evening.dana)
    assert stands(evening.id) is Standing.SUSPENDED


def test_what_the_table_says_against_it_is_said_and_changes_nothing() -> None:
    evening = Evening()
    scribing = evening.over(evening.bob)
    tournaments.change(evening.id, t.EnterResult(TABLE, Result((1, 2))), by=evening.alice)
    with pytest.raises(Conflict, match="result_stands"):
        services.report(scribing, by=evening.bob)
    with pytest.raises(NotFound):
        services.report(scribing, by=evening.charlie)
    assert table(evening.id).pairing.result == Result((1, 2))


def test_the_page_reports_with_the_last_entry() -> None:
    evening = Evening()
    scribing = evening.begun(evening.bob)
    answer(scribing, evening.bob)
    client = logged_in(evening.bob)
    entry = {"entry": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "after": 1, "pick": ["concede:0"]}
    assert client.post(f"/scribe/{scribing}/step/", entry, headers={"X-Scribe": "panel"}).status_code == 200
    assert len(table(evening.id).reports) == 1
    page = client.get(real_tables.look(evening.id, SPOT, evening.bob).address).content.decode()
    assert f"/scribe/at/{evening.id}/{SPOT}/" in page
    assert client.get(f"/scribe/at/{evening.id}/{SPOT}/").status_code == 200
    assert logged_in(evening.charlie).get(f"/scribe/at/{evening.id}/{SPOT}/").status_code == 403


def test_no_phone_reports_what_another_one_has_entered() -> None:
    """Bob enters that Dana gives up; Dana's phone, and Alice's, send what they had entered before once more."""
    evening = Evening()
    scribing, entries = evening.begun(evening.bob), dict[UUID, UUID]()
    for player in (evening.dana, evening.alice):
        services.join(scribing, c.Join(), by=player)
    for player in (evening.dana, evening.alice):
        entries[player] = uuid4()
        picks = list[str]()
        while not (asked := queries.question(queries.scribing(scribing_id=scribing, player=player), picks, "en")).whole:
            picks.append(asked.choices[0].key)
        entered(scribing, player, *picks, decision_id=entries[player])
    entered(scribing, evening.bob, "concede:0")
    for player, entry in entries.items():
        again = {"entry": entry, "after": 0, "pick": ["x"]}
        assert (
            logged_in(player).post(f"/scribe/{scribing}/step/", again, headers={"X-Scribe": "queue"}).status_code == 200
        )
    assert (table(evening.id).reports, table(evening.id).is_done) == ({}, False)


def test_nothing_is_reported_where_others_sit_now() -> None:
    evening = Evening(own=False)
    scribing = evening.over(evening.alice)
    tournaments.change(evening.id, t.Substitute(1, player=evening.charlie), by=evening.alice)
    with pytest.raises(Conflict, match="scribe_others_sit_there"):
        services.report(scribing, by=evening.alice)
    assert not table(evening.id).is_done


def test_the_page_shows_both_results_where_another_one_stands_and_why_its_own_was_refused() -> None:
    evening = Evening()
    scribing = evening.begun(evening.bob)
    answer(scribing, evening.bob)
    tournaments.change(evening.id, t.EnterResult(TABLE, Result((1, 2))), by=evening.alice)
    client = logged_in(evening.bob)
    entry = {"entry": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "after": 1, "pick": ["concede:0"]}
    stored = client.post(f"/scribe/{scribing}/step/", entry, headers={"X-Scribe": "panel"}).content.decode()
    assert '<p class="notice error" role="alert">' in stored
    for page in (stored, client.get(f"/scribe/{scribing}/").content.decode()):
        assert "Another result stands at the table" in page
        assert "The result stands" not in page
        assert "as your report" not in page
        assert "place 2 as recorded, 1 at the table" in page
        assert "place 1 as recorded, 2 at the table" in page
    tournaments.change(evening.id, t.Correct(TABLE, Result((2, 1))), by=evening.alice)
    page = client.get(f"/scribe/{scribing}/").content.decode()
    assert "The result stands at the table" in page


def test_the_match_is_in_both_players_games_and_found_by_all_once_both_agree() -> None:
    evening = Evening()
    scribing = evening.over(evening.bob)
    keeping.keep(scribing, c.Keep(), by=evening.bob)
    match = keeping.match_of(scribing)
    for player in (evening.bob, evening.dana):
        assert [one.id for one in own_games.own_games(player, own_games.Wanted()).matches] == [match]
    assert {*play.match(match_id=match, player=evening.dana).names} == {"Bob", "Dana"}
    assert found(evening.dana, event=str(evening.id)) == [match]
    assert found(evening.charlie) == []
    keeping.agree_to_listing(match, by=evening.bob, agrees=True)
    assert found(evening.charlie) == []
    keeping.agree_to_listing(match, by=evening.dana, agrees=True)
    assert found(evening.charlie, event=str(evening.id)) == [match]
    for projection in ("matches", "archive", "called tables"):
        assert rebuild(named(projection), compare=True).differences == []
    keeping.leave(match, by=evening.dana)
    assert found(evening.charlie) == []
    with pytest.raises(NotFound):
        play.match(match_id=match, player=evening.dana)


def test_nobody_shares_by_link_what_others_have_not_agreed_to() -> None:
    evening = Evening()
    scribing = evening.over(evening.bob)
    with pytest.raises(NotAllowed, match="scribe_listed_by_players"):
        services.share(scribing, c.Share(access="link"), by=evening.bob)


def test_officers_alone_say_how_late_spectators_follow() -> None:
    evening = Evening()
    scribing = evening.begun(evening.bob)
    answer(scribing, evening.bob)
    client = logged_in(evening.charlie)
    assert client.get(f"/scribe/{scribing}/follow/").status_code == 404
    with pytest.raises(NotAllowed):
        services.show_live(scribing, c.ShowLive(minutes=0), by=evening.bob)
    services.show_live(scribing, c.ShowLive(minutes=5), by=evening.alice)
    late = client.get(f"/scribe/{scribing}/follow/")
    assert (late.status_code, "Nothing yet" in late.content.decode()) == (200, True)
    services.show_live(scribing, c.ShowLive(minutes=0), by=evening.alice)
    assert "Nothing yet" not in client.get(f"/scribe/{scribing}/follow/").content.decode()
    assert queries.at_table(evening.id, SPOT)[0].live == 0


def test_whoever_is_only_a_name_enters_their_own_hand_by_an_address_and_has_no_other_right() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    event = tournament(alice)
    tournaments.change(event, t.Enter((Newcomer(bob), Newcomer(name="Dana"))), by=alice)
    begin(event, alice)
    players = real_tables.look(event, SPOT, alice).players
    mine, hers = players.index(bob), 1 - players.index(bob)
    owner = logged_in(bob)
    scribing = services.begin_at_table(c.BeginAtTable(event=event, spot=SPOT, own_hand=True), by=bob).scribing
    page = owner.get(f"/scribe/{scribing}/").content.decode()
    (address,) = [unescape(one) for one in re.findall(r'href="(/scribe/[^"]*/join/[^"]*)"', page)]
    assert "The link as a QR code" in page
    guest = Client(headers={"Accept-Language": "en"})
    assert guest.post(address, {"seat": str(mine)}).status_code == 403
    assert guest.post(address, {"seat": str(hers)}).status_code == 302
    (dana,) = {*SCRIBINGS.load(scribing).phones} - {bob}
    assert SCRIBINGS.load(scribing).phones == {bob: mine, dana: hers}
    assert guest.get(f"/scribe/{scribing}/").status_code == 200
    assert not services.table_seen(SCRIBINGS.load(scribing), dana).may_record
    with pytest.raises(NotAllowed):
        services.show_live(scribing, c.ShowLive(minutes=0), by=dana)
    with pytest.raises(NotAllowed):
        services.withdraw(scribing, c.Withdraw(seat=hers), by=dana)
    with pytest.raises(NotAllowed):
        services.withdraw(scribing, c.Withdraw(seat=mine), by=bob)
    answer(scribing, bob)
    while queries.scribing(scribing_id=scribing, player=dana).owed:
        answer(scribing, dana)
    ends = {"entry": uuid4(), "after": 1, "pick": f"concede:{hers}"}
    said = guest.post(f"/scribe/{scribing}/step/", ends, headers={"X-Scribe": "panel"}).content.decode()
    assert "reports the result from their own phone" in said
    assert table(event).reports == {}
    services.report(scribing, by=bob)
    services.give_hand(scribing, c.GiveHand(), by=dana)
    keeping.keep(scribing, c.Keep(), by=bob)
    match = keeping.match_of(scribing)
    assert not play.replays([match], dana), "an address is no seat"
    assert not play.replays([match], charlie)
    services.join(scribing, c.Join(), by=alice)
    services.withdraw(scribing, c.Withdraw(seat=hers), by=alice)
    assert dana not in SCRIBINGS.load(scribing).phones


def test_an_address_for_a_seat_whose_player_has_an_account_opens_nothing() -> None:
    evening = Evening()
    scribing = evening.begun(evening.bob, own_hand=True)
    seat = evening.players.index(evening.dana)
    page = logged_in(evening.bob).get(f"/scribe/{scribing}/").content.decode()
    assert "/join/?key=" not in page
    address = invitations.address(SCRIBINGS.load(scribing), seat)
    assert logged_in(evening.charlie).post(address, {"seat": str(seat)}).status_code == 403
    with pytest.raises(NotAllowed):
        services.withdraw(scribing, c.Withdraw(seat=seat), by=evening.bob)


def test_an_arbiter_breaks_a_players_recording_off_and_removes_a_phone_and_the_other_player_does_neither() -> None:
    evening = Evening()
    scribing = evening.begun(evening.bob)
    answer(scribing, evening.bob)
    services.join(scribing, c.Join(), by=evening.charlie, is_invited=True)
    services.join(scribing, c.Join(), by=evening.dana)
    for by in (evening.dana, evening.charlie):
        with pytest.raises(NotAllowed, match="scribe_only_owner"):
            services.break_off(scribing, c.BreakOff(), by=by)
        with pytest.raises(NotAllowed, match="scribe_only_owner"):
            services.remove_phone(scribing, c.RemovePhone(player=evening.charlie), by=by)
    with pytest.raises(NotAllowed, match="scribe_phone_by_right"):
        services.remove_phone(scribing, c.RemovePhone(player=evening.dana), by=evening.alice)
    assert evening.alice not in SCRIBINGS.load(scribing).phones
    services.remove_phone(scribing, c.RemovePhone(player=evening.charlie), by=evening.alice)
    assert evening.charlie not in SCRIBINGS.load(scribing).phones
    services.break_off(scribing, c.BreakOff(), by=evening.alice)
    assert SCRIBINGS.load(scribing).is_broken_off
