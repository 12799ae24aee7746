"""Opening a tournament: quick where nothing special is wanted, and nothing typed is lost where something is wrong."""

from __future__ import annotations

from itertools import product
from uuid import UUID

import pytest
from django.test import Client

from tests.tournaments.factories import state_of
from tournaments.models import Tournament
from tournaments.presets import PRESETS

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new/?game=high-card"
USUAL = {"title": "Club evening", "preset": "pods", "seats": "4", "rounds": "4", "best": "4", "place": "table"}


@pytest.fixture(autouse=True)
def ruleset(organiser: Client) -> None:
    form = organiser.get(NEW).context["form"]
    USUAL["ruleset"] = form.fields["ruleset"].choices[0][0]


def opened_by(organiser: Client, **wishes: str) -> UUID:
    answer = organiser.post(NEW, {**USUAL, **wishes})
    assert answer.status_code == 302, answer.content.decode()
    return Tournament.objects.latest("opened_at").id


def test_what_the_form_suggests_is_a_tournament_already(organiser: Client) -> None:
    """One press of a button: every field has a sensible value."""
    form = organiser.get(NEW).context["form"]
    suggested = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {
        name: "on" if value is True else str(value) for name, value in suggested.items() if value not in (None, False)
    }
    sent["ruleset"] = USUAL["ruleset"]
    assert organiser.post(NEW, sent).status_code == 302
    state = state_of(Tournament.objects.get().id)
    assert [stage.key for stage in state.planned] == ["swiss", "final"]
    assert state.planned[0].plan["rounds"] == 4
    assert state.planned[1].source.best == 4
    assert not state.settings.online


def test_each_preset_opens(organiser: Client) -> None:
    for preset, seats in product(sorted(PRESETS), ("2", "4")):
        assert state_of(opened_by(organiser, preset=preset, seats=seats)).planned, (preset, seats)


def test_more_settings_are_kept(organiser: Client) -> None:
    wishes = {
        "tie_breaks": "win bh",
        "points_4": "5 3 2 0,5",
        "capacity": "24",
        "round_minutes": "50",
        "check_in": "on",
    }
    state = state_of(opened_by(organiser, **wishes))
    plan = state.planned[0].plan
    assert list(plan["tie_breaks"]) == ["WIN", "BH"]
    assert list(plan["scoring"]["by_place"]["4"]) == [10, 6, 4, 1]
    assert (state.settings.capacity, state.settings.round_minutes, state.settings.check_in) == (24, 50, True)


WRONG: list[tuple[dict[str, str], str]] = [
    ({"title": "  "}, "This field is required."),
    ({"preset": "chess"}, "chess"),
    ({"rounds": "99"}, "30"),
    ({"tie_breaks": "bh xyz"}, "There is no tie-break XYZ"),
    ({"tie_breaks": "bh bh"}, "is listed twice"),
    ({"points_4": "0 1 2 3"}, "a worse place would give more points"),
    ({"points_4": "3 2 one 0"}, "4 numbers"),
    ({"entries_close": "tomorrow"}, "date"),
]


def test_what_is_wrong_is_named_and_all_that_was_typed_stays(organiser: Client) -> None:
    for wrong, sentence in WRONG:
        answer = organiser.post(NEW, {**USUAL, "title": "Typed name", "capacity": "17", **wrong})
        html = answer.content.decode()
        assert answer.status_code == 422, wrong
        assert sentence in html
        assert 'value="17"' in html
        assert ("Typed name" in html) is ("title" not in wrong)
    assert not Tournament.objects.exists()


def test_nobody_opens_one_without_logging_in() -> None:
    assert "/login/" in Client().post(NEW, USUAL)["Location"]
    assert not Tournament.objects.exists()
