"""White space in a page, as far as a browser with the project's style sheets shows it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

Element = tuple[str, frozenset[str]]
"""Its tag, and those of its classes and attributes, these in brackets, of which it depends how it is laid out."""
Step = Element | str

CSS = Path(__file__).resolve().parent.parent / "static" / "css"
BLOCKS = frozenset(
    """
    !doctype html head body title meta link script style main header footer nav section article aside div p h1 h2 h3 h4
    h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption colgroup col form fieldset legend details summary
    figure figcaption blockquote hr pre dialog search address option optgroup datalist template noscript br
    text g path rect line circle polyline polygon defs marker ellipse use desc
    """.split()  # noqa: SIM905
)
BOXES = frozenset(("button", "svg", "select"))
"""They stand in a line, and begin lines of their own inside."""
VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
PARTED = ("flex", "grid", "inline-flex", "inline-grid")
INLINE = "inline-form"
"""The one class that makes a block stand in a line."""
HEARD = "sr-only"
"""Of what is only heard, with its neighbours."""
EXACT = ("pre", "textarea", "script", "style")


def one_line(page: str) -> str:
    """The page as tests look for markup in it, however its template is set."""
    return "".join(normalised(page))


def normalised(page: str) -> list[str]:
    """One line for each tag and each run of text, with the white space that is shown, and no other."""
    reader = _Reader()
    for part in _PARTS.finditer(page):
        if part.lastgroup == "begins":
            reader.begins(part[0])
            if part[0].endswith("/>"):
                reader.ends(_begun(part[0]).element[0])
        elif part.lastgroup == "ends":
            reader.ends(part["ends"].lower())
        elif part.lastgroup == "told":
            reader.tells(part[0])
        elif part.lastgroup == "kind":
            reader.tag(f"<!{part['kind'].lower()}>", before=True, behind=True)
    return reader.lines


_PARTS = re.compile(
    r"""<!--.*?--> | <!(?P<kind>[^>]*)> | </(?P<ends>[a-zA-Z][^\s>]*)[^>]*>
    | (?P<begins><[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>) | (?P<told>[^<]+|<)""",
    re.S | re.X,
)
"""A page as our templates make it. What is no tag is text; that of scripts may hold what looks like one."""
_GIVEN = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")


class _Begun(NamedTuple):
    """A tag that begins an element, apart from where it stands."""

    element: Element
    text: str
    hidden: bool


@lru_cache(20_000)
def _begun(tag: str) -> _Begun:
    name, *given = [(key.lower(), value.strip("\"'")) for key, value in _GIVEN.findall(tag)]
    found = dict(given)
    marks = _marks() & {*found.get("class", "").split(), *(f"[{key}]" for key in found)}
    hidden = name[0] == "input" and found.get("type") == "hidden"
    return _Begun((name[0], marks), _in_one_line(tag), hidden)


class _Open(NamedTuple):
    """An element that has begun: what white space beside its tags is worth."""

    tag: str
    stands_apart: bool
    """What is beside it is not on its line."""
    begins_lines: bool
    """What is in it is on lines of its own."""
    parts: bool
    """Each of its children stands apart."""


class _Reader:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.path: tuple[Element, ...] = ()
        self.open: list[_Open] = []
        self.edge = True
        """Whether white space here would be at an edge, or come behind other white space."""
        self.space = False
        self.exact = 0

    def begins(self, text: str) -> None:
        begun = _begun(text)
        if begun.hidden:
            self.lines.append(begun.text)
            return
        path, name = (*self.path, begun.element), begun.element[0]
        one = _opened(path, bool(self.open) and self.open[-1].parts)
        if name in VOID:
            self.tag(begun.text, before=one.stands_apart, behind=one.stands_apart)
            return
        self.tag(begun.text, before=one.stands_apart, behind=one.begins_lines)
        self.path = path
        self.open.append(one)
        self.exact += name in EXACT

    def ends(self, name: str) -> None:
        depth = next((n for n in range(len(self.open) - 1, -1, -1) if self.open[n].tag == name), None)
        if depth is None:
            self.tag(f"</{name}>", before=name in BLOCKS, behind=name in BLOCKS)
            return
        self.exact -= name in EXACT
        one = self.open[depth]
        self.tag(f"</{name}>", before=one.begins_lines, behind=one.stands_apart)
        del self.open[depth:]
        self.path = self.path[:depth]

    def tag(self, text: str, *, before: bool, behind: bool) -> None:
        """``before`` and ``behind``: whether lines end there."""
        if self.space and not before and not self.edge:
            self.lines.append(" ")
            self.edge = True
        self.space = False
        self.lines.append(text)
        self.edge = behind or (self.edge and not before)

    def tells(self, text: str) -> None:
        if self.exact:
            self.lines.append(text)
            return
        if not text.strip():
            self.space = self.space or bool(text)
            return
        before = self.space or text[0].isspace()
        self.lines.append((" " if before and not self.edge else "") + " ".join(text.split()))
        self.space, self.edge = text[-1].isspace(), False


@cache
def _opened(path: tuple[Element, ...], in_parts: bool) -> _Open:
    tag, classes = path[-1]
    display = _display(path)
    block = tag in BLOCKS and INLINE not in classes
    apart = in_parts or block or display in ("flex", "grid", "block")
    begins = in_parts or block or tag in BOXES or bool(display)
    return _Open(tag, apart and HEARD not in classes, begins, display in PARTED)


def _in_one_line(tag: str) -> str:
    """A tag with single spaces, and none at its end, nor at the edges of its classes and of JSON."""
    tag = re.sub(r" ?(/?>)$", r"\1", " ".join(tag.split()))
    tag = re.sub(r'(class=") ?([^"]*?) ?"', r'\1\2"', tag)
    return re.sub(r"(content='\{) (.*) (\}')", r"\1\2\3", tag)


@cache
def _display(path: tuple[Element, ...]) -> str:
    """How the style sheets lay out the last element of ``path``, as far as they say so for every width."""
    tag, classes = path[-1]
    found = [rule for name in (tag, *classes) for rule in _rules().get(name, ()) if _fits(rule[1], path)]
    return max(found)[2] if found else ""


@cache
def _marks() -> frozenset[str]:
    """All that rules ask for."""
    steps = [
        step for rules in _rules().values() for _, found, _ in rules for step in found if not isinstance(step, str)
    ]
    return frozenset((INLINE, HEARD)).union(*(marks for _, marks in steps))


@cache
def _rules() -> dict[str, list[tuple[int, tuple[Step, ...], str]]]:
    """By a class or the tag that their last step names: their place in the order, their steps, and the display."""
    found: list[tuple[int, tuple[Step, ...], str]] = []
    for file in sorted(CSS.glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.S)
        open_rules: list[str] = []
        for match in re.finditer(r"([^{}]+)\{|([^{}]*)\}", text):
            if match[1] is not None:
                open_rules.append(match[1].strip())
                continue
            selectors = open_rules.pop() if open_rules else ""
            display = re.findall(r"(?:^|[;\s])display:\s*([\w-]+)", match[2])
            if display and not open_rules and display[-1] in (*PARTED, "inline-block", "block"):
                for steps in filter(None, map(_steps, selectors.split(","))):
                    found.append((len(found), steps, display[-1]))
    by_name: dict[str, list[tuple[int, tuple[Step, ...], str]]] = {}
    for rule in found:
        last = rule[1][-1]
        assert not isinstance(last, str), "a selector ends with what it selects"
        by_name.setdefault(min(last[1], default=last[0]), []).append(rule)
    return by_name


def _steps(selector: str) -> tuple[Step, ...]:
    """Tags, classes, attributes, and ``>``; nothing for selectors that know more."""
    steps: list[Step] = []
    for word in selector.replace(">", " > ").split():
        match = re.fullmatch(r"([a-z][a-z0-9]*)?((?:\.[\w-]+)*)((?:\[[\w-]+\])*)", word)
        if word != ">" and not match:
            return ()
        wanted = frozenset(match[2].split(".")[1:] + re.findall(r"\[[\w-]+\]", match[3])) if match else frozenset()
        steps.append((match[1] or "", wanted) if match else word)
    return tuple(steps)


def _fits(steps: tuple[Step, ...], path: tuple[Element, ...]) -> bool:
    if not path or isinstance(steps[-1], str) or not _is(steps[-1], path[-1]):
        return False
    rest, above = steps[:-1], path[:-1]
    if not rest:
        return True
    if rest[-1] == ">":
        return _fits(rest[:-1], above)
    return any(_fits(rest, above[:n]) for n in range(len(above), 0, -1))


def _is(step: Element, element: Element) -> bool:
    return step[0] in ("", element[0]) and step[1] <= element[1]
