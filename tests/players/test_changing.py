"""The contract of changing, for clubs; and what of it holds of mergers and rulings, which happen once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from ledger import store
from ledger.projections import named, rebuild
from players import services as accounts
from players.clubs import commands as club_commands
from players.clubs import lookups
from players.clubs import services as clubs
from players.clubs.state import Role
from players.merging import commands as merging_commands
from players.merging import services as merging
from players.merging.events import KINDS, MergerAsked
from players.merging.models import Merge
from players.models import Player
from players.ratings.commands import Looked, What
from players.ratings.models import Correction, Ladder
from players.ratings.outcome import person as rated
from players.ratings.rulings import change as ruled
from players.ratings.rulings import game_of
from players.ratings.services import version_of
from tests.changing import Contract
from tests.players.ratings.factories import played
from web.errors import NotAllowed, Refused


def account(name: str) -> UUID:
    return accounts.sign_up(username=name.lower(), name=name, password="dvopq-83nvfg").id


class TestClubs(Contract):
    streams = clubs.CLUBS
    projections = ("clubs",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = account("Alice"), account("Bob"), account("Charlie")
        club = clubs.found(club_commands.FoundClub("Bastion", open_entry=True), by=self.alice).club
        clubs.change(club, club_commands.Join(), by=self.bob)
        clubs.change(club, club_commands.GrantRole(self.bob, Role.OWNER), by=self.alice)
        return club

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return clubs.change(
            self.id,
            club_commands.ChangeClub(
                f"Bastion {number}", place="", about=f"Text {number}", open_entry=True, listed=True
            ),
            by=by,
            **how,
        )

    def test_what_a_club_says_about_itself_is_as_its_last_change_left_it(self) -> None:
        """It is no event, so nothing rebuilds it: a change that was sent again must not bring an old one back."""
        id_ = uuid4()
        self.change(self.alice, 1, decision_id=id_)
        self.change(self.bob, 2)
        self.change(self.alice, 1, decision_id=id_)
        assert lookups.about_of(self.id) == "Text 2"

    def test_another_text_alone_is_a_change_too(self, stream: UUID) -> None:
        old, same = store.version(stream), {"name": "Bastion", "place": "", "open_entry": True, "listed": True}
        clubs.change(stream, club_commands.ChangeClub(about="Tuesdays", **same), by=self.alice, expected_version=old)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="stale_version"):
            clubs.change(stream, club_commands.ChangeClub(about="Fridays", **same), by=self.bob, expected_version=old)  # type: ignore[arg-type]
        assert lookups.about_of(stream) == "Tuesdays"
        assert self.same()


@pytest.mark.django_db
class TestMergers:
    def claim(self) -> tuple[UUID, UUID, UUID]:
        alice, bob = account("Alice"), account("Bob")
        at = uuid4()
        name = accounts.new_person("Ala", written_in=at)
        name.save()
        return merging.ask(merging_commands.Ask(alice, name.id, at)), alice, bob

    def test_sent_twice_it_counts_once(self) -> None:
        merger, _alice, bob = self.claim()
        id_ = uuid4()
        for _ in range(2):
            merging.change(merger, merging_commands.Confirm(), by=bob, decision_id=id_)
        assert store.version(merger) == 2
        assert rebuild(named("mergers"), compare=True).differences == []

    def test_somebody_elses_decision_id_is_refused(self) -> None:
        merger, alice, bob = self.claim()
        id_ = uuid4()
        first = merging.MERGERS
        store.append(
            merger,
            1,
            KINDS.encoded([MergerAsked(alice, Merge.objects.get(id=merger).goes)]),
            decision_id=id_,
            actor="player:somebody",
        )
        assert first.load(merger).version == 2
        with pytest.raises(Refused, match="decision_id_taken") as caught:
            merging.change(merger, merging_commands.Decline(), by=bob, decision_id=id_)
        assert caught.value.status == 409

    def test_a_stale_version_and_the_claimant_are_refused(self) -> None:
        merger, alice, bob = self.claim()
        with pytest.raises(Refused, match="stale_version"):
            merging.change(merger, merging_commands.Confirm(), by=bob, expected_version=7)
        with pytest.raises(NotAllowed, match="own_claim"):
            merging.change(merger, merging_commands.Confirm(), by=alice)
        assert store.version(merger) == 1

    def test_nobody_leaves_a_club_for_a_merger_that_was_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Somebody answered the claim while the arbiter pressed: it is looked at again as it is stored."""
        keeps, other, at = account("Keeper"), account("Other"), uuid4()
        club = clubs.found(club_commands.FoundClub("Bastion", open_entry=True), by=other).club
        monkeypatch.setattr(merging, "is_a_name", lambda player: True)
        Player.objects.filter(id=other).update(written_in=at)
        merger = merging.ask(merging_commands.Ask(keeps, other, at))
        monkeypatch.setattr(merging, "check", lambda *_: merging.change(merger, merging_commands.Decline(), by=keeps))
        with pytest.raises(Refused):
            merging.change(merger, merging_commands.Confirm(), by=account("Arbiter"))
        assert list(clubs.existing(club).members) == [other]


@pytest.mark.django_db
class TestRulings:
    def ruled(self, staff: UUID, game: UUID, decision_id: UUID, what: str = "annul", **how: Any) -> Any:
        command = What(what)
        return ruled(Looked(command).of(game, "Played by mistake"), by=staff, decision_id=decision_id, **how)

    def staff(self, name: str) -> UUID:
        found = account(name)
        Player.objects.filter(id=found).update(is_staff=True)
        return found

    def test_sent_twice_and_overtaken_in_between_it_counts_once(self) -> None:
        alice, bob = self.staff("Alice"), self.staff("Bob")
        game, id_ = played([rated(account("Dana")), rated(account("Eve"))]), uuid4()
        first = self.ruled(alice, game, id_)
        self.ruled(bob, game, uuid4(), "undo")
        again = self.ruled(alice, game, id_)
        assert (again.number, again.repeated) == (first.number, True)
        assert Correction.objects.count() == 2
        assert Ladder.objects.get().facts == 3
        assert rebuild(named("ratings"), compare=True).differences == []

    def test_somebody_elses_decision_id_is_refused(self) -> None:
        alice, bob = self.staff("Alice"), self.staff("Bob")
        game, id_ = played([rated(account("Dana")), rated(account("Eve"))]), uuid4()
        self.ruled(alice, game, id_)
        self.ruled(alice, game, uuid4(), "undo")
        with pytest.raises(Refused, match="decision_id_taken") as caught:
            self.ruled(bob, game, id_)
        assert caught.value.status == 409

    def test_an_outsider_is_refused(self) -> None:
        game = played([rated(account("Dana")), rated(account("Eve"))])
        with pytest.raises(Refused, match="not_entitled"):
            self.ruled(account("Charlie"), game, uuid4())

    def at_once(self, *asked: Callable[[], Any]) -> list[Any]:
        """What each answers, or how it was refused; all of them begin together."""
        begin, answers = Barrier(len(asked)), []

        def one(ask: Callable[[], Any]) -> None:
            begin.wait()
            try:
                answers.append(ask())
            except Exception as refused:  # looked at by who asks
                answers.append(refused)
            finally:
                connection.close()

        threads = [Thread(target=one, args=(ask,)) for ask in asked]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    @pytest.mark.django_db(transaction=True)
    def test_of_two_at_once_on_a_ladder_none_is_lost(self) -> None:
        alice, bob = self.staff("Alice"), self.staff("Bob")
        people = [rated(account("Dana")), rated(account("Eve"))]
        games = [played(people), played(people)]
        answers = self.at_once(lambda: self.ruled(alice, games[0], uuid4()), lambda: self.ruled(bob, games[1], uuid4()))
        assert [one for one in answers if isinstance(one, Exception)] == []
        assert sorted(one.repeated for one in answers) == [False, False]
        assert set(Correction.objects.values_list("rated__game", flat=True)) == {*games}
        assert Ladder.objects.get().facts == 4
        assert rebuild(named("ratings"), compare=True).differences == []

    @pytest.mark.django_db(transaction=True)
    def test_of_two_who_rule_on_what_they_have_seen_of_a_game_one_is_refused(self) -> None:
        alice, bob = self.staff("Alice"), self.staff("Bob")
        game = played([rated(account("Dana")), rated(account("Eve"))])
        seen = version_of(game_of(game))
        asked = [partial(self.ruled, who, game, uuid4(), expected_version=seen) for who in (alice, bob)]
        refused = [one for one in self.at_once(*asked) if isinstance(one, Exception)]
        assert [one.code for one in refused if isinstance(one, Refused)] == ["stale_version"], refused
        assert Correction.objects.count() == 1
        assert rebuild(named("ratings"), compare=True).differences == []
