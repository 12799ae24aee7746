"""Small template tags that pages share."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.template.defaultfilters import floatformat
from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches import names
from matches.play import fragments
from matches.play.shapes import LogLine, MatchShown
from matches.rules import linking
from web import pieces

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=1024)
def emblem(name: str, label: str = "") -> SafeString:
    """A symbol of the common sprite, or of a game's own (``game/name``); with ``label`` screen readers hear it, without
    one it is an ornament."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    game, _, sign = name.rpartition("/")
    sprite = static(f"img/{game or 'emblems'}.svg")
    return format_html('<svg class="emblem e-{}" {}>\n<use href="{}#{}"/>\n</svg>', sign, spoken, sprite, sign)


@register.simple_tag
def seat_name(who: Any) -> str:
    """The name of whoever sits there, in short where there is little room; screen readers always hear all of it."""
    name: str = who.name
    short = names.shortened(getattr(who, "bot", ""), name)
    if short == name:
        return name
    return format_html(
        '<span class="in-full">{}</span><span class="in-short" title="{}" aria-hidden="true">{}</span>',
        name,
        name,
        short,
    )


@register.filter
def in_one_line(text: str) -> SafeString:
    """The contents of a text field, whose white space counts, where lines are stripped: ``web.pieces``."""
    return SafeString(escape(text).replace("\r\n", "\n").replace("\n", "&#10;"))


@register.simple_tag(takes_context=True)
def here(context: template.Context, view_name: str, *within: str) -> str:
    """``aria-current`` for the link to the current page, or to the page ``within`` which it lies."""
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request else None
    return SafeString(' aria-current="page"') if match and match.view_name in (view_name, *within) else ""


@register.filter
def spoken(field: BoundField) -> Any:
    """The field's widget, tied to its help and errors for screen readers."""
    described = []
    if field.help_text:
        described.append(f"{field.id_for_label}-help")
    if field.errors:
        described.append(f"{field.id_for_label}-errors")
    attrs: dict[str, str | bool] = {"aria-describedby": " ".join(described)} if described else {}
    if field.errors:
        attrs["aria-invalid"] = "true"
    return field.as_widget(attrs=attrs)


@register.filter
def item(mapping: Any, key: Any) -> Any:
    """``mapping[key]``, or None."""
    try:
        return mapping[key]
    except (KeyError, IndexError, TypeError):
        return None


@register.filter
def prose(text: str) -> SafeString:
    """A sentence in which words between backticks are names from the notation."""
    parts = enumerate(text.split("`"))
    return format_html_join("", "{}", ((format_html("<code>{}</code>", p) if n % 2 else p,) for n, p in parts))


@register.simple_tag
def rule_address(game: str, number: str) -> str:
    return linking.rule_address(game, number)


@register.simple_tag
def card_address(game: str, card: str) -> str:
    return linking.card_address(game, card)


@register.simple_tag
def match_card_address(match: MatchShown, card: str) -> str:
    """The page of a card of a match, which may be played with a club's own cards."""
    return linking.match_card_address(str(match.id), card) if match.cards else card_address(match.game, card)


@register.simple_tag
def hand_of(name: str, mine: bool) -> str:
    """The heading of a hand."""
    return _("Your hand") if mine else _("%(name)s’s hand") % {"name": name}


@register.filter
def game_title(game: str) -> str:
    """The game's title."""
    return names.game_title(game)


@register.filter
def ruleset_title(game: str, ruleset: str) -> str:
    return names.ruleset_title(game, ruleset)


@register.filter
def arms(game: str) -> str:
    """The template of the game's plate."""
    return fragments.game_template(game, "arms.html")


@register.filter
def signed(number: float, decimals: int = 0) -> str:
    """The number with its sign, and a true minus."""
    sign = "" if not round(number, decimals) else "+" if number > 0 else "\N{MINUS SIGN}"
    return f"{sign}{floatformat(abs(number), decimals)}"


@register.simple_tag
def described(field: BoundField) -> str:
    """An attribute that ties a group of inputs to its errors."""
    return format_html(' aria-describedby="{}-errors"', field.auto_id) if field.errors else ""


@register.filter
def times(n: int) -> range:
    """For loops in templates: ``{% for _ in 3|times %}``."""
    return range(n)


@register.filter
def pick(value: Any, names: str) -> Any:
    """A few fields of ``value``, as ``piece`` needs them: hashable, and equal while they are."""
    made, fields = _picked(names)
    return made(*[getattr(value, field, None) for field in fields])


@cache
def _picked(names: str) -> tuple[Callable[..., Any], Sequence[str]]:
    return namedtuple("Picked", names), names.split()


@register.simple_tag
def log_lines(match: MatchShown, lines: Sequence[LogLine], looked_from: str) -> SafeString:
    """The lines of a match's log."""
    return fragments.lines_of(match, lines, looked_from)


@register.simple_tag
def piece(template_name: str, value: Any, **more: Any) -> str:
    """A small template of ``value``, there called ``face``, and ``more``: ``web.pieces``. It stands between lines.

    From one position to the next most of a board looks the same.
    """
    return pieces.piece(template_name, {"face": value, **more})
