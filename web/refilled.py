"""A form that was refused, filled in again in the page that it stood on, for browsers without scripts.

A script leaves the page as it is and shows the refusal beside it; without one the whole page comes anew. The form that
was sent is found in it, gets back what was typed, and the sentence stands beside the field that it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.http import QueryDict

PLACE = "refused"
"""The id of the sentence in the page."""
OF_THE_MOMENT = ("csrfmiddlewaretoken", "version", "expected_version", "decision_id", "shown")
"""Hidden fields that are new in each page."""
TICKED = ("checkbox", "radio")
UNTYPED = ("hidden", "submit", "button", "image", "reset", "file", "password")


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


def refilled(page: str, action: str, sent: QueryDict, field: str, sentence: str) -> str | None:
    """The page with the form that was sent to ``action``; None where it does not stand there."""
    tokens = _Page(page).tokens
    for begin, end in _forms(tokens):
        if urlsplit(tokens[begin].get("action")).path == action and _is_sent(tokens[begin:end], sent):
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
    """Whether it is this one of several that are sent to the same address: by what it has hidden, and by its button."""
    hidden = [one for one in form if one.get("type") == "hidden" and one.get("name") not in OF_THE_MOMENT]
    buttons = [one for one in form if one.tag == "button" and one.get("name")]
    pressed = not buttons or any(one.get("value") in sent.getlist(one.get("name")) for one in buttons)
    return pressed and all(one.get("value") in sent.getlist(one.get("name")) for one in hidden)


def _unfold(tokens: Sequence[_Token], begin: int) -> None:
    """Opens what the form is folded away in."""
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
    """Behind the field; at the head of the form where it is none that somebody types in."""
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
    """The sentence once more at the head of the page, where it leads to the form."""
    for token in tokens:
        if token.get("id") == "errors":
            token.text += f'<p class="notice error"><a href="#{PLACE}">{escape(sentence)}</a></p>'
            return
