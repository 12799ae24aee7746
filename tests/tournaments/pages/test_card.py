"""Every value opens into the games that make it up, and the parts sum to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest

from tests.tournaments.factories import entered, opened, play_round, stage
from tournaments import commands, queries, services
from tournaments.formats.contract import EntrantNo, Pairing, Proposal, RoundNo
from tournaments.pages import card
from tournaments.pages.writing import VULGAR
from tournaments.queries import Asked
from web.errors import Conflict

from .conftest import ClientOf

pytestmark = pytest.mark.django_db
SUMMED = ("PTS", "WIN", "BH", "BH-C1", "SB", "P1", "GS")

PODS = {1: ((1, 2, 3, 4), (5, 6, 7)), 2: ((1, 5, 2, 6), (3, 4, 7)), 3: ((1, 7, 3, 5), (2, 4, 6))}
"""By hand: a search would take longer than the test."""


def seated(no: int, tables: Sequence[Sequence[int]]) -> Proposal:
    seats = (tuple(EntrantNo(one) for one in table) for table in tables)
    return Proposal(tuple(Pairing(RoundNo(no), at, table) for at, table in enumerate(seats, 1)))


def played(alice: UUID, seats: int) -> Asked:
    tie_breaks = ("WIN", "BH", "BH-C1", "SB", "P1", "GS", "DE", "MWP", "OMW", "ARO")
    form = "dutch" if seats == 2 else "pods"
    tournament = opened(alice, stage(form=form, rounds=3, tie_breaks=tie_breaks, seats=seats, least=max(2, seats - 1)))
    entered(tournament, alice, 7)
    services.change(tournament, commands.StartStage("main"), by=alice)
    for no, places in enumerate(((1, 2, 3, 4), (2, 1, 3, 4), (1, 1, 3, 4)), 1):
        services.change(
            tournament, commands.Pair("main", proposal=seated(no, PODS[no]) if seats > 2 else None), by=alice
        )
        play_round(tournament, alice, places=places)
    return queries.tournament(tournament_id=tournament, player=None)


def number(text: str) -> Fraction:
    """A number as pages write it, read again by another way: the whole, then the sign of a fraction."""
    found = re.fullmatch(r"(−?)(\d*)(\D?)", text)
    if found is None:
        whole, _, rest = text.rpartition(" ")
        return Fraction(whole or 0) + Fraction(rest)
    sign = -1 if found[1] else 1
    part = next((value for value, written in VULGAR.items() if written == found[3]), Fraction(0))
    return sign * (Fraction(found[2] or 0) + part)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_parts_that_count_sum_to_the_value(alice: UUID, seats: int) -> None:
    asked = played(alice, seats)
    checked = 0
    for no in asked.state.entries:
        for one in card.card(asked, "main", no).values:
            if one.code in SUMMED:
                assert number(one.value) == sum(number(part.worth) for part in one.parts if part.counts), one
                checked += 1
    assert checked == 7 * len(SUMMED)


def test_a_part_that_was_cut_is_shown_and_not_counted(alice: UUID) -> None:
    asked = played(alice, 2)
    opened_values = {one.code: one for one in card.card(asked, "main", EntrantNo(1)).values}
    cut = [part for part in opened_values["BH-C1"].parts if not part.counts]
    assert len(cut) == 1
    assert cut[0].why
    assert len(opened_values["BH"].parts) == len(opened_values["BH-C1"].parts)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_rounds_of_a_card_sum_to_the_points(alice: UUID, seats: int) -> None:
    asked = played(alice, seats)
    for no in asked.state.entries:
        shown = card.card(asked, "main", no)
        assert [line.round for line in shown.lines] == [1, 2, 3]
        assert shown.lines[-1].total == shown.points
        assert number(shown.points) == sum(number(line.points) for line in shown.lines)


def test_standings_lead_to_the_value_and_its_parts_to_the_rounds(alice: UUID, client_of: ClientOf) -> None:
    asked = played(alice, 4)
    client, address = client_of(None), f"/tournaments/{asked.state.id}/"
    page = client.get(address).content.decode()
    assert f'href="{address}entrants/1/#main-BH"' in page
    shown = client.get(f"{address}entrants/1/").content.decode()
    assert 'id="main-BH"' in shown
    assert f'href="{address}?stage=main&amp;round=2#round"' in shown


FORMATS: dict[str, dict[str, Any]] = {
    "single_elimination": {"seats": 4, "least": 3},
    "double_elimination": {},
    "ladder": {"settings": {"mode": "continuous"}},
    "arena": {"seats": 4, "least": 3},
    "club_swiss": {"rounds": 3},
    "pods": {"seats": 4, "least": 3, "rounds": 3},
    "round_robin": {},
}


@pytest.mark.parametrize("form", FORMATS)
def test_points_above_the_games_are_those_of_the_games_or_said_to_be_something_else(
    alice: UUID, client_of: ClientOf, form: str
) -> None:
    """The final of pods once said "points: 0" above a game worth 1: there a point is a table won."""
    made = opened(alice, stage(form=form, **FORMATS[form]))
    entered(made, alice, 4 if form == "single_elimination" else 7)
    services.change(made, commands.StartStage("main"), by=alice)
    for _ in range(2):
        with suppress(Conflict):
            services.change(made, commands.Pair("main"), by=alice)
        play_round(made, alice, places=(1, 2, 3, 4))
    asked = queries.tournament(tournament_id=made, player=None)
    for no in asked.state.entries:
        one = card.card(asked, "main", no)
        html = client_of(None).get(f"/tournaments/{made}/entrants/{no}/").content.decode()
        assert (f"tables won: {one.points}" in html) is (form in ("single_elimination", "double_elimination", "ladder"))
        assert ('<th scope="col" class="n">Sum</th>' in html) is one.sums
        if one.sums:
            assert f"points: {one.points}" in html
            assert sum(number(line.points) for line in one.lines) == number(one.points)
        if form == "single_elimination":
            assert number(one.points) == sum(line.won for line in one.lines)
