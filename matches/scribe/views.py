"""The pages of a recorded game: the list, the scribe's phone, and the replay of what was recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec import Meta

from elekt_core.errors import CoreError
from elekt_core.record.coarse import MOVES, RESULT, ROUNDS
from elekt_core.registry import get_game
from elekt_core.scribe import OFFERED, Question
from players import queries as players
from web import languages, limits, posted
from web.costly import RECORDING
from web.decoding import Prefixed
from web.error_words import REFUSED, explain
from web.errors import BadRequest, NotAllowed, Refused
from web.qr import qr
from web.request import asker, private, signed_in, whole

from ..games import games_in_order
from ..names import game_title
from ..play import fragments
from ..play.shapes import SeatShown
from ..positions import analysis
from ..tables import guests
from . import commands as c
from . import invitations, keeping, queries, real_tables, refusals, services
from .events import ALL_HANDS, ScribeFold
from .queries import Shown

MAX_SEATS, MAX_LATE = 4, 240
DELAYS = (0, 5, 15, 30, 60)
"""Minutes."""
COARSER_THAN = {MOVES: (ROUNDS, RESULT), ROUNDS: (RESULT,), RESULT: ()}
FROM_SCRIPT = "X-Scribe"
"""A script sends this header: it gets the panel alone, or, from its queue, what became of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """How a game to record is sent."""

    game: Annotated[str, Meta(max_length=40)] = ""
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] = 1
    position: Annotated[str, Meta(max_length=36)] = ""
    """The id of a kept position, which then says game and seats."""
    hand: Annotated[str, Meta(max_length=4)] = ""
    """Whose cards the scribe sees: the number of a seat, ``all``, or none; ``open``: everybody sees all."""
    detail: c.Detail = "moves"
    name: Annotated[dict[str, str], Prefixed("name.")] = field(default_factory=dict)
    """By the number of a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How an answer is sent. ``entry`` is the entry's id, the same until it is whole."""

    entry: UUID
    after: Annotated[int, Meta(ge=0)]
    pick: c.Picks = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """How taking back is sent: the last ``number`` entries."""

    entry: UUID
    after: Annotated[int, Meta(ge=1)]
    number: Annotated[int, Meta(ge=1)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """How telling again is sent: the number of the entry, and the id of this wish."""

    entry: UUID
    number: Annotated[int, Meta(ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    own_hand: bool = False
    detail: c.Detail = "moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    seat: Annotated[str, Meta(max_length=1)] = ""
    """The number of a seat, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Giving:
    given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawing:
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Removing:
    player: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    minutes: Annotated[str, Meta(max_length=4)]


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone that can be removed."""

    player: UUID
    name: str
    came_at: datetime
    entries: int
    """In force, made by it."""


@dataclass
class Panel:
    """What the scribe is asked, and what stands in the way."""

    shown: Shown
    picks: list[str]
    question: Question
    entry: UUID
    message: str = ""
    cause: int = 0
    """The number of the entry that contradicts what was answered; 0: none does."""
    back: int = 0
    """How many entries must be taken back to change that one."""
    at_odds: int = 0
    """The number of the entry of another phone that cannot be with what this one knows."""
    told: list[tuple[int, str]] = field(default_factory=list)
    """What this one has told of entries up to there, and may tell again."""
    other: UUID = field(default_factory=uuid4)

    @property
    def undone(self) -> list[str]:
        """What is left of the answers without the last one."""
        return self.picks[:-1]


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Recorded games, and a form to begin one."""
    if request.method == "POST":
        asked = posted.read(request, Beginning)
        typed = [asked.name.get(str(seat), "") for seat in range(MAX_SEATS if asked.position else asked.seats)]
        if (wrong := next((seat for seat, name in enumerate(typed) if not name.isprintable()), None)) is not None:
            raise BadRequest("bad_field", field=f"name.{wrong}")
        by = guests.somebody(request)
        limits.OPENED_TABLES.take(str(by))
        viewer = int(asked.hand) if asked.hand in map(str, range(MAX_SEATS)) else None
        viewer = ALL_HANDS if asked.hand == "all" else viewer
        try:
            position = UUID(asked.position) if asked.position else None
        except ValueError:
            raise BadRequest("bad_field", field="position") from None
        command = c.BeginScribing(
            game=asked.game,
            seats=asked.seats,
            viewer=viewer,
            open_hands=asked.hand == "open",
            detail=asked.detail,
            position=position,
        )
        begun = services.begin(command, typed, by=by)
        return redirect("matches:scribing", begun.scribing)
    mine = queries.scribings_of(player=request.user.pk) if request.user.is_authenticated else []
    context = {
        "mine": [(one, game_title(one.game)) for one in mine],
        "games": [(name, game_title(name)) for name in games_in_order()],
        "seats": range(MAX_SEATS),
        "positions": queries.positions_to_begin_in(request.user.pk) if request.user.is_authenticated else [],
        "page_title": _("Record a game"),
    }
    return private(render(request, "matches/scribe/index.html", context))


@login_required
@require_safe
def scribing(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """The scribe's page. A script asks every few seconds whether it has changed since ``?since=``."""
    me = signed_in(request)
    if request.headers.get(FROM_SCRIPT) == "panel":
        version = queries.version_of(scribing_id=scribing_id, player=me)
        if request.GET.get("since") == str(version):
            return private(HttpResponse(status=204))
    with RECORDING.place(str(me)):
        shown = queries.scribing(scribing_id=scribing_id, player=me)
        return _answered(request, _panel(shown, [], uuid4()))


@login_required
@require_POST
def step(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """One more answer. Where the entry is whole with it, it is stored."""
    me, sent = signed_in(request), posted.read(request, Step)
    limits.SCRIBED.take(str(me))
    with RECORDING.place(str(me)):
        return _stepped(request, scribing_id, me, sent)


def _stepped(request: HttpRequest, scribing_id: UUID, me: UUID, sent: Step) -> HttpResponse:
    picks = list(sent.pick)
    queued = request.headers.get(FROM_SCRIPT) == "queue"
    try:
        services.enter(scribing_id, c.Enter(picks=sent.pick, after=sent.after), by=me, decision_id=sent.entry)
    except REFUSED as error:
        if queued:
            status, told = refusals.told_in_queue(scribing_id, me, error)
            return private(JsonResponse(told, status=status))
        if not isinstance(error, CoreError):
            raise
        shown = queries.scribing(scribing_id=scribing_id, player=me, going_on=True)
        if error.code == "scribe_more_expected":
            return _answered(request, _panel(shown, picks, sent.entry))
        if error.code not in refusals.CONTRADICTIONS:
            raise
        message = refusals.contradiction(shown, error)
        panel = _panel(shown, picks[: error.data["number"]], sent.entry)
        panel.message, panel.cause = message, error.data.get("entry", 0)
        panel.back = shown.entries - panel.cause + 1 if panel.cause else 0
        return _answered(request, panel)
    return _stored(request, scribing_id, me, _report(scribing_id, me))


def _report(scribing_id: UUID, me: UUID) -> str:
    """Where the game is over with an entry of this phone, its result goes to the tournament's table: nobody says by
    it what another phone has entered. Returns what the table says against it: it can be sent again."""
    fold = queries.public(scribing_id)
    phone = services.phone_of(fold, me)
    if fold.event is None or not fold.ranks or (fold.stood[-1].entered.phone or fold.owner) != phone:
        return ""
    if phone in fold.invited:
        return _("A player with an account, or an arbiter of the tournament, reports the result from their own phone.")
    try:
        services.report(scribing_id, by=me)
    except Refused as error:
        return explain(error).sentence
    return ""


@login_required
@require_POST
def back(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Take the last entry back, or the last few."""
    me, sent = signed_in(request), posted.read(request, Back)
    command = c.TakeBack(after=sent.after, number=sent.number)
    with RECORDING.place(str(me)):
        services.take_back(scribing_id, command, by=me, decision_id=sent.entry)
        return _stored(request, scribing_id, me)


@login_required
@require_POST
def again(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Tell again what the own seat saw of an entry, and of those behind it."""
    me, sent = signed_in(request), posted.read(request, Again)
    with RECORDING.place(str(me)):
        services.tell_again(scribing_id, c.TellAgain(entry=sent.number), by=me, decision_id=sent.entry)
        return _stored(request, scribing_id, me)


@login_required
@require_POST
def share(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Say who may look at the replay."""
    services.share(scribing_id, posted.read(request, c.Share), by=signed_in(request))
    return redirect("matches:scribe_replay", scribing_id)


@login_required
@require_POST
def report(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Send the result to the tournament's table."""
    services.report(scribing_id, by=signed_in(request))
    messages.success(request, _("The result was reported."))
    return redirect("matches:scribing", scribing_id)


@login_required
@require_POST
def break_off(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    services.break_off(scribing_id, c.BreakOff(), by=signed_in(request))
    return redirect("matches:scribing", scribing_id)


@login_required
@require_POST
def keep(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Make a match of it."""
    keeping.keep(scribing_id, c.Keep(), by=signed_in(request))
    return redirect("matches:replay", keeping.match_of(scribing_id), 1)


@login_required
@require_POST
def give_hand(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Let the own hand stand in the match that is kept, or no longer."""
    sent = posted.read(request, Giving)
    services.give_hand(scribing_id, c.GiveHand(given=sent.given), by=signed_in(request))
    return redirect("matches:scribing", scribing_id)


@login_required
@require_POST
def withdraw(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Withdraw the addresses that were handed out for a seat."""
    sent = posted.read(request, Withdrawing)
    services.withdraw(scribing_id, c.Withdraw(seat=sent.seat), by=signed_in(request))
    messages.success(request, _("The address leads nowhere any more."))
    return redirect("matches:scribing", scribing_id)


@login_required
@require_POST
def remove_phone(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Remove a phone that came by an address."""
    sent = posted.read(request, Removing)
    services.remove_phone(scribing_id, c.RemovePhone(player=sent.player), by=signed_in(request))
    messages.success(request, _("That phone can no longer record, and the addresses given out before no longer work."))
    return redirect("matches:scribing", scribing_id)


@login_required
@require_POST
def live(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Say how many minutes late spectators follow it; ``off``: not at all."""
    sent = posted.read(request, Live).minutes
    try:
        minutes = None if sent == "off" else min(whole(sent), MAX_LATE)
    except ValueError:
        raise BadRequest("bad_field", field="minutes") from None
    services.show_live(scribing_id, c.ShowLive(minutes=minutes), by=signed_in(request))
    return redirect("matches:scribing", scribing_id)


@require_safe
def follow(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """The game as spectators see it, late. The page asks again by itself."""
    shown, minutes = queries.followed(scribing_id=scribing_id, now=timezone.now())
    context = _board(shown) | {
        "shown": shown,
        "minutes": minutes,
        "story": list(reversed(queries.story(shown, languages.current()))),
        "style": fragments.game_style(shown.fold.game),
        "title": game_title(shown.fold.game),
    }
    return private(render(request, "matches/scribe/follow.html", context))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, event: UUID, spot: str) -> HttpResponse:
    """Record at a tournament's table: begin, or go on with what another phone has begun."""
    me = signed_in(request)
    table = real_tables.look(event, spot, me)
    if not table.may_record:
        raise NotAllowed("not_your_table")
    if request.method == "POST":
        limits.OPENED_TABLES.take(str(me))
        asked = posted.read(request, AtTable)
        command = c.BeginAtTable(event=event, spot=spot, own_hand=asked.own_hand, detail=asked.detail)
        begun = services.begin_at_table(command, by=me)
        return redirect("matches:scribing", begun.scribing)
    context = {"table": table, "games": queries.at_table(event, spot), "title": game_title(table.game)}
    return private(render(request, "matches/scribe/at_table.html", context | {"page_title": _("Record a game")}))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """Record, too. ``?key=`` is that of an invitation: there is one for each seat, and one to go on without a hand.
    Whoever has one need not log in."""
    invited = queries.invited(scribing_id, request.GET.get("key", ""))
    if invited is None:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        queries.joinable(scribing_id=scribing_id, player=signed_in(request))
    if request.method == "POST":
        me = guests.somebody(request)
        asked = posted.read(request, Joining).seat
        viewer = int(asked) if asked.isdecimal() else None
        seat = None if invited is None else invited.seat
        command = c.Join(viewer=viewer)
        services.join(scribing_id, command, by=me, invited_to=seat, is_invited=invited is not None)
        return redirect("matches:scribing", scribing_id)
    shown = queries.public(scribing_id)
    seats = services.seats_for(shown, asker(request), None if invited is None else invited.seat)
    names = queries.called(shown)
    records = services.phone_of(shown, asker(request)) is not None
    context = {
        "seats": [(seat, names[seat]) for seat in sorted(seats)],
        "late": bool(shown.stood),
        "open_hands": shown.open_hands,
        "qr": qr(request.build_absolute_uri()) if invited is not None and records else "",
    }
    return private(render(request, "matches/scribe/join.html", context | {"page_title": _("Record a game")}))


@require_safe
def replay(request: HttpRequest, scribing_id: UUID) -> HttpResponse:
    """The position after an entry, and what it said."""
    shown = queries.replayed(scribing_id=scribing_id, player=asker(request))
    last = shown.entries
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
        "mine": services.phone_of(shown.fold, asker(request)) is not None,
        "owner": services.is_own(shown.fold, asker(request)),
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


def _stored(request: HttpRequest, scribing_id: UUID, me: UUID, said: str = "") -> HttpResponse:
    """``said`` is what the tournament's table says against the result."""
    shown = queries.scribing(scribing_id=scribing_id, player=me, going_on=True)
    if request.headers.get(FROM_SCRIPT) == "queue":
        queries.keep(shown)
        return private(JsonResponse({"entries": shown.entries}))
    if FROM_SCRIPT in request.headers:
        panel = _panel(shown, [], uuid4())
        panel.message = said
        return _answered(request, panel)
    if said:
        messages.error(request, said)
    return redirect("matches:scribing", scribing_id)


def _answered(request: HttpRequest, panel: Panel) -> HttpResponse:
    template = "matches/scribe/_panel.html" if FROM_SCRIPT in request.headers else "matches/scribe/scribing.html"
    page = render(request, template, _context(panel) | _beside(request, panel.shown, signed_in(request)))
    queries.keep(panel.shown)
    return private(page)


def _beside(request: HttpRequest, shown: Shown, me: UUID) -> dict[str, Any]:
    """What else may be done with it: at the tournament's table, with others, by whoever has begun it."""
    table = queries.real_table(shown, me)
    own = services.is_own(shown.fold, me)
    fold, hands_out = shown.fold, services.hands_out(shown.fold, me)
    handed = services.handed_out(fold) if hands_out and fold.public is None and shown.viewer != ALL_HANDS else set()
    free = handed - {*fold.phones.values()}
    theirs = {fold.phones[one] for one in fold.invited if one in fold.phones}
    return {
        "at": table,
        "differing": []
        if table is None or not table.places or table.places == tuple(shown.fold.ranks)
        else list(zip(shown.names, shown.fold.ranks, table.places, strict=False)),
        "own": own,
        "profiles": sorted(map(str, players.profiles(me))),
        "may_decide_live": services.decides_live(shown.fold, me),
        "delays": DELAYS,
        "others": [
            (shown.names[seat] if seat is not None and seat in fold.hands else "", seat)
            for one, seat in shown.fold.phones.items()
            if one != services.phone_of(shown.fold, me)
        ],
        "invitations": [
            (
                shown.names[seat],
                invitations.address(fold, seat),
                qr(request.build_absolute_uri(invitations.address(fold, seat))),
            )
            for seat in sorted(free)
            if not fold.stood
        ],
        "may_break_off": hands_out,
        "removable": _guests(fold) if hands_out else [],
        "is_guest": services.phone_of(fold, me) in fold.guests,
        "may_take_back": services.may_take_back(fold, me),
        "withdrawable": [(shown.names[seat], seat) for seat in fold.hands if seat in theirs & handed],
        "hand_over": invitations.address(fold, None) if own and table is None and not shown.is_over else "",
        "all_hands": shown.viewer == ALL_HANDS,
        **_hands(shown, own),
    }


def _guests(fold: ScribeFold) -> list[Guest]:
    names, made = players.names(fold.guests), Counter(one.entered.phone for one in fold.stood)
    return [Guest(one, names.get(one, ""), fold.came_at[one], made[one]) for one in fold.guests]


def _hands(shown: Shown, own: bool) -> dict[str, Any]:
    """Once the game is over: whether this phone may give its hand, and whose hands stand in the match."""
    fold = shown.fold
    if not shown.is_over or fold.match is not None:
        return {}
    if not own:
        return {"may_give": shown.viewer in fold.hands, "gives": shown.viewer in fold.given}
    if len(fold.hands) < 2 and shown.viewer in (*fold.hands, ALL_HANDS):
        return {}
    found = keeping.joining(fold)
    named = {
        "joined_hands": found.seats,
        "unfinished": found.unfinished,
        "missing_hands": sorted({*fold.hands} - {*found.given}),
        "contradicting": found.given if found.at_odds else (),
    }
    return {what: [shown.names[seat] for seat in seats] for what, seats in named.items()} | {
        "hands_at_odds": found.at_odds,
        "tells_hands": bool(fold.hands),
    }


def _panel(shown: Shown, picks: list[str], entry: UUID) -> Panel:
    if shown.is_over:
        return Panel(shown, [], Question("", ()), entry)
    if shown.at_odds is not None:
        return _at_odds(shown, shown.at_odds)
    try:
        question = queries.question(shown, picks, languages.current())
    except CoreError as error:
        if error.code != "no_consistent_deal" or picks or len(shown.fold.phones) == 1:
            raise
        return _at_odds(shown, shown.owed or shown.entries)
    return Panel(shown, picks, question, entry)


def _at_odds(shown: Shown, number: int) -> Panel:
    """Two phones contradict each other: one tells again what it saw, or entries are taken back."""
    panel = Panel(shown, [], Question("", ()), uuid4(), at_odds=number)
    panel.told = queries.own_told(shown, languages.current())
    panel.back = len(shown.fold.stood) - number + 1
    return panel


def _context(panel: Panel) -> dict[str, Any]:
    shown = panel.shown
    story = queries.story(shown, languages.current())
    game = get_game(shown.fold.game)
    gallery = game.gallery(languages.current())
    choices = panel.question.choices
    board = _board(shown)
    goes_on = not shown.is_over and not panel.at_odds and shown.session.detail == MOVES
    return board | {
        "plays": goes_on and board["board"] is not None,
        "shown": shown,
        "panel": panel,
        "entries": shown.entries,
        "is_over": shown.is_over,
        # However few cards are offered, it may have been another one.
        "searched": len(choices) > OFFERED or any(choice.card for choice in choices),
        "offered": OFFERED,
        "story": list(reversed(story)),
        **({} if shown.owed else _besides(shown)),
        "cards": sorted({face.words.name for face in gallery}),
        "winners": [name for name, rank in zip(shown.names, shown.fold.ranks, strict=False) if rank == 1],
        "style": fragments.game_style(shown.fold.game),
        "title": game_title(shown.fold.game),
    }


def _besides(shown: Shown) -> dict[str, Any]:
    """What else than the answer to what is asked can be entered."""
    detail = shown.session.detail
    return {
        "showing": [(seat, shown.names[seat]) for seat in shown.session.showable()],
        "concede": [] if not shown.entries or detail != MOVES else list(enumerate(shown.names)),
        "coarser": COARSER_THAN[detail],
    }


def _board(shown: Shown) -> dict[str, Any]:
    """The position as the table page draws it."""
    game, fold = shown.session.game, shown.fold
    if all(entry.is_coarse for entry in shown.session.entries):
        return {"board": None}
    seats = tuple(SeatShown(n, None, "", name, mine=shown.viewer == n) for n, name in enumerate(shown.names))
    return {
        "board": game.board(shown.session.view, languages.current()),
        "board_template": fragments.game_template(game.name, "board.html"),
        "position": {"match": analysis.seen(game, fold.ruleset, seats)},
    }
