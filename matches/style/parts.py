"""What the style page shows beside its tables: each part by the template, style or sprite that the product uses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from elekt_core.registry import get_game
from web import hooks, languages

from .. import names
from ..company.chat import LineShown
from ..games import games_in_order
from ..play import fragments
from ..reviews.chart import chart_of
from ..reviews.marks import MARK_SIGNS, mark_name
from ..reviews.shapes import AccuracyShown, ChoiceShown, MarkShown, Reading, SampleShown
from . import tables

COLOUR = re.compile(r"--([a-z0-9-]+): #")
SIGN = re.compile(r'<(?:symbol|g) id="([a-z0-9_-]+)"')
MARKED = ("", "is-choice", "is-taken")
"""The classes that static/js/board.js gives to what lies on a table."""


@dataclass(frozen=True)
class Sample:
    """A part that a floor above has: its template, what that is given, and a title where it brings none itself."""

    template: str
    context: Mapping[str, Any]
    title: str = ""

    @property
    def html(self) -> SafeString:
        return render_to_string(self.template, dict(self.context))


class SampleForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=8)
    words = forms.CharField(label=gettext_lazy("Text"), widget=forms.Textarea({"rows": 2}), required=False)
    seats = forms.TypedChoiceField(label=gettext_lazy("Seats"), choices=[(n, str(n)) for n in (2, 3, 4)], coerce=int)


@lru_cache(maxsize=4)
def body(language: str) -> SafeString:
    """All of the page but its head, in the current ``language``: the same for everybody, so it is made once."""
    assert language == languages.current()
    return render_to_string("matches/style/_parts.html", _context())


def styles() -> list[str]:
    return [style for game in games_in_order() if (style := fragments.game_style(game))]


def _context() -> dict[str, Any]:
    faces = [(names.game_title(game), _faces(game)) for game in games_in_order()]
    return {
        "colours": _colours(),
        "seats": list(enumerate(tables.NAMES)),
        "signs": [("", _signs("emblems"))] + [(f"{game}/", _signs(game)) for game in games_in_order() if _signs(game)],
        "faces": [(title, found) for title, found in faces if found],
        "form": SampleForm({"name": "Bartholomew", "seats": "5"}),
        "tables": tables.shown(),
        "match": {"id": tables.NOBODY, "detail": "moves", "names": tables.NAMES[:2]},
        "lines": _talk(),
        "me": tables.NOBODY,
        "review": {"status": "done", "reading": None},
        "reading": _reading(),
        "sides": list(enumerate(tables.NAMES[:2])),
        "samples": [sample for samples in hooks.given("style_samples") for sample in samples()],
    }


@cache
def _colours() -> Sequence[str]:
    """The colours that all styles are written with."""
    return list(dict.fromkeys(COLOUR.findall(_static("css/base.css"))))


@cache
def _signs(sprite: str) -> Sequence[str]:
    return SIGN.findall(_static(f"img/{sprite}.svg"))


def _static(name: str) -> str:
    found = finders.find(name)
    return Path(str(found)).read_text("utf-8") if found else ""


def _faces(game: str) -> list[list[SafeString]]:
    """A face of each kind of card: at rest; the first of them in each state."""
    template = fragments.game_template(game, "face.html")
    kinds: dict[Any, Any] = {}
    for face in get_game(game).gallery(languages.current()):
        said = [getattr(face, name, "") for name in ("group", "kind", "type", "deck", "starting")]
        kinds.setdefault(tuple(said), face)
    drawn = [render_to_string(template, {"face": face}) for face in kinds.values()]
    return [drawn, [_marked(drawn[0], name) for name in MARKED]] if drawn else []


def _marked(html: str, name: str) -> SafeString:
    return SafeString(re.sub(r'class="\s*face\b', f'class="face {name}', html, count=1))


def _talk() -> list[LineShown]:
    said, then = (_("Good luck!"), _("You too."), ""), datetime(2026, 1, 1, tzinfo=UTC)
    rooms = ("players", "watchers", "players")
    return [
        LineShown(at, at, UUID(int=at), tables.NAMES[at], at, room, text, then, not text)
        for at, (text, room) in enumerate(zip(said, rooms, strict=True))
    ]


def _reading() -> Reading:
    chances = [
        (at * 4, [5000 + swing, 5000 - swing]) for at, swing in enumerate((0, 900, 400, -1500, -2600, 1200, 4200))
    ]
    chart = chart_of({"curves": {"table": chances}}, "table")
    assert chart is not None
    marks = tuple(
        MarkShown(
            at=4 * at,
            seat=at % 2,
            player=tables.NAMES[at % 2],
            mark=mark,
            name=mark_name(mark),
            sign=sign,
            played=_("Pass"),
            lost=f"{6 * at}.2",
            error="1.1",
            place="",
            judges=(f"{6 * at}.2", f"{6 * at}.9"),
            spread="0.7",
            is_proved=False,
            hands=0,
            why=_("The next player gains what you leave."),
            sample=SampleShown(64, 48, is_weighted=False),
            choices=(
                ChoiceShown(_("Bid"), 58, False, "", "best", is_best=True, is_as_good=False, is_played=False),
                ChoiceShown(_("Pass"), 41, False, "−17 ± 2", "played", is_best=False, is_as_good=False, is_played=True),
            ),
            best_line=(),
            played_line=(),
            x=chart.x(4 * at),
        )
        for at, (mark, sign) in enumerate(MARK_SIGNS.items(), 2)
    )
    accuracy = tuple(
        AccuracyShown(seat, tables.NAMES[seat], 91 - 7 * seat, 84 - 7 * seat, 96 - 7 * seat, 21, (2, 1, seat))
        for seat in (0, 1)
    )
    return Reading(chart, "table", (), None, marks, accuracy, (), (), (), None)
