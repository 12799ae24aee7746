"""The pages of a recorded game: the list, the scribe's phone, and the replay of what was recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec import Meta

from elekt_core.errors import CoreError
from elekt_core.registry import game_names, get_game
from elekt_core.scribe import OFFERED, Question
from web import languages, limits, posted
from web.costly import CHECKING
from web.decoding import Prefixed
from web.errors import BadRequest
from web.request import asker, private, signed_in, whole

from ..names import game_title
from ..play import fragments
from ..play.shapes import SeatShown
from ..positions import analysis
from ..tables import guests
from . import commands as c
from . import queries, services
from .queries import Shown

MAX_SEATS = 4
CONTRADICTIONS = ("scribe_not_possible", "scribe_known_elsewhere")
FROM_SCRIPT = "X-Scribe"
"""A script sends this header: it gets the panel alone, or, from its queue, what became of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """How a game to record is sent."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    hand: Annotated[str, Meta(max_length=1)] = ""
    """Whose cards the scribe sees: the number of a seat, or none."""
    name: Annotated[dict[str, str], Prefixed("name.")] = field(default_factory=dict)
    """By the number of a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How an answer is sent. ``entry`` is the entry's id, the same until it is whole."""

    entry: UUID
    after: Annotated[int, Meta(ge=0)]
    pick: c.Picks = ()


@dataclass
class Panel:
    """What the scribe is asked, and what stands in the way."""

    shown: Shown
    picks: list[str]
    question: Question
    entry: UUID
    message: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Recorded games, and a form to begin one."""
    if request.method == "POST":
        asked = posted.read(request, Beginning)
        typed = [asked.name.get(str(seat), "") for seat in range(asked.seats)]
        if (wrong := next((seat for seat, name in enumerate(typed) if not name.isprintable()), None)) is not None:
            raise BadRequest("bad_field", field=f"name.{wrong}")
        by = guests.somebody(request)
        limits.OPENED_TABLES.take(str(by))
        viewer = int(asked.hand) if asked.hand.isdecimal() else None
        command = c.BeginScribing(game=asked.game, seats=asked.seats, viewer=viewer)
        begun = services.begin(command, typed, by=by)
        return redirect("matches:scribing", begun.scribing)
    mine = queries.scribings_of(player=request.user.pk) if request.user.is_authenticated else []
    context = {
        "mine": [(one, game_title(one.game)) for one in mine],
        "games": [(name, game_title(name)) for name in game_names()],
        "seats": range(MAX_SEATS),
        "page_title": _("Record a game"),
    }
    return private(render(request, "matches/scribe/index.html", context))


@login_required
@require_safe
def scribing(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """The scribe's page."""
    shown = queries.scribing(scribing_id=scribing_id, player=signed_in(request))
    panel = _panel(shown, [], uuid4())
    return private(render(request, "matches/scribe/scribing.html", _context(panel)))


@login_required
@require_POST
def step(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """One more answer. Where the entry is whole with it, it is stored."""
    me, sent = signed_in(request), posted.read(request, Step)
    limits.SCRIBED.take(str(me))
    with CHECKING.place(str(me)):
        return _stepped(request, scribing_id, me, sent)


def _stepped(request: HttpRequest, scribing_id: UUID, me: UUID, sent: Step) -> HttpResponse:
    picks = list(sent.pick)
    shown = queries.scribing(scribing_id=scribing_id, player=me)
    queued = request.headers.get(FROM_SCRIPT) == "queue"
    try:
        services.enter(scribing_id, c.Enter(picks=sent.pick, after=sent.after), by=me, decision_id=sent.entry)
    except CoreError as error:
        if error.code == "scribe_more_expected" and not queued:
            return _answered(request, _panel(shown, picks, sent.entry))
        if error.code not in CONTRADICTIONS:
            raise
        message = _contradiction(shown, error)
        if queued:
            return private(JsonResponse({"message": message}, status=409))
        panel = _panel(shown, picks[: error.data["number"]], sent.entry)
        panel.message = message
        return _answered(request, panel)
    return _stored(request, scribing_id, me)


@login_required
@require_POST
def back(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Take the last entry back."""
    me, sent = signed_in(request), posted.read(request, Step)
    services.take_back(scribing_id, c.TakeBack(after=sent.after), by=me, decision_id=sent.entry)
    return _stored(request, scribing_id, me)


@login_required
@require_POST
def share(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Say who may look at the replay."""
    services.share(scribing_id, posted.read(request, c.Share), by=signed_in(request))
    return redirect("matches:scribe_replay", scribing_id)


@require_safe
def replay(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """The position after an entry, and what it said."""
    shown = queries.replayed(scribing_id=scribing_id, player=asker(request))
    last = len(shown.fold.entries)
    try:
        at = min(whole(request.GET.get("at", str(last))), last)
    except ValueError:
        raise BadRequest("bad_field", field="at") from None
    story = queries.story(shown, languages.current())
    context = _board(queries.upto(shown, at)) | {
        "shown": shown,
        "at": at,
        "last": last,
        "before": at - 1 if at else None,
        "behind": at + 1 if at < last else None,
        "mine": services.is_own(shown.fold, asker(request)),
        "link": request.build_absolute_uri(request.path),
        "told": next((lines for number, lines in story if number == at), []),
        "story": story,
        "style": fragments.game_style(shown.fold.game),
        "title": game_title(shown.fold.game),
    }
    return private(render(request, "matches/scribe/replay.html", context))


@require_safe
def record(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """The record as a file."""
    shown = queries.replayed(scribing_id=scribing_id, player=asker(request))
    response = HttpResponse(queries.record(shown), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{shown.fold.game}-{shown.fold.id}.jsonl"'
    return private(response)


# --- showing ------------------------------------------------------------------------------------------------


def _stored(request: HttpRequest, scribing_id: UUID, me: UUID) -> HttpResponse:
    shown = queries.scribing(scribing_id=scribing_id, player=me)
    if request.headers.get(FROM_SCRIPT) == "queue":
        return private(JsonResponse({"entries": len(shown.fold.entries)}))
    if FROM_SCRIPT in request.headers:
        return _answered(request, _panel(shown, [], uuid4()))
    return redirect("matches:scribing", scribing_id)


def _answered(request: HttpRequest, panel: Panel) -> HttpResponse:
    template = "matches/scribe/_panel.html" if FROM_SCRIPT in request.headers else "matches/scribe/scribing.html"
    return private(render(request, template, _context(panel)))


def _contradiction(shown: Shown, error: CoreError) -> str:
    """What cannot be, the entry that says so, and what may be changed."""
    wording = shown.session.wording(languages.current(), shown.names)
    if error.code == "scribe_known_elsewhere":
        (name,) = wording.cards([error.data["card"]])
        number = error.data["entry"]
        lines = dict(queries.story(shown, languages.current()))[number]
        told = [line for line in lines if name in line] or lines
        last = told[-1] if told else ""  # an entry may say nothing in words
        said = _("“%(name)s” cannot be here. Entry %(number)s says: %(told)s Take it back, or choose another card.")
        return said % {"name": name, "number": number, "told": last}
    said = _("“%(name)s” cannot be here now. What can be: %(expected)s…")
    return said % {"name": error.data["pick"], "expected": ", ".join(error.data["expected"])}


def _panel(shown: Shown, picks: list[str], entry: UUID) -> Panel:
    if shown.session.over:
        return Panel(shown, [], Question("", ()), entry)
    question = queries.question(shown, picks, languages.current())
    return Panel(shown, picks, question, entry)


def _context(panel: Panel) -> dict[str, Any]:
    shown = panel.shown
    story = queries.story(shown, languages.current())
    game = get_game(shown.fold.game)
    gallery = game.gallery(languages.current())
    return _board(shown) | {
        "shown": shown,
        "panel": panel,
        "entries": len(shown.fold.entries),
        "searched": len(panel.question.choices) > OFFERED,
        "offered": OFFERED,
        "story": list(reversed(story)),
        "showing": [(seat, shown.names[seat]) for seat in shown.session.showable()],
        "concede": [] if not shown.fold.entries else list(enumerate(shown.names)),
        "cards": sorted({face.words.name for face in gallery}),
        "winners": [name for name, rank in zip(shown.names, shown.fold.ranks, strict=False) if rank == 1],
        "style": fragments.game_style(shown.fold.game),
        "title": game_title(shown.fold.game),
    }


def _board(shown: Shown) -> dict[str, Any]:
    """The position as the table page draws it."""
    game, fold = shown.session.game, shown.fold
    if not shown.session.entries:
        return {"board": None}
    seats = tuple(SeatShown(n, None, "", name, mine=fold.viewer == n) for n, name in enumerate(shown.names))
    return {
        "board": game.board(shown.session.view, languages.current()),
        "board_template": fragments.game_template(game.name, "board.html"),
        "position": {"match": analysis.seen(game, fold.ruleset, seats)},
    }
