"""Ways around consent: what an organiser can change beside the result. Alice organises, Bob and Charlie play."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from ledger import store
from players.models import RatedGame
from tests.tournaments.factories import state_of
from tests.tournaments.leagues.made import begun, league, of, play
from tournaments import commands, services
from tournaments.consent import decisions as consent
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.evolve import fold
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.models import Objection
from tournaments.rating import counting, suspended
from tournaments.state import Role
from web.errors import Conflict, NotAllowed

from .made import FIRST, account, begin, is_rebuilt_alike, lost_by, points, seat, stands, table, tournament, typed
from .test_pages import act, browser, page

pytestmark = pytest.mark.django_db


def by_themselves(alice: UUID, *who: UUID) -> UUID:
    evening = tournament(alice)
    for player in who:
        services.change(evening, commands.EnterOneself(), by=player)
    begin(evening, alice)
    return evening


def won_and_confirmed_by(bob: UUID, alice: UUID) -> UUID:
    """Bob was entered by Alice, and has agreed to just the result that he has won."""
    evening = tournament(alice)
    services.change(evening, commands.EnterOneself(), by=alice)
    services.change(evening, commands.Enter((Newcomer(bob),)), by=alice)
    begin(evening, alice)
    typed(evening, alice, lost_by(evening, alice))
    services.change(evening, commands.ConfirmResult(FIRST), by=bob)
    assert points(evening, bob) == 1544
    return evening


def declare(evening: UUID, by: UUID, **settings: bool) -> None:
    changed = replace(state_of(evening).settings, **settings)  # type: ignore[arg-type]
    services.change(evening, commands.ChangeTournament("Evening", changed), by=by)


def test_a_correction_while_the_event_is_said_to_be_played_online_has_no_consent(alice: UUID, bob: UUID) -> None:
    evening = won_and_confirmed_by(bob, alice)
    declare(evening, alice, online=True)
    services.change(evening, commands.Correct(FIRST, lost_by(evening, bob)), by=alice)
    assert (stands(evening), points(evening, bob)) == (Standing.UNCONFIRMED, 1500)
    assert is_rebuilt_alike()


def test_what_is_typed_while_the_event_is_said_to_be_played_online_is_rated_by_no_change_of_settings(
    alice: UUID, bob: UUID
) -> None:
    evening = won_and_confirmed_by(bob, alice)
    declare(evening, alice, online=True)
    services.change(evening, commands.Correct(FIRST, None), by=alice)
    typed(evening, alice, lost_by(evening, bob))
    for settings in ({"online": False}, {"rated": False}, {"rated": True}):
        declare(evening, alice, **settings)
        assert points(evening, bob) == 1500
    assert stands(evening) is Standing.UNCONFIRMED


def test_what_somebody_agreed_to_for_good_is_corrected_and_rated_online_too(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    evening = by_themselves(alice, bob, charlie)
    typed(evening, alice, lost_by(evening, charlie))
    declare(evening, alice, online=True)
    services.change(evening, commands.Correct(FIRST, lost_by(evening, bob)), by=alice)
    assert (stands(evening), points(evening, bob)) == (Standing.COUNTS, 1456)
    assert "This result is rated." in page(evening, None)


def test_nobody_moves_the_rating_of_a_bot_by_typing(alice: UUID, charlie: UUID) -> None:
    """A bot plays rated games with everybody, so what is typed about it would be everybody's loss."""
    evening = tournament(alice)
    services.change(evening, commands.Enter((Newcomer(bot="random"),)), by=alice)
    services.change(evening, commands.EnterOneself(), by=charlie)
    begin(evening, alice)
    assert "Not rated: a bot sits at this table" in page(evening, None)
    typed(evening, alice)
    assert stands(evening) is Standing.BOT
    assert not RatedGame.objects.exists()
    shown = page(evening, alice)
    assert "Not rated: a bot sits at this table" in shown
    assert "Confirm for players" not in shown
    assert "Object to" not in page(evening, charlie)
    with pytest.raises(Conflict, match="not_rated_anyway"):
        services.change(evening, commands.ObjectToRating(FIRST, "No."), by=charlie)


def test_who_confirms_a_result_confirms_the_one_that_they_saw(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """Alice shows Bob that he has won, and corrects it before he presses."""
    evening = tournament(alice)
    services.change(evening, commands.Enter((Newcomer(bob), Newcomer(charlie))), by=alice)
    begin(evening, alice)
    typed(evening, alice, lost_by(evening, charlie))
    seen = ",".join(map(str, consent.places_of(table(evening))))
    assert f'name="places" value="{seen}"' in page(evening, bob)
    services.change(evening, commands.Correct(FIRST, lost_by(evening, bob)), by=alice)
    assert act(evening, bob, "confirm_result", places=seen) == 409
    assert act(evening, bob, "confirm_result", places="first") == 400
    consented = table(evening).consent
    assert consented is not None
    assert consented.seats == frozenset()
    assert act(evening, bob, "confirm_result", places=seen[::-1]) == 302


@pytest.mark.parametrize("settings", [{"rated": False}, {"online": True}])
def test_an_objection_does_not_get_stuck_where_nothing_is_rated_any_more(
    alice: UUID, bob: UUID, charlie: UUID, settings: dict[str, bool]
) -> None:
    """Else an organiser would use up the three that Bob may have open."""
    evening = by_themselves(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.ObjectToRating(FIRST, "No."), by=bob)
    declare(evening, alice, **settings)
    assert "Withdraw my objection" in page(evening, bob)
    assert "Reject: rate it" in page(evening, alice)
    assert act(evening, bob, "withdraw_objection") == 302
    assert not Objection.objects.exists()


def test_an_owner_escapes_no_loss_by_making_the_tournament_unrated(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = by_themselves(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.GrantRole(bob, Role.OWNER), by=alice)
    with pytest.raises(NotAllowed, match="staff_unrates"):
        declare(evening, alice, rated=False)
    staff = account("Staff", staff=True)
    services.change(evening, commands.GrantRole(staff, Role.ARBITER), by=alice)
    declare(evening, staff, rated=False)
    assert not RatedGame.objects.filter(annulled=False).exists()


def test_nobody_objects_where_nothing_is_rated(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = by_themselves(alice, bob, charlie)
    declare(evening, alice, rated=False)
    typed(evening, alice)
    with pytest.raises(Conflict, match="not_rated_anyway"):
        services.change(evening, commands.ObjectToRating(FIRST, "No."), by=bob)
    sent = browser(bob).post(f"/tournaments/{evening}/tables/main/1/1/rating/object/", {"text": "No."})
    assert "This result is not rated, so there is nothing to object to." in sent.content.decode()


def test_an_objection_stays_with_who_made_it_when_somebody_else_takes_the_seat(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    evening = by_themselves(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.ObjectToRating(FIRST, "No."), by=bob)
    dora = account("Dora")
    services.change(evening, commands.Substitute(1, player=dora), by=alice)
    services.change(evening, commands.Correct(FIRST, None), by=alice)
    assert [one.player for one in Objection.objects.all()] == [bob]
    with pytest.raises(Conflict, match="no_objection"):
        services.change(evening, commands.WithdrawObjection(FIRST), by=dora)
    assert is_rebuilt_alike()
    assert "Withdraw my objection" in page(evening, bob)
    typed(evening, alice)
    assert not Objection.objects.exists(), "it was not about a result of Dora's"
    with pytest.raises(NotAllowed, match="not_your_table"):
        services.change(evening, commands.WithdrawObjection(FIRST), by=bob)


def test_an_objection_to_a_result_that_was_taken_away_holds_for_the_next_one_of_the_same_people(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    evening = by_themselves(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.ObjectToRating(FIRST, "No."), by=bob)
    services.change(evening, commands.Correct(FIRST, None), by=alice)
    typed(evening, alice)
    assert stands(evening) is Standing.SUSPENDED


def test_a_rejected_objection_is_not_said_to_make_a_result_rated(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    services.change(evening, commands.Enter((Newcomer(bob), Newcomer(charlie))), by=alice)
    begin(evening, alice)
    typed(evening, alice)
    services.change(evening, commands.ObjectToRating(FIRST, "No."), by=bob)
    services.change(evening, commands.RuleObjections(FIRST, upheld=False), by=alice)
    assert stands(evening) is Standing.UNCONFIRMED
    log = browser(None).get(f"/tournaments/{evening}/log/").content.decode()
    assert "The objection to table 1 of round 1 was rejected." in log


def test_who_leaves_the_league_after_this_season_is_rated_until_then(alice: UUID) -> None:
    made, _ = league(alice, members=0)
    members = [account(f"Member {no}") for no in range(8)]
    for one in members:
        leagues.change(made, league_commands.Enter((one,)), by=alice)
        leagues.change(made, league_commands.Join(), by=one)
    evening = begun(made, alice)
    leaving = members[0]
    leagues.change(made, league_commands.Leave(player=leaving), by=leaving)
    play(evening, alice, members)
    consents = [one.consent for stage in state_of(evening).stages.values() for one in stage.tables()]
    assert {one.missing for one in consents if one is not None} == {()}
    assert leaving in of(made).own
    leagues.change(made, league_commands.CloseSeason(), by=alice)
    leagues.change(made, league_commands.OpenSeason(), by=alice)
    assert leaving not in of(made).own
    assert members[1] in of(made).own


def test_what_was_stored_before_these_fields_were_there_folds_alike(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """Who entered by themself follows from the ledger's actor, who objects from the seat."""
    evening = by_themselves(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.ObjectToRating(FIRST, "No."), by=bob)
    stored = store.read(evening)
    newer = {"entrant_entered": "own", "rating_objected": "player"}
    older = [one._replace(payload={**one.payload}) for one in stored]
    gone = [one.payload.pop(newer[one.kind]) for one in older if one.kind in newer]
    assert gone == [True, True, str(bob)]
    now, then = fold(evening, stored), fold(evening, older)
    assert [one.own for one in then.entries.values()] == [True, True]
    assert counting(then) == counting(now) == {}
    assert suspended(then) == suspended(now) != {}
    found = then.stages["main"].table(1, 1)
    assert found is not None
    assert consent.own_objection(then, found, bob) == seat(evening, bob)
