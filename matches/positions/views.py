"""The pages on which a position is set up: one form, sent again for each step, with the rules' verdict beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from elekt_core.contract import Game
from elekt_core.registry import bots_of, get_game
from web import edit_conflicts, languages, limits, posted
from web.decoding import VERBATIM
from web.error_words import REFUSED, Explainable, explain
from web.errors import BadRequest, StaleVersion
from web.request import asker, asker_or_address, is_htmx, private, signed_in

from .. import names
from ..games import game_with
from ..play import fragments, practice
from ..tables import guests
from ..tables import queries as table_queries
from . import analysis, forms, queries, services, sources, text
from . import commands as c
from .desk import desk_of
from .models import KeptPosition
from .shapes import Analysis, Board, FlawShown, Kept

LISTED = 12
MAX_FILE = 200_000
TOML = "application/toml; charset=utf-8"


@dataclass
class Page:
    """What the page shows beside the board: what was typed, a text's flaws, a sentence about the source."""

    board: Board
    picks: dict[str, str] = field(default_factory=dict)
    bots: dict[int, str] = field(default_factory=dict)
    text: str | None = None
    text_flaws: tuple[FlawShown, ...] = ()
    name: str = ""
    message: str = ""
    status: int = 200
    source: str = ""

    def refused(self, error: Explainable) -> None:
        """Say why nothing was done."""
        told = explain(error)
        self.message, self.status = told.sentence, told.status


@require_http_methods(["GET", "HEAD", "POST"])
def editor(request: HttpRequest, game: str) -> HttpResponse:
    """A board to set up: empty, or from a scenario, a match or a text."""
    if request.method == "POST":
        return _step(request, get_game(game), None)
    rules = get_game(game)
    board, source = sources.find(rules, request.GET, asker(request))
    return _shown(request, rules, None, Page(board, source=source))


@require_http_methods(["GET", "HEAD", "POST"])
def kept(request: HttpRequest, game: str, position_id: UUID) -> HttpResponse:
    """A kept position at its own address."""
    found = queries.position(position_id=position_id, player=asker(request))
    if found.board.game != game:
        return redirect("matches:position", found.board.game, position_id)
    if request.method == "POST":
        return _step(request, get_game(game), found)
    return _shown(request, get_game(game), found, Page(found.board, name=found.name))


@dataclass(frozen=True, slots=True)
class Naming:
    """How a name is sent."""

    name: c.Name


@dataclass(frozen=True, slots=True)
class Sharing:
    """How sharing a position is sent."""

    access: Annotated[KeptPosition.Access, c.Access]


def _changed(request: HttpRequest, position_id: UUID, read: Callable[[], c.Command], then: str) -> HttpResponse:
    """Change the version that was seen; after a conflict or refusal the page comes back as it was filled in."""
    me, opened = signed_in(request), edit_conflicts.sent(request)
    try:
        command = read()
        services.change(position_id, command, by=me, **opened.how_for(type(command).__name__))
    except REFUSED as error:
        now = queries.position(position_id=position_id, player=me)
        page = Page(now.board, name=posted.fields(request).get("name", now.name))
        page.refused(error)
        if isinstance(error, StaleVersion):
            said = _("This position has changed since you opened it. It is now called “%(name)s”.")
            page.message = said % {"name": now.name}
        return _shown(request, get_game(now.board.game), now, page)
    return redirect(then)


@login_required
@require_POST
def rename(request: HttpRequest, game: str, position_id: UUID) -> HttpResponse:
    def read() -> c.Command:
        return c.ChangePosition(name=posted.read(request, Naming).name)

    return _changed(request, position_id, read, reverse("matches:position", args=[game, position_id]))


@login_required
@require_POST
def share(request: HttpRequest, game: str, position_id: UUID) -> HttpResponse:
    then = reverse("matches:position", args=[game, position_id])
    return _changed(request, position_id, lambda: c.ChangePosition(access=posted.read(request, Sharing).access), then)


@login_required
@require_POST
def drop(request: HttpRequest, game: str, position_id: UUID) -> HttpResponse:
    return _changed(request, position_id, c.DropPosition, reverse("matches:positions", args=[game]))


# --- one step of the hand -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Button:
    """What the page's form asks; what is set up with it is read by the game's own fields."""

    do: str = ""
    text: Annotated[str, VERBATIM] = ""


def _step(request: HttpRequest, game: Game[Any], kept: Kept | None) -> HttpResponse:
    """Do what the button says. Whatever happens, nothing that was set up is lost."""
    page = _page(request, game)
    if page.message:
        return _shown(request, game, kept, page)
    step = posted.read(request, Button).do.split()
    match step:
        case ["read"]:
            _take_text(request, page, posted.read(request, Button).text)
        case ["upload"]:
            _take_text(request, page, _uploaded(request))
        case ["download"]:
            return _file(request, page)
        case ["play" | "keep" | "save" as word]:
            try:
                return _lasting(request, word, page, kept)
            except REFUSED as error:
                page.refused(error)
        case [_, *_]:
            picked = page.picks.pop(step[1], "") if step[0] == "add" and len(step) == 2 else ""
            desk, board = desk_of(game_with(game.name, page.board.cards)), page.board
            page.board = board.holding(desk.change(board.seats, board.position, step, picked))
        case _:
            pass
    return _shown(request, game, kept, page)


def _page(request: HttpRequest, game: Game[Any]) -> Page:
    sent, refused = posted.fields(request), None
    try:
        board = forms.read(game, sent, asker(request))
    except REFUSED as error:  # the cards cannot be had: all else stays as it was set up
        refused, without = error, sent.copy()
        without["cards"] = ""
        board = forms.read(game, without, asker(request))
    picks = {key.removeprefix("pick."): value for key, value in sent.items() if key.startswith("pick.") and value}
    known = bots_of(game)
    bots = {seat: bot for seat in range(board.seats) if (bot := sent.get(f"who.{seat}", "")) in known}
    typed = sent.get("text", "").replace("\r\n", "\n")
    page = Page(board, {key: str(value) for key, value in picks.items()}, bots, name=sent.get("name", ""))
    if typed and _mark(typed) != sent.get("text_mark"):
        page.text = typed  # changed, and not yet set up: it stays
    if refused is not None:
        page.refused(refused)
    return page


def _mark(said: str) -> str:
    """Tells a text that somebody has changed from the one that the page has written."""
    return sha256(said.strip().encode()).hexdigest()[:16]


def _take_text(request: HttpRequest, page: Page, said: str) -> None:
    """Set up what the text says; a text with flaws stays as it is, and so does the board."""
    found = text.read(said, page.board, asker_or_address(request))
    if found.board is None:
        page.text, page.text_flaws, page.status = said, found.flaws, 422
    else:
        page.board, page.text = found.board, None


def _uploaded(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    content = file.read(MAX_FILE) if file is not None else b""
    return content.decode("utf-8", errors="replace").replace("\r\n", "\n")


def _file(request: HttpRequest, page: Page) -> HttpResponse:
    found = analysis.analyse(page.board, asker_or_address(request))
    response = HttpResponse(text.write(page.board, page.name, found), content_type=TOML)
    name = slugify(page.name) or "position"
    response["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return private(response)


def _lasting(request: HttpRequest, word: str, page: Page, kept: Kept | None) -> HttpResponse:
    """Play it out, keep it, or save the change. A visitor without a profile becomes a guest."""
    sent = edit_conflicts.sent(request)
    decision_id = sent.how_for(word)["decision_id"]
    if word == "save" and kept is not None:
        if sent.version is None:
            raise BadRequest("bad_field", field="expected_version")
        services.change(
            kept.id,
            c.ChangePosition(board=page.board),
            by=signed_in(request),
            expected_version=sent.version,
            decision_id=decision_id,
        )
        return redirect("matches:position", page.board.game, kept.id)
    if word == "play":
        found = analysis.analyse(page.board, asker_or_address(request))
        if found.flaws:
            raise BadRequest("position_has_flaws", field="position")
        host = guests.somebody(request)
        limits.OPENED_TABLES.take(str(host))
        opened = practice.play_board(host=host, board=page.board, bots=page.bots, decision_id=decision_id)
        return redirect("matches:match", opened.match)
    command = c.KeepPosition(name=page.name, board=page.board)
    done = services.keep(command, by=guests.somebody(request), decision_id=decision_id)
    return redirect("matches:position", page.board.game, done.position)


# --- showing ------------------------------------------------------------------------------------------------


def _shown(request: HttpRequest, game: Game[Any], kept: Kept | None, page: Page) -> HttpResponse:
    me = asker(request)
    board, language = page.board, languages.current()
    rules = game_with(game.name, board.cards)
    found = analysis.analyse(board, asker_or_address(request))
    its_desk = desk_of(rules)
    desk = its_desk.lay_out(board.seats, board.position, language)
    setup = tuple(flaw for flaw in found.flaws if flaw.key.startswith("setup."))
    words = rules.words(language, ())
    options = forms.option_fields(rules, board, its_desk.fields.ignores)
    written = text.write(board, page.name, found)
    context: dict[str, Any] = {
        "game": game.name,
        "kept": kept,
        "edit_url": _address(game.name, kept),
        "link": request.build_absolute_uri(request.path),
        "board_set": board,
        "rulesets": [
            (ruleset.name, words.ruleset(ruleset.name))
            for ruleset in rules.rulesets
            if ruleset in rules.current or ruleset.name == board.ruleset
        ],
        "sizes": rules.ruleset(board.ruleset).seats,
        "options": options,
        "cards": forms.cards_offered(board, me),
        "desk": desk,
        "flaws": forms.flaws_by_field(found.flaws, desk.keys),
        "setup_flaws": setup,
        "seats": found.seats,
        "sides": analysis.seen(rules, board.ruleset, found.seats).sides,
        "option_values": {option.name: option.chosen for option in options},
        "picks": page.picks,
        "found": found,
        "text": written if page.text is None else page.text,
        "text_mark": _mark(written),
        "text_flaws": page.text_flaws,
        "name": page.name,
        "message": page.message,
        "source": page.source,
        "bots": [(bot, names.bot_name(bot)) for bot in sorted(bots_of(game))],
        "chosen_bots": page.bots,
        "decision_id": uuid4(),
        "opened": None if kept is None else edit_conflicts.opened(kept.version, ()),
        "style": fragments.game_style(game.name),
        **board_context(found, board),
    }
    if is_htmx(request):
        response = render(request, "matches/positions/_editor.html", context)
    else:
        if me is not None:
            context["kept_ones"] = queries.positions_of(player=me, game=game.name)
            context["practices"] = table_queries.practice_matches(player=me, limit=LISTED)
        response = render(request, "matches/positions/editor.html", context, status=page.status)
    return private(response)


def board_context(found: Analysis, board_set: Board) -> dict[str, Any]:
    """The board of an analysed position, as the table page draws it."""
    if found.view is None:
        return {"board": None}
    board = found.game.board(found.view, languages.current())
    return {
        "board": board,
        "board_template": fragments.game_template(found.game.name, "board.html"),
        "position": {"match": analysis.seen(found.game, board_set.ruleset, found.seats)},
    }


def _address(game: str, kept: Kept | None) -> str:
    return reverse("matches:position", args=[game, kept.id]) if kept else reverse("matches:positions", args=[game])
