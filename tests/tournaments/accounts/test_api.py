"""Why the tables of a round are as they are, through the API."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.busy import busy
from tests.tournaments.test_api import Caller, opened
from tests.tournaments.test_api import alice as alice
from tournaments.formats.dutch import DUTCH
from web.costly import CHECKING

pytestmark = pytest.mark.django_db


def begun(alice: Caller, preset: str, count: int, **more: object) -> str:
    """Round 1 is played, the lower numbers win, and round 2 is paired."""
    path = f"tournaments/{opened(alice, preset=preset, rounds=3, best=0, **more)}/"
    alice.post(f"{path}entries/", {"newcomers": [{"name": f"Player {number}"} for number in range(1, count + 1)]})
    alice.post(f"{path}start-stage/", {"stage": "swiss"})
    alice.post(f"{path}pair/", {"stage": "swiss"})
    for table in alice.get(path)["stages"][0]["rounds"][0]["tables"]:
        places = [1 + sorted(table["seats"]).index(no) for no in table["seats"]]
        alice.post(f"{path}tables/swiss/1/{table['table']}/result/", {"places": places})
    alice.post(f"{path}pair/", {"stage": "swiss"})
    return path


def test_a_round_of_the_dutch_system_is_accounted_for_in_full(alice: Caller) -> None:
    """Of five 1 and 2 have won, 5 had the bye, and 3 and 4 have no points: one of these has the bye now (C5)."""
    path = begun(alice, "swiss", 5)
    told = alice.get(f"{path}account/swiss/2/")
    tables = alice.get(path)["stages"][0]["rounds"][1]
    assert {one["table"]: one["seats"] for one in told if one["table"]} == {
        table["table"]: table["seats"] for table in tables["tables"]
    }
    assert all(one["whole"] and one["reasons"] for one in told)
    [bye] = [one for one in told if not one["table"]]
    assert [bye["seats"][0]] == [int(no) for no, kind in tables["byes"].items() if kind == "pairing"]
    assert bye["reasons"][0]["said"].startswith(f"Player {bye['seats'][0]} has the bye, with 0 points")
    assert {3, 4} == {bye["seats"][0], *(one["data"]["other"] for one in bye["reasons"] if "other" in one["data"])}
    assert alice.get(f"{path}account/swiss/2/?no={bye['seats'][0]}") == [bye]


def test_whoever_reads_the_round_reads_its_account(alice: Caller) -> None:
    path = f"/api/v1/{begun(alice, 'swiss', 4, settings={'online': False, 'listed': False})}account/swiss/2/"
    assert Client().get(path, headers={"Accept-Language": "en"}).json() == alice.get(path.removeprefix("/api/v1/"))
    assert Client().post(path).status_code in (401, 405)


def test_it_is_worked_out_once_and_for_few_at_once(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(alice, "swiss", 4)
    page = f"/{path}why/swiss/2/1/"
    with busy(CHECKING):
        assert alice.get(f"{path}account/swiss/2/", 503)["code"] == "busy"
        assert Client().get(page).status_code == 503
    assert Client().get(page).status_code == 200
    told = alice.get(f"{path}account/swiss/2/")
    monkeypatch.setattr(type(DUTCH), "teller", None)
    assert alice.get(f"{path}account/swiss/2/") == told


def test_where_the_rules_say_no_more_there_is_the_reason_that_was_kept(alice: Caller) -> None:
    """Of tables of four; and of two whom the arbiter let change places."""
    told = alice.get(f"{begun(alice, 'pods', 8, seats=4)}account/swiss/1/")
    assert [one["whole"] for one in told] == [False, False]
    assert {one["reasons"][0]["code"] for one in told} == {"pods_drawn"}
    path = begun(alice, "swiss", 4)
    one, other = (table["seats"][0] for table in alice.get(path)["stages"][0]["rounds"][1]["tables"])
    alice.post(f"{path}swap/", {"stage": "swiss", "one": one, "other": other, "anyway": True})
    told = alice.get(f"{path}account/swiss/2/")
    assert [(each["whole"], each["reasons"][0]["code"]) for each in told] == [(False, "by_hand")] * 2


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        ("swiss/9/", 404),
        ("other/1/", 404),
        ("swiss/1/?no=99", 404),
        ("swiss/1/?no=x", 400),
    ],
)
def test_there_is_no_account_of_what_is_not_paired(alice: Caller, rest: str, status: int) -> None:
    alice.get(f"{begun(alice, 'swiss', 4)}account/{rest}", status)
