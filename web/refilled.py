"""A refused form, filled in again in the page that it came from, for browsers without scripts.

A script leaves the page as it is and shows the refusal beside it; without one the whole page comes anew: the one that
the browser says it was sent from, else the one above its address. The form that was sent is found in it, gets back what
was typed, and the sentence stands beside the field that it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import SimpleTemplateResponse
from django.urls import resolve
from django.utils.datastructures import MultiValueDict

from .error_words import REFUSED, Explained

PLACE = "refused"
"""The id of the sentence in the page."""
OF_THE_MOMENT = ("csrfmiddlewaretoken", "version", "expected_version", "instead_of", "decision_id", "shown")
"""Hidden fields that are new in each page."""
TICKED = ("checkbox", "radio")
UNTYPED = ("hidden", "submit", "button", "image", "reset", "file", "password")


ELSEWHERE = ("/api/", "/live/")
"""Addresses of no page."""
QUICK = "/decide/"
"""How addresses end at which nobody types: decisions at a table, whose threads must stay free."""


def page_again(request: HttpRequest, told: Explained) -> HttpResponse | None:
    """The page from which a form was sent, as its sender may see it now; None if the form is not on it."""
    for address in () if request.path.endswith(QUICK) else _addresses(request):
        shown = _page(request, address)
        if shown is None:
            continue
        field = str(told.data.get("field", "")).rpartition(".")[2]
        page = refilled(shown.content.decode(), request.path, request.POST, field, told.sentence, address.path)
        if page is not None:
            shown.content, shown.status_code = page.encode(), told.status
            return shown
    return None


def _addresses(request: HttpRequest) -> list[SplitResult]:
    """Where the form may have been: the browser's referrer, the form's own address, and the one above that."""
    above, _slash, _last = request.path.rstrip("/").rpartition("/")
    places = [request.get_full_path(), f"{above}/"]
    try:
        said = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        said = urlsplit("")
    if said.netloc == request.get_host():
        places = [said._replace(scheme="", netloc="", fragment="").geturl(), *places]
    return [urlsplit(place) for place in dict.fromkeys(places) if not place.startswith(ELSEWHERE)]


def _page(request: HttpRequest, address: SplitResult) -> HttpResponse | None:
    """What this browser would be shown at the address; None if that is not a page that it may see."""
    asked = copy(request)
    asked.method, asked.path, asked.path_info = "GET", address.path, address.path
    asked.META = {**request.META, "REQUEST_METHOD": "GET", "PATH_INFO": address.path, "QUERY_STRING": address.query}
    asked.GET, asked.POST = QueryDict(address.query), QueryDict()
    asked._files = MultiValueDict()  # type: ignore[attr-defined]
    try:
        asked.resolver_match = found = resolve(address.path)
        response = found.func(asked, *found.args, **found.kwargs)
    except (Http404, PermissionDenied, *REFUSED):
        return None
    if isinstance(response, SimpleTemplateResponse):
        response.render()
    is_page = isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith("text/html")
    return response if is_page and response.status_code == 200 else None


@dataclass(slots=True)
class _Token:
    """A piece of a page: ``tag`` is empty for text, ``attributes`` are those of a start tag."""

    text: str
    tag: str = ""
    ends: bool = False
    attributes: dict[str, str] | None = None

    def get(self, name: str) -> str:
        return (self.attributes or {}).get(name, "")

    def put(self, name: str, value: str | None) -> None:
        """Set an attribute, or remove it (None)."""
        assert self.attributes is not None
        self.attributes.pop(name, None)
        if value is not None:
            self.attributes[name] = value
        written = "".join(f' {key}="{escape(one)}"' for key, one in self.attributes.items())
        self.text = f"<{self.tag}{written}>"


def refilled(page: str, action: str, sent: QueryDict, field: str, sentence: str, here: str = "") -> str | None:
    """The page with the form that was sent to ``action``; None if it is not there. A form that does not say
    where it is sent goes to the page's own address, ``here``."""
    tokens = _Page(page).tokens
    for begin, end in _forms(tokens):
        goes = urlsplit(tokens[begin].get("action")).path or here
        if tokens[begin].get("method").lower() == "post" and goes == action and _is_sent(tokens[begin:end], sent):
            _unfold(tokens, begin)
            _fill(tokens[begin:end], sent)
            _say(tokens[begin:end], field, sentence)
            _lead(tokens, sentence)
            return "".join(token.text for token in tokens)
    return None


class _Page(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.tokens: list[_Token] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tokens.append(_Token(self.get_starttag_text() or "", tag, attributes=found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.tokens.append(_Token(f"</{tag}>", tag, ends=True))

    def handle_data(self, data: str) -> None:
        self.tokens.append(_Token(data))

    def handle_entityref(self, name: str) -> None:
        self.tokens.append(_Token(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        self.tokens.append(_Token(f"&#{name};"))

    def handle_comment(self, data: str) -> None:
        self.tokens.append(_Token(f"<!--{data}-->"))

    def handle_decl(self, decl: str) -> None:
        self.tokens.append(_Token(f"<!{decl}>"))


def _forms(tokens: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    begin = 0
    for number, token in enumerate(tokens):
        if token.tag == "form":
            if token.ends:
                yield begin, number
            begin = number


def _is_sent(form: Sequence[_Token], sent: QueryDict) -> bool:
    """Whether it is the one of several forms with the same address: by its hidden fields, and by its button."""
    hidden = [one for one in form if one.get("type") == "hidden" and one.get("name") not in OF_THE_MOMENT]
    buttons = [one for one in form if one.tag == "button" and one.get("name")]
    pressed = not buttons or any(one.get("value") in sent.getlist(one.get("name")) for one in buttons)
    return pressed and all(one.get("value") in sent.getlist(one.get("name")) for one in hidden)


def _unfold(tokens: Sequence[_Token], begin: int) -> None:
    """Open every collapsed element that contains the form."""
    around: list[_Token] = []
    for token in tokens[:begin]:
        if token.tag == "details" and token.ends:
            around.pop()
        elif token.tag == "details":
            around.append(token)
    for token in around:
        token.put("open", "")


def _fill(form: Sequence[_Token], sent: QueryDict) -> None:
    chosen: list[str] = []
    for number, token in enumerate(form):
        if token.ends or not token.tag:
            continue
        values = sent.getlist(token.get("name"))
        if token.tag == "select":
            chosen = values
        elif token.tag == "option" and chosen:
            value = token.get("value") if "value" in (token.attributes or {}) else form[number + 1].text.strip()
            token.put("selected", "" if value in chosen else None)
        elif token.tag == "input" and token.get("type") in TICKED:
            token.put("checked", "" if (token.get("value") or "on") in values else None)
        elif token.tag == "input" and token.get("type") not in UNTYPED and values:
            token.put("value", values[0])
        elif token.tag == "textarea" and values:
            _write(form[number + 1 :], values[0])


def _write(behind: Sequence[_Token], text: str) -> None:
    for token in behind:
        if token.tag == "textarea":
            token.text = escape(text) + token.text
            return
        token.text = ""


def _say(form: Sequence[_Token], field: str, sentence: str) -> None:
    """Write the sentence after the field; at the head of the form if it is not a field for typing."""
    said = f'<span class="errors" id="{PLACE}">{escape(sentence)}</span>'
    typed = (one for one in form if one.tag in ("input", "select", "textarea") and one.get("name") == field)
    found = next((one for one in typed if not one.ends and one.get("type") not in (*UNTYPED, *TICKED)), None)
    if found is None:
        form[0].text += said
        return
    found.put("aria-invalid", "true")
    found.put("aria-describedby", PLACE)
    behind = iter(form)
    last = next(one for one in behind if one is found)
    if found.tag != "input":
        last = next(one for one in behind if one.ends and one.tag == found.tag)
    last.text += said


def _lead(tokens: Sequence[_Token], sentence: str) -> None:
    """Write the sentence at the head of the page too, with a link to the form."""
    places = [token for token in tokens if not token.ends and (token.get("id") == "errors" or token.tag == "main")]
    for place in sorted(places, key=lambda token: token.tag == "main")[:1]:
        role = ' role="alert"' if place.tag == "main" else ""
        place.text += f'<p class="notice error"{role}><a href="#{PLACE}">{escape(sentence)}</a></p>'
