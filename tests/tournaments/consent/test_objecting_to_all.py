"""One objection to all of one's results in an event. Alice organises and types, Bob plays a league of five evenings,
Stella runs the platform."""

from __future__ import annotations

from importlib import import_module
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection

from tests.tournaments.factories import at, state_of
from tournaments import commands, services
from tournaments.consent.standing import Standing
from tournaments.models import Objection
from tournaments.state import Role, TableRef
from web.errors import Conflict, NotAllowed

from .made import FIRST, account, begin, is_rebuilt_alike, stands, tournament, typed
from .test_objections import objected, played
from .test_pages import act, browser, page, post, program

pytestmark = pytest.mark.django_db
WHY = "None of these was played."


@pytest.fixture
def season(alice: UUID, bob: UUID) -> UUID:
    """Six who have entered by themselves, and all results of the five rounds typed by Alice."""
    made = tournament(alice)
    for player in (bob, *(account(f"Player {no}") for no in range(5))):
        services.change(made, commands.EnterOneself(), by=player)
    begin(made, alice)
    for number in range(1, 6):
        if number > 1:
            services.change(made, commands.Pair("main"), by=alice)
        for no in (1, 2, 3):
            typed(made, alice, ref=at("main", number, no))
    return made


def tables_of(season: UUID, player: UUID) -> list[TableRef]:
    state = state_of(season)
    return [
        at("main", table.pairing.round, table.no)
        for table in state.stages["main"].tables()
        if player in [state.entries[no].player for no in table.pairing.seats]
    ]


def objected_to_all(season: UUID, player: UUID) -> UUID:
    services.change(season, commands.ObjectToAll(WHY), by=player)
    (objection,) = set(Objection.objects.filter(tournament=season, player=player).values_list("remark", flat=True))
    assert objection is not None
    return objection


def standings_of(season: UUID, player: UUID) -> list[Standing | None]:
    return [stands(season, ref) for ref in tables_of(season, player)]


def test_one_objection_is_to_all_of_somebody_s_results_and_counts_as_one(
    season: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    objected_to_all(season, bob)
    assert standings_of(season, bob) == [Standing.SUSPENDED] * 5
    suspended = [table for table in state_of(season).stages["main"].tables() if table.objections.open]
    assert len(suspended) == 5, "nobody else's"
    assert is_rebuilt_alike()
    for no in (1, 2):
        objected(played(account(f"Host {no}"), bob, charlie), bob)
    with pytest.raises(Conflict, match="too_many_objections"):
        objected(played(account("Host 3"), bob, charlie), bob)


def test_what_one_organiser_has_typed_counts_as_one_wherever_it_is(
    season: UUID, alice: UUID, bob: UUID, charlie: UUID
) -> None:
    for ref in tables_of(season, bob):
        services.change(season, commands.ObjectToRating(ref, WHY), by=bob)
    objected(played(alice, bob, charlie), bob)
    assert Objection.objects.filter(player=bob).count() == 6
    for no in (1, 2):
        objected(played(account(f"Host {no}"), bob, charlie), bob)
    with pytest.raises(Conflict, match="too_many_objections"):
        objected(played(account("Host 3"), bob, charlie), bob)


def test_results_that_two_have_typed_are_one_objection_all_the_same(season: UUID, alice: UUID, bob: UUID) -> None:
    dora = account("Dora")
    services.change(season, commands.GrantRole(dora, Role.ARBITER), by=alice)
    first, *_ = tables_of(season, bob)
    services.change(season, commands.Correct(first, None), by=dora)
    typed(season, dora, ref=first)
    objected_to_all(season, bob)
    assert set(Objection.objects.values_list("typed_by", flat=True)) == {alice, dora}
    for no in (1, 2):
        objected(played(account(f"Host {no}"), bob, alice), bob)
    assert Objection.objects.filter(player=bob).count() == 7


def test_it_is_ruled_on_for_all_or_one_by_one(season: UUID, alice: UUID, bob: UUID) -> None:
    objection = objected_to_all(season, bob)
    first, *_ = tables_of(season, bob)
    services.change(season, commands.RuleObjections(first, upheld=False), by=alice)
    services.change(season, commands.RuleAll(objection, upheld=True, reason="Nobody saw them."), by=alice)
    assert standings_of(season, bob) == [Standing.COUNTS, *[Standing.STRUCK] * 4]
    assert is_rebuilt_alike()
    with pytest.raises(Conflict, match="no_objection"):
        services.change(season, commands.RuleAll(objection, upheld=True), by=alice)
    with pytest.raises(Conflict, match="nothing_to_object_to"):
        services.change(season, commands.ObjectToAll(WHY), by=bob)


def test_whom_others_object_to_as_well_is_not_answered_unread(season: UUID, alice: UUID, bob: UUID) -> None:
    objection = objected_to_all(season, bob)
    first, *_ = tables_of(season, bob)
    table = state_of(season).stages["main"].table(first.round, first.table)
    assert table is not None
    (other,) = {state_of(season).entries[no].player for no in table.pairing.seats} - {bob}
    assert other is not None
    services.change(season, commands.ObjectToRating(first, "I was ill."), by=other)
    services.change(season, commands.RuleAll(objection, upheld=False), by=alice)
    assert standings_of(season, bob) == [Standing.SUSPENDED, *[Standing.COUNTS] * 4]


def test_nobody_rules_on_their_own_results_and_staff_where_an_owner_sits(alice: UUID, bob: UUID) -> None:
    evening = played(alice, alice, bob)
    objection = objected_to_all(evening, bob)
    for by, why in ((alice, "party_to_the_game"), (bob, "party_to_the_game"), (account("Olivia"), "needs_role")):
        with pytest.raises(NotAllowed, match=why):
            services.change(evening, commands.RuleAll(objection, upheld=False), by=by)
    stella = account("Stella", staff=True)
    services.change(evening, commands.RuleAll(objection, upheld=True), by=stella)
    assert stands(evening) is Standing.STRUCK


def test_it_is_withdrawn_from_all_by_whom_made_it(season: UUID, alice: UUID, bob: UUID) -> None:
    objection = objected_to_all(season, bob)
    with pytest.raises(NotAllowed, match="not_your_table"):
        services.change(season, commands.WithdrawAll(objection), by=alice)
    with pytest.raises(Conflict, match="no_objection"):
        services.change(season, commands.WithdrawAll(season), by=bob)
    services.change(season, commands.WithdrawAll(objection), by=bob)
    assert standings_of(season, bob) == [Standing.COUNTS] * 5
    assert not Objection.objects.exists()


def test_objections_from_before_learn_which_they_are(season: UUID, alice: UUID, bob: UUID) -> None:
    objected_to_all(season, bob)
    known = list(Objection.objects.order_by("id").values_list("round", "remark"))
    assert len(known) > 1
    Objection.objects.update(remark=None)
    import_module("tournaments.migrations.0015_objections_to_all").fill(apps, connection.schema_editor())
    assert list(Objection.objects.order_by("id").values_list("round", "remark")) == known
    assert is_rebuilt_alike()


def test_who_played_nothing_there_objects_to_nothing(season: UUID) -> None:
    with pytest.raises(NotAllowed, match="not_your_table"):
        services.change(season, commands.ObjectToAll(WHY), by=account("Olivia"))


def test_it_is_made_listed_and_ruled_on_the_pages(season: UUID, alice: UUID, bob: UUID) -> None:
    ref, *_ = tables_of(season, bob)
    here = f"/tournaments/{season}/tables/main/{ref.round}/{ref.table}/"
    assert "Object to all my 5 results in this tournament" in browser(bob).get(here).content.decode()
    assert "Object to all my" not in browser(alice).get(here).content.decode()
    assert browser(bob).post(f"{here}rating/object/all/", {"text": " "}).status_code == 400
    made = browser(bob).post(f"{here}rating/object/all/", {"text": WHY}, follow=True).content.decode()
    assert "Your objection to 5 results is recorded." in made
    assert "Withdraw it from all 5 results" in made
    listed = browser(alice).get("/tournaments/objections/").content.decode()
    assert "and 4 more results" in listed
    assert listed.count("· Bob") == 1
    told = program(alice).get("/api/v1/tournaments/objections/").json()
    (objection,) = {one["objection"] for one in told}
    assert len(told) == 5
    assert "This objection covers 5 of the player’s results" in browser(alice).get(here).content.decode()
    ruled = {"objection": objection, "upheld": "no", "reason": "Both signed."}
    assert browser(bob).post(f"{here}rating/rule/all/", ruled).status_code == 403
    answered = browser(alice).post(f"{here}rating/rule/all/", ruled, follow=True).content.decode()
    assert "Your ruling on 5 results is recorded." in answered
    assert standings_of(season, bob) == [Standing.COUNTS] * 5


def test_programs_object_to_all_withdraw_and_rule(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    assert post(program(bob), f"{evening}/objections/object/", text=WHY).status_code == 200
    objection = str(Objection.objects.get().remark)
    assert post(program(charlie), f"{evening}/objections/withdraw/", objection=objection).status_code == 403
    assert post(program(bob), f"{evening}/objections/withdraw/", objection=objection).status_code == 200
    assert post(program(bob), f"{evening}/objections/withdraw/", objection="first").status_code == 400
    assert post(program(charlie), f"{evening}/objections/object/", text=WHY).status_code == 200
    objection = str(Objection.objects.get().remark)
    sent = {"objection": objection, "upheld": True}
    assert post(program(bob), f"{evening}/objections/rule/", **sent).status_code == 403
    assert post(program(alice), f"{evening}/objections/rule/", **sent).status_code == 200
    assert stands(evening, FIRST) is Standing.STRUCK


def test_a_single_result_has_no_button_for_all(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    assert "Object to this result" in page(evening, bob)
    assert "Object to all my" not in page(evening, bob)
    assert act(evening, bob, "object_to_all", text=WHY) == 302
    assert "Withdraw it from all" not in page(evening, bob)
    assert "Uphold for all" not in page(evening, alice)
