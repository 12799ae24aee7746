"""Pages of a game's rules: the whole book with its search, a chapter, a rule. They are the same for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from elekt_core.registry import get_game
from web import languages
from web.request import is_htmx

from ..play import fragments
from . import pages as rulepages


@require_safe
@vary_on_headers("HX-Request")
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The whole book, or what ``?q=`` finds in it; for scripts only the results."""
    written = get_game(game).rulebook(languages.current())
    if written is None:
        return render(request, "matches/rules.html", {"game": game})
    query = request.GET.get("q", "")
    context = {"game": game, "book": written, "query": query, "results": rulepages.search(game, query)}
    if is_htmx(request):
        return render(request, "matches/_rules_found.html", context)
    context |= {"chapters": rulepages.chapters(game), "intro_template": fragments.game_template(game, "intro.html")}
    return render(request, "matches/rules.html", context)


@require_safe
@vary_on_headers("HX-Request")
def rule(request: HttpRequest, game: str, number: str) -> HttpResponse:
    """One rule or one chapter; for scripts a rule is a card to be shown in place."""
    known = rulepages.canonical(game, number)
    if known != number:
        return redirect("matches:rule", game, known, permanent=True)
    book = rulepages.book(game)
    context = {"game": game, "book": book, "language": book.language}
    if book.rule(known) is None:
        shown = rulepages.chapter(game, known)
        context |= {"shown": shown, "page_title": f"{known} {shown.chapter.title}"}
        return render(request, "matches/rules_chapter.html", context)
    page = rulepages.page(game, known)
    context |= {"page": page, "page_title": _("Rule %(number)s") % {"number": known}}
    return render(request, "matches/_rule_card.html" if is_htmx(request) else "matches/rules_rule.html", context)
