"""Two profiles of one person. Alice has an account and one more; Bob and Charlie are others."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from ledger import projections
from players import queries as people
from players import services as accounts
from players.calibration import projection as calibration
from players.calibration.queries import calibrated
from players.merging import commands as c
from players.merging import games, services
from players.merging.events import BOTH, STAFF
from players.merging.models import Merge
from players.merging.services import Batch, Mergers
from players.models import Player
from players.ratings import queries as ratings
from players.ratings.events import LadderKey
from players.ratings.models import Ladder, RatedGame
from players.ratings.naming import people as named
from players.ratings.outcome import person
from tests.players.ratings.factories import LADDER, annulled, corrected, played
from web.errors import NotAllowed, NotFound, Refused

pytestmark = pytest.mark.django_db


def account(name: str, username: str = "") -> UUID:
    return accounts.sign_up(username=username or name.lower(), name=name, password="dvopq-83nvfg").id


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def second() -> UUID:
    return account("Ala", "alice2")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


def merged(keeps: UUID, goes: UUID) -> UUID:
    return services.merge(c.Merge(keeps, goes, BOTH), by=keeps)


def standing(key: LadderKey = LADDER) -> dict[str, tuple[int, int]]:
    return {rung.who: (rung.value, rung.games) for rung in ratings.ladder(key)}


def evening(alice: UUID, second: UUID, bob: UUID, charlie: UUID, key: LadderKey = LADDER) -> list[UUID]:
    tables = [
        ([second, bob], [1, 2]),
        ([alice, bob, charlie], [3, 1, 2]),
        ([charlie, second], [1, 2]),
        ([second, bob, charlie], [1, 0, 0]),
        ([alice, charlie], [1, 2]),
    ]
    return [played([person(one) for one in seats], places, ladder=key) for seats, places in tables]


def test_it_comes_out_as_if_it_had_been_one_player_all_along(alice: UUID, second: UUID, bob: UUID) -> None:
    charlie = account("Charlie")
    done = evening(alice, second, bob, charlie)
    annulled(done[2])
    corrected(done[0], [person(second), person(bob)], [2, 1])
    before = standing()
    (said,) = games.preview(alice, second)
    merger = merged(alice, second)
    now = standing()

    key = LadderKey("by hand", "2.1")
    done = evening(alice, alice, bob, charlie, key)
    annulled(done[2])
    corrected(done[0], [person(alice), person(bob)], [2, 1])
    assert now == standing(key)
    assert person(second) not in now
    assert (said.after, said.games, said.others) == (round(now[person(alice)][0] / 1000), 2, 2)

    services.change(merger, c.Part(), by=alice, now=timezone.now())
    assert standing() == before


def test_ratings_mergers_and_calibration_can_be_rebuilt(alice: UUID, second: UUID, bob: UUID) -> None:
    evening(alice, second, bob, account("Charlie"))
    merger = merged(alice, second)
    services.change(merger, c.Part(), by=alice, now=timezone.now())
    merged(alice, second)
    calibration.count(list(RatedGame.objects.values_list("game", flat=True)))
    assert calibrated(Ladder.objects.get()).games == 5, "one person's predictions stay theirs"
    for name in ("ratings", "mergers"):
        assert projections.rebuild(projections.named(name), compare=True).differences == [], name


def test_the_other_name_and_account_go_and_everything_leads_to_the_one_that_stays(alice: UUID, second: UUID) -> None:
    accounts.issue_token(player=Player.objects.get(id=second), label="bot", now=timezone.now())
    merged(alice, second)
    assert people.names([second]) == {second: "Alice"}
    assert named([person(second)])[person(second)].url.endswith(f"/players/{alice}/")
    gone = Player.objects.get(id=second)
    assert (gone.is_active, gone.api_tokens.count()) == (False, 0)
    assert people.search("Ala") == []
    assert people.profiles(alice) == {alice, second}
    assert services.clear(timezone.now()) == 0, "it can still be undone"
    assert services.clear(timezone.now() + timedelta(days=31)) == 1
    gone.refresh_from_db()
    assert (gone.name, gone.username) == ("", None)
    with pytest.raises(Refused, match="merged_since"):
        services.change(Merge.objects.get().id, c.Part(), by=alice, now=timezone.now())


def test_an_undone_merger_gives_the_account_back(alice: UUID, second: UUID) -> None:
    merger = merged(alice, second)
    services.change(merger, c.Part(), by=alice, now=timezone.now())
    assert people.names([second]) == {second: "Ala"}
    assert Player.objects.get(id=second).is_active
    with pytest.raises(Refused, match="not_merged"):
        services.change(merger, c.Part(), by=alice, now=timezone.now())


def test_it_can_be_undone_for_thirty_days(alice: UUID, second: UUID) -> None:
    merger = merged(alice, second)
    with pytest.raises(Refused, match="too_late"):
        services.change(merger, c.Part(), by=alice, now=timezone.now() + timedelta(days=31))


def test_whoever_is_erased_afterwards_is_forgotten_with_both_profiles(alice: UUID, second: UUID, bob: UUID) -> None:
    game = played([person(second), person(bob)])
    merged(alice, second)
    accounts.erase(player=Player.objects.get(id=alice), now=timezone.now())
    assert not Player.objects.filter(name__in=["Alice", "Ala"]).exists()
    assert not Player.objects.filter(username__startswith="alice").exists()
    assert RatedGame.objects.filter(game=game, annulled=False).exists(), "the record stays"
    assert named([person(second)])[person(second)].is_erased


def test_three_profiles_become_one_and_are_parted_in_turn(alice: UUID, second: UUID, bob: UUID) -> None:
    third = account("Alicja", "alice3")
    first, then = merged(second, third), merged(alice, second)
    assert people.names([third, second]) == {third: "Alice", second: "Alice"}
    with pytest.raises(Refused, match="merged_since"):
        services.change(first, c.Part(staff=True), by=alice, now=timezone.now())
    services.change(then, c.Part(), by=alice, now=timezone.now())
    assert people.names([third]) == {third: "Ala"}
    services.change(first, c.Part(staff=True), by=alice, now=timezone.now())
    assert people.names([third]) == {third: "Alicja"}


def test_what_is_told_of_the_old_profile_counts_for_the_new_one(alice: UUID, second: UUID, bob: UUID) -> None:
    game = played([person(second), person(bob)])
    merged(alice, second)
    late = played([person(second), person(bob)])
    corrected(game, [person(second), person(bob)], [2, 1])
    assert set(standing()) == {person(alice), person(bob)}
    assert played([person(second), person(bob)], game=late) == late, "told twice, it counts once"


@pytest.mark.parametrize("other_way", [True, False])
def test_of_two_mergers_at_once_the_later_one_is_refused(
    alice: UUID, second: UUID, monkeypatch: pytest.MonkeyPatch, other_way: bool
) -> None:
    third = account("Alicja", "alice3")
    encoded = Mergers.encoded

    def meanwhile(streams: Mergers, batch: Batch) -> object:
        monkeypatch.setattr(Mergers, "encoded", encoded)
        merged(second, alice if other_way else third)
        return encoded(streams, batch)

    monkeypatch.setattr(Mergers, "encoded", meanwhile)
    with pytest.raises(Refused, match="no_profile_any_more" if other_way else "merged_since"):
        merged(alice, second)
    now = {alice: "Ala" if other_way else "Alice", second: "Ala"}
    assert people.names([alice, second]) == now
    assert Merge.objects.count() == 1


# --- what is refused --------------------------------------------------------------------------------------


def test_who_have_played_each_other_are_two(alice: UUID, second: UUID, bob: UUID) -> None:
    game = played([person(alice), person(second)])
    with pytest.raises(Refused, match="played_each_other"):
        merged(alice, second)
    annulled(game)
    merged(alice, second)


def test_what_makes_no_sense_is_refused(alice: UUID, second: UUID, bob: UUID) -> None:
    guest = accounts.enter_as_guest(name="Gast").id
    Player.objects.filter(id=bob).update(is_staff=True)
    for keeps, goes, code in (
        (alice, alice, "same_profile"),
        (alice, bob, "is_staff"),
        (guest, alice, "needs_account"),
        (alice, uuid4(), "unknown_person"),
    ):
        with pytest.raises((Refused, NotFound, NotAllowed), match=code):
            services.merge(c.Merge(keeps, goes, STAFF), by=alice)
    merged(alice, second)
    with pytest.raises(Refused, match="no_profile_any_more"):
        merged(account("Charlie"), second)


def test_only_a_name_that_an_organiser_wrote_down_can_be_claimed(alice: UUID, second: UUID) -> None:
    at = uuid4()
    with pytest.raises(Refused, match="not_a_name"):
        services.ask(c.Ask(alice, second, at))
    name = accounts.new_person("Alicja N.", written_in=at)
    name.save()
    merger = services.ask(c.Ask(alice, name.id, at))
    assert services.ask(c.Ask(alice, name.id, at)) == merger
    with pytest.raises(NotAllowed, match="own_claim"):
        services.change(merger, c.Confirm(), by=alice)
    services.change(merger, c.Decline(), by=second)
    with pytest.raises(Refused, match="not_asked"):
        services.change(merger, c.Confirm(), by=second)
