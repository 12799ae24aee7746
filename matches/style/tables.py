"""Tables on the style page: a game played in memory, stopped where each state of the bar and the clocks is seen.

They are rendered as the table page is, by its own template. Nobody sits there, and nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from random import Random
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from elekt_core.chance import SeededChance
from elekt_core.contract import Event, Game, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.registry import game_names, get_game
from web import languages
from web.errors import NotFound

from .. import names
from ..clocks.around import AWAY, GONE, STOOD_IN, Around, SeatAround
from ..clocks.shown import ClockShown, ClocksShown
from ..games import games_in_order, usual_game
from ..play import fragments, queries
from ..play.choices import choices_at, choices_for
from ..play.shapes import LogLine, LogPage, MatchShown, Position, SeatShown

NAMES = ("Alice", "Bob", "Celina", "Darek")
NOBODY = UUID(int=0)
"""The id of the match: there is none."""
WARMED_UP, MOST = 24, 160
"""Decisions: a table is looked at once so many were made, and no later than that."""
LINES = 12
MINUTE = 60_000
LOST = "data:,"
"""An address that nobody answers, and that no server is asked for."""


@dataclass(frozen=True)
class Moment:
    """A position of a game in memory: who is asked sees it from seat 0. ``events`` have led there."""

    game: Game[Any]
    state: Any
    events: int
    told: tuple[tuple[Event, Any], ...]
    """The last facts, each with the position behind it."""


Find = Callable[[Position], Sequence[str] | None]
"""The steps to take at a position, None where it does not show what is looked for."""


def _asked(here: Position) -> Sequence[str] | None:
    return () if here.is_mine and len(here.options) > 2 else None


def _picked(here: Position) -> Sequence[str] | None:
    offers = choices_at(here).next if here.is_mine else ()
    return next((one.path for one in offers if one.decision is None and not one.besides), None)


def _confirmed(here: Position) -> Sequence[str] | None:
    options = here.options[:64] if here.is_mine else ()
    return next((here.game.parts(one) for one in options if here.game.is_confirmed(one)), None)


def _refused(here: Position) -> Sequence[str] | None:
    return () if here.is_mine and here.refusals else None


def _waiting(here: Position) -> Sequence[str] | None:
    return () if here.awaiting and not here.is_mine else None


def _paused(here: Position) -> Sequence[str] | None:
    return () if here.is_paused and here.awaiting else None


NOBODY_AWAY = Around()


@dataclass(frozen=True)
class State:
    """What is seen at a table: at which moment, and what stands beside it."""

    title: Callable[[], str]
    find: Find = _asked
    left: Sequence[int] = (15 * MINUTE, 12 * MINUTE, 14 * MINUTE, 9 * MINUTE)
    paused: bool = False
    around: Around = NOBODY_AWAY
    refused: bool = False
    lost: bool = False


AWAY_NOW = Around(
    seats=(
        SeatAround(1, NAMES[1], AWAY, minutes=1),
        SeatAround(2, NAMES[2], GONE, minutes=11, may_act=True, may_end=True, may_abandon=True),
    )
)
STATES: Mapping[str, State] = {
    "asked": State(lambda: _("A question: what may be chosen is lit")),
    "picked": State(lambda: _("A step is taken"), _picked),
    "confirm": State(lambda: _("To be confirmed"), _confirmed),
    "refused": State(lambda: _("Refused, with the rule"), _refused, refused=True),
    "lost": State(lambda: _("Connection lost"), lost=True),
    "waiting": State(lambda: _("Others decide"), _waiting),
    "short": State(lambda: _("Clocks: short, and fallen"), left=(15 * MINUTE, 0, 11_000, 9 * MINUTE)),
    "paused": State(
        lambda: _("The clocks are paused"), _paused, paused=True, around=Around(paused=True, may_resume=True)
    ),
    "away": State(lambda: _("Somebody is away, somebody is gone"), _waiting, around=AWAY_NOW),
    "stood_in": State(
        lambda: _("A bot stands in"), _waiting, around=Around(seats=(SeatAround(1, NAMES[1], STOOD_IN),))
    ),
}
FIRST = next(iter(STATES))


def shown() -> list[tuple[str, str, str]]:
    """The tables of the page (the game, the state, its title): the usual game in every state that it has, of each other
    game a question."""
    usual = [(usual_game().name, word, state.title()) for word, state in STATES.items()]
    others = [(game, FIRST, names.game_title(game)) for game in games_in_order()[1:]]
    return [one for one in (*usual, *others) if _found(one[0], one[1]) is not None]


def page(game: str, state: str) -> str:
    """A table as a page, the same for everybody. Raises NotFound."""
    if game not in game_names() or state not in STATES:
        raise NotFound("unknown_game", game=game)
    return _page(game, state, languages.current())


@lru_cache(maxsize=128)
def _page(game: str, word: str, language: str) -> str:
    found = _found(game, word)
    if found is None:
        raise NotFound("unknown_game", game=game)
    return drawn(*found, word)


def drawn(moment: Moment, path: Sequence[str] = (), word: str = FIRST) -> str:
    """A moment as a page, once these steps are taken there, in this state of the bar and the clocks."""
    state = STATES[word]
    here = _position(moment, state)
    request = HttpRequest()
    request.user = AnonymousUser()
    address = reverse("matches:style_table", args=[moment.game.name, word])
    context: dict[str, Any] = {
        **fragments.live_context(here, choices_for(here, path)),
        "log": LogPage(_log(moment, here.match.names)),
        "log_at": here.at,
        "names_joined": ", ".join(here.match.names),
        "page_title": state.title(),
        "style": fragments.game_style(moment.game.name),
        "around": state.around,
        "stream_url": LOST if state.lost else "",
        "match_url": address,
        "choose_url": address,
        "decide_url": address,
    }
    html = render_to_string("matches/match.html", context, request)
    return _swapped_in(html, here) if state.refused else html


def _swapped_in(html: str, here: Position) -> str:
    """As a script does with the answer to what was refused."""
    refused = here.refusals[0]
    said = {"sentence": refused.sentence, "rule": refused.rule, "code": refused.code, "game": here.game.name}
    before, place, behind = html.partition('<div id="errors" role="alert">')
    assert place, "the bar has a place for refusals"
    return f"{before}{place}{render_to_string('matches/_error.html', said)}{behind}"


# --- a game in memory -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _moments(name: str) -> tuple[Moment, ...]:
    """Where somebody decides once the game has begun in earnest; the last ones of a short game."""
    game, dice = get_game(name), Random(7)
    ruleset = game.newest()
    seats = max(seats for seats in ruleset.seats if seats <= len(NAMES))
    play = Play.begin(game, Setup(name, ruleset.name, seats, {}), SeededChance(b"style"))
    told: list[tuple[Event, Any]] = []
    found: list[Moment] = []
    while game.outcome(play.state) is None and len(play.batches) < MOST:
        found.append(Moment(game, play.state.copy(), len(play.events), tuple(told[-LINES:])))
        seat = game.awaiting(play.state)[-1].seat
        before = play.state.copy()
        for event in play.decide(dice.choice(list(game.options(play.state, seat)))).events:
            game.evolve(before, event)
            told.append((event, before.copy()))
    return tuple(found[WARMED_UP:] or found[-WARMED_UP:])


@lru_cache(maxsize=256)
def _found(game: str, word: str) -> tuple[Moment, tuple[str, ...]] | None:
    """The first moment at which the state is seen, with the steps that are taken there."""
    for moment in _moments(game):
        path = STATES[word].find(_position(moment, STATES[word]))
        if path is not None:
            return moment, tuple(path)
    return None


def _position(moment: Moment, state: State) -> Position:
    game, seats = moment.game, moment.state.seats
    asked = tuple(question.seat for question in game.awaiting(moment.state))
    ruleset, now = game.newest().name, datetime(2026, 1, 1, tzinfo=UTC)
    match = MatchShown(
        cards="",
        agreed=names.agreed(game.name, ruleset, {}),
        id=NOBODY,
        table=NOBODY,
        game=game.name,
        ruleset=ruleset,
        version=moment.events,
        batches=moment.events,
        started_at=now,
        last_at=now,
        ended_at=None,
        seats=tuple(SeatShown(seat, None, "", NAMES[seat], mine=seat == 0) for seat in range(seats)),
        automata=(),
        awaited=asked,
        winner=None,
        termination="",
    )
    clocks = tuple(
        ClockShown(seat, state.left[seat], seat in asked and not state.paused, None, _is_stood_in(state, seat))
        for seat in range(seats)
    )
    running = tuple(replace(one, falls_in=one.left) if one.runs else one for one in clocks)
    view = game.view(moment.state, SeatNo(0))
    shown = ClocksShown(0, state.paused, running)
    return queries.position_seen(match, game, view, SeatNo(0), moment.events, is_end=True, clocks=shown)


def _is_stood_in(state: State, seat: int) -> bool:
    return any(one.seat == seat and one.state == STOOD_IN for one in state.around.seats)


def _log(moment: Moment, called: Sequence[str]) -> tuple[LogLine, ...]:
    """The last lines, as seat 0 may know them."""
    game, words = moment.game, moment.game.words(languages.current(), called)
    first = moment.events - len(moment.told) + 1
    lines = []
    for at, (event, after) in enumerate(moment.told, first):
        known = game.redact(event, SeatNo(0))
        if pieces := words.pieces(known, game.view(after, SeatNo(0))):
            text = "".join(piece for piece, _card in pieces)
            lines.append(LogLine(at, text, game.chapter(known), game.kind_of(known), pieces))
    return tuple(lines)
