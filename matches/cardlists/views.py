"""Pages of cards and card lists. A view parses, calls a service or query, and renders; ``refusals`` handles errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.contract import Game
from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from elekt_core.scenarios.scenario import list_scenarios
from web import edit_conflicts, languages, limits, posted
from web.error_words import explain
from web.errors import BadRequest, NotFound, StaleVersion
from web.request import asker, page_number, private, signed_in, whole

from ..games import game_of, game_with
from ..play import fragments
from ..play import queries as match_queries
from . import binder, flaws, played, queries, services
from . import commands as c
from .decide import MAX_BYTES
from .forms import AccessForm, ListForm, NameForm, VersionForm
from .models import CardList
from .played import Played
from .shapes import CardListShown, VersionShown

FILE_TYPE = "application/toml; charset=utf-8"


def _file(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=FILE_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


# --- the game's own cards ---------------------------------------------------------------------------------


@require_safe
def cards(request: HttpRequest, game: str) -> HttpResponse:
    """The gallery of the game's own cards, or of a list that the asker may play with, theirs or others' (``list``)."""
    own = rules = get_game(game)
    base = reverse("matches:cards", args=[game])
    offered = queries.usable_card_lists(player=asker(request), game=game) if own.built_in_cards() else []
    chosen = next((one for one in offered if str(one.id) == request.GET.get("list")), None)
    if chosen is not None:
        _chosen, _newest, rules = _version(request, chosen.id, chosen.newest)
        base = reverse("matches:card_list_version", args=[chosen.id, chosen.newest]) + "cards/"
    context = _gallery(request, rules, base) | {"has_file": bool(own.built_in_cards()), "offered": offered}
    context |= {"chosen_list": chosen, "owners": binder.by_owner(offered)}
    if chosen is None:
        context["shown_in"] = {card: len(found) for card, found in list_scenarios(own).by_card.items()}
    return private(render(request, "matches/cards.html", context))


@require_safe
def card(request: HttpRequest, game: str, card: str) -> HttpResponse:
    """One card of the game's own."""
    rules = get_game(game)
    context = _card(rules, card, request, Played(game)) | {"scenarios": played.scenarios_of(rules, card)}
    return private(render(request, "matches/cardlists/card.html", context))


@require_safe
def built_in_file(request: HttpRequest, game: str) -> HttpResponse:
    """The game's own card file, to begin a list with."""
    text = get_game(game).built_in_cards()
    if not text:
        raise NotFound("unknown_address", path=request.path)
    return _file(text, f"{game}-cards")


# --- the cards of a match ---------------------------------------------------------------------------------


@require_safe
def match_cards(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The cards that a match is played with, for everyone who may see the match."""
    match = match_queries.match(match_id=match_id, player=asker(request))
    context = _gallery(request, game_of(match), reverse("matches:match_cards", args=[match_id])) | {
        "match": match,
        "card_list": _list_of(match.cards, request),
    }
    return private(render(request, "matches/cardlists/match_cards.html", context))


@require_safe
def match_card(request: HttpRequest, match_id: UUID, card: str) -> HttpResponse:
    match = match_queries.match(match_id=match_id, player=asker(request))
    context = _card(game_of(match), card, request, None) | {"match": match}
    return private(render(request, "matches/cardlists/card.html", context))


def _list_of(cards: str, request: HttpRequest) -> tuple[CardListShown, VersionShown] | None:
    """The list that has these cards as a version, if the asker may see one."""
    return queries.list_of_cards(cards=cards, player=asker(request)) if cards else None


# --- lists ------------------------------------------------------------------------------------------------


@login_required
@require_safe
def mine(request: HttpRequest, game: str) -> HttpResponse:
    me = signed_in(request)
    context = {
        "game": get_game(game).name,
        "lists": queries.lists_of(player=me),
        "offered": queries.offered(player=me, game=game),
    }
    return private(render(request, "matches/cardlists/lists.html", context))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """A new list: from an upload, from pasted text, or from the game's own cards (``?from=built-in``)."""
    rules, me = get_game(game), signed_in(request)
    text = rules.built_in_cards() if request.GET.get("from") == "built-in" else ""
    form = posted.form(request, lambda data: ListForm(data, request.FILES or None, initial={"text": text}))
    sent = edit_conflicts.sent(request)

    def save(data: dict[str, Any]) -> HttpResponse:
        command = c.OpenCardList(
            game=game,
            name=data["name"],
            text=data["text"],
            note=data["note"],
            access=CardList.Access(data["access"]),
        )
        done = services.open_list(command, by=me, decision_id=sent.how_for(command)["decision_id"])
        messages.success(request, _("The list is saved. You can now open tables with it."))
        return redirect("matches:card_list", done.list)

    return _edit(request, form, save, {"game": game, "rules": rules, "opened": edit_conflicts.opened(0, ())})


@require_safe
def card_list(request: HttpRequest, list_id: UUID) -> HttpResponse:
    shown = queries.card_list(list_id=list_id, player=asker(request))
    name, access = _forms(shown)
    return _list_page(request, shown, name, access, edit_conflicts.opened(shown.version, [name, access]))


def _forms(shown: CardListShown) -> tuple[NameForm, AccessForm]:
    return NameForm(initial={"name": shown.name}), AccessForm(initial={"access": shown.access})


def _list_page(
    request: HttpRequest,
    shown: CardListShown,
    name: NameForm,
    access: AccessForm,
    opened: edit_conflicts.Opened,
    status: int = 200,
) -> HttpResponse:
    versions = queries.versions(list_id=shown.id, player=asker(request))
    asked = Played(shown.game, tuple({version.cards for version in versions}), shown.id)
    context: dict[str, Any] = {
        "card_list": shown,
        "versions": versions,
        "link": request.build_absolute_uri(reverse("matches:card_list", args=[shown.id])),
        "matches": played.matches_with(asked, player=asker(request)),
    }
    if shown.mine:
        context |= {"name_form": name, "access_form": access, "opened": opened}
    return private(render(request, "matches/cardlists/list.html", context, status=status))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_version(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Add a version; the field starts with the text of the newest one."""
    me = signed_in(request)
    shown = queries.card_list(list_id=list_id, player=me)
    initial = {"text": queries.text(list_id=list_id, player=me)}
    form = posted.form(request, lambda data: VersionForm(data, request.FILES or None, initial=initial))
    sent = edit_conflicts.sent(request)

    def save(data: dict[str, Any]) -> HttpResponse:
        command = c.AddVersion(data["text"], data["note"])
        done = services.change(list_id, command, by=me, **sent.how_for(command))
        return redirect("matches:card_list_changes", list_id, done.number)

    context = {"card_list": shown, "game": shown.game, "rules": get_game(shown.game)}
    return _edit(request, form, save, context | {"opened": edit_conflicts.opened(shown.version, ())})


def _edit(
    request: HttpRequest, form: VersionForm, save: Callable[[dict[str, Any]], HttpResponse], context: dict[str, Any]
) -> HttpResponse:
    """The page of a text: shown again as typed if something is wrong, with every flaw beside it, or if somebody
    else has changed the list since."""
    found: tuple[flaws.FlawShown, ...] = ()
    status = 422
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        try:
            limits.CARD_LISTS.take(str(signed_in(request)))
            return save(form.cleaned_data)
        except BadCards as bad:
            found = flaws.shown(bad, text)
            form.keep(text)
        except BadRequest as bad_request:
            if bad_request.data.get("field") != "text":
                raise
            form.keep(text)
            form.add_error("text", explain(bad_request).sentence)
        except StaleVersion as stale:
            status = stale.status
            form.keep(text)
            form.add_error(None, explain(stale).sentence)
    context |= {"form": form, "flaws": found, "most_kb": MAX_BYTES // 1024}
    shown = render(request, "matches/cardlists/edit.html", context, status=status if found or form.errors else 200)
    return private(shown)


def _changed(request: HttpRequest, list_id: UUID, command: c.ChangeCardList) -> HttpResponse:
    """Make the change to the version that was seen; after a conflict the page comes back with what was filled in
    and what is there now."""
    me, opened = signed_in(request), edit_conflicts.sent(request)
    try:
        services.change(list_id, command, by=me, **opened.how)
    except StaleVersion:
        shown = queries.card_list(list_id=list_id, player=me)
        name, access = _forms(shown)
        again = (request, opened, shown.version, [name, access])
        if command.access is not None:
            access, opened = edit_conflicts.again(*again, AccessForm, lambda one: [one])
        else:
            name, opened = edit_conflicts.again(*again, NameForm, lambda one: [one])
        return _list_page(request, shown, name, access, opened, 409)
    return redirect("matches:card_list", list_id)


def _filled(form: Form) -> dict[str, Any]:
    """Raises BadRequest, which names the first field that is wrong."""
    if not form.is_valid():
        raise BadRequest("bad_field", field=next(iter(form.errors)))
    return form.cleaned_data


@login_required
@require_POST
def rename(request: HttpRequest, list_id: UUID) -> HttpResponse:
    return _changed(request, list_id, c.ChangeCardList(name=_filled(posted.form(request, NameForm))["name"]))


@login_required
@require_POST
def change_access(request: HttpRequest, list_id: UUID) -> HttpResponse:
    access = _filled(posted.form(request, AccessForm))["access"]
    return _changed(request, list_id, c.ChangeCardList(access=CardList.Access(access)))


@login_required
@require_POST
def retire(request: HttpRequest, list_id: UUID) -> HttpResponse:
    return _changed(request, list_id, c.ChangeCardList(retired=True))


@login_required
@require_POST
def restore(request: HttpRequest, list_id: UUID) -> HttpResponse:
    return _changed(request, list_id, c.ChangeCardList(retired=False))


# --- a version --------------------------------------------------------------------------------------------


def _version(request: HttpRequest, list_id: UUID, number: int) -> tuple[CardListShown, VersionShown, Game[Any]]:
    shown = queries.card_list(list_id=list_id, player=asker(request))
    version = queries.version(list_id=list_id, number=number, player=asker(request))
    return shown, version, game_with(shown.game, version.cards)


@require_safe
def version(request: HttpRequest, list_id: UUID, number: int) -> HttpResponse:
    """The gallery of a version."""
    shown, version, rules = _version(request, list_id, number)
    base = reverse("matches:card_list_version", args=[list_id, number]) + "cards/"
    context = _gallery(request, rules, base) | {"card_list": shown, "version": version}
    return private(render(request, "matches/cardlists/version.html", context))


@require_safe
def version_card(request: HttpRequest, list_id: UUID, number: int, card: str) -> HttpResponse:
    shown, version, rules = _version(request, list_id, number)
    context = _card(rules, card, request, Played(shown.game, (version.cards,), shown.id))
    return private(render(request, "matches/cardlists/card.html", context | {"card_list": shown, "version": version}))


@require_safe
def version_file(request: HttpRequest, list_id: UUID, number: int) -> HttpResponse:
    shown, version, _rules = _version(request, list_id, number)
    text = queries.text(list_id=list_id, player=asker(request), number=number)
    return private(_file(text, f"{shown.game}-cards-{version.cards[:8]}"))


@require_safe
def changes(request: HttpRequest, list_id: UUID, number: int) -> HttpResponse:
    """How a version differs from the one before, or from ``?from=`` (0: the game's own cards)."""
    shown, version, rules = _version(request, list_id, number)
    since = _since(request, number)
    if since:
        _shown, _earlier, older = _version(request, list_id, since)
    else:
        older = get_game(shown.game)
    context = {
        "card_list": shown,
        "version": version,
        "since": since,
        "versions": queries.versions(list_id=list_id, player=asker(request)),
        "changes": older.card_changes(rules, languages.current()),
        "face_template": fragments.game_template(shown.game, "face.html"),
        "style": fragments.game_style(shown.game),
    }
    return private(render(request, "matches/cardlists/changes.html", context))


def _since(request: HttpRequest, number: int) -> int:
    text = request.GET.get("from", "")
    if not text:
        return number - 1
    try:
        return whole(text)
    except ValueError:
        raise BadRequest("bad_field", field="from") from None


# --- what cards need --------------------------------------------------------------------------------------


def _gallery(request: HttpRequest, rules: Game[Any], card_base: str) -> dict[str, Any]:
    """``card_base`` plus a card's id and a slash is the address of its page."""
    shown = binder.binder(rules, languages.current(), request.GET)
    return {
        "card_base": card_base,
        "game": rules.name,
        "binder": shown,
        "gallery": shown.faces,
        "origins": shown.origins,
        "sets": () if shown.is_filtered else rules.sets(),
        "gallery_template": fragments.game_template(rules.name, "gallery.html"),
        "style": fragments.game_style(rules.name),
    }


def _card(rules: Game[Any], id_: str, request: HttpRequest, asked: Played | None) -> dict[str, Any]:
    page = played.card(rules, id_)
    return {
        "game": rules.name,
        "page": page,
        "card_template": fragments.game_template(rules.name, "card.html"),
        "face_template": fragments.game_template(rules.name, "face.html"),
        "style": fragments.game_style(rules.name),
        "played": None
        if asked is None
        else played.where_played(asked, id_, player=asker(request), page=page_number(request)),
        "asked": asked,
    }
