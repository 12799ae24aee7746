"""A form for settings follows from their types and annotations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any

import pytest
from django import forms
from msgspec import Meta

from web.decoding import SentAs
from web.errors import BadRequest
from web.setting_fields import Asked, Choice, asks, check, check_sent, part, read, shown, told

LATE = (Choice("wait", "are waited for"), Choice("out", "are out", told="Out after %(minutes)s minutes."))


@dataclass(frozen=True)
class Agreed:
    open: Annotated[bool, Asked("Open", part="who", at=2)] = True
    where: Annotated[bool, Asked("Where", (Choice("here", "Here", True), Choice("there", "There", False)))] = True
    minutes: Annotated[int, SentAs(Annotated[int, Meta(ge=0, le=900)]), Asked("Minutes", part="who", at=1, most=60)] = 5
    late: Annotated[str, Asked("Late players", LATE, part="late", name="late_ones")] = "wait"
    starts: Annotated[str, SentAs(datetime), Asked("Starts")] = ""
    inside: int = 3


@asks(Agreed)
class AgreedForm(forms.Form):
    title = forms.CharField()


def _filled(**data: str) -> dict[str, Any]:
    form = AgreedForm({"title": "A", **data})
    assert form.is_valid(), form.errors
    return read(Agreed, form.cleaned_data)


def test_a_form_has_a_field_for_each_setting_that_people_are_asked_for() -> None:
    found = AgreedForm().fields
    assert {*found} == {"title", "open", "where", "minutes", "late_ones", "starts"}
    minutes, late = found["minutes"], found["late_ones"]
    assert isinstance(minutes, forms.IntegerField)
    assert (minutes.min_value, minutes.max_value, minutes.initial, minutes.label) == (0, 60, 5, "Minutes")
    assert isinstance(late, forms.ChoiceField)
    assert late.choices == [("wait", "are waited for"), ("out", "are out")]


def test_what_is_filled_in_is_read_and_what_is_left_empty_is_as_usual() -> None:
    sent = {"open": "on", "where": "there", "minutes": "7", "late_ones": "out", "starts": "2026-11-01T10:00"}
    at = {"open": True, "where": False, "minutes": 7, "late": "out"}
    found = _filled(**sent)
    assert {name: found[name] for name in at} == at
    assert datetime.fromisoformat(found["starts"]).tzinfo == UTC
    assert _filled() == {"open": False, "where": True, "minutes": 5, "late": "wait", "starts": ""}


def test_what_is_agreed_stands_in_the_fields() -> None:
    agreed = Agreed(where=False, late="out")
    assert shown(agreed) == {"open": True, "where": "there", "minutes": 5, "late_ones": "out", "starts": None}


def test_a_group_has_its_fields_in_order_and_its_sentences() -> None:
    assert [one.name for one in part(AgreedForm(), Agreed, "who")] == ["minutes", "open"]
    assert told(Agreed(late="out"), "late") == ["Out after 5 minutes."]
    assert told(Agreed(), "late") == []


def test_what_is_none_of_the_choices_is_refused() -> None:
    check(Agreed())
    with pytest.raises(BadRequest) as refused:
        check(replace(Agreed(), late="never"))
    assert refused.value.data["field"] == "late"


@pytest.mark.parametrize(
    "wrong",
    [{"minutes": 901}, {"minutes": -1}, {"starts": "soon"}, {"starts": "0001-01-01T00:00:00+09:00"}, {"late": "never"}],
)
def test_what_nobody_could_have_sent_is_refused_by_its_name(wrong: dict[str, Any]) -> None:
    check_sent(Agreed(minutes=900, starts="2026-11-01T10:00:00+00:00", late="out"))
    with pytest.raises(BadRequest) as refused:
        check_sent(replace(Agreed(), **wrong))
    assert [refused.value.data["field"]] == [*wrong]
