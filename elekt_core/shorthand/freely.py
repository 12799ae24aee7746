"""A line that is written more freely than word for word in order, where it can mean only one decision.

Little words and what the question says already are passed over, the things may stand in another order, what follows
from the rest may be left out, and any word for *no* is the one thing here that says so. Where two decisions are left,
neither is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ..contract import Decision
from .names import DENIALS, Thing, continues, fitting, is_said, pieces_of, plain
from .syntax import Word

MAX_WORDS = 30
"""Of a line that is read so."""
LITTLE = frozenset(
    [
        "to",
        "in",
        "at",
        "of",
        "on",
        "onto",
        "from",
        "with",
        "for",
        "into",
        "and",
        "by",
        "the",
        "do",
        "w",
        "we",
        "z",
        "ze",
        "na",
        "od",
        "i",
        "u",
        "dla",
        "za",
        "sie",
    ]
)
FORMS = {
    "kept": "keep",
    "sold": "sell",
    "bought": "buy",
    "chose": "choose",
    "korzysta": "skorzystaj",
    "korzystam": "skorzystaj",
    "korzystaj": "skorzystaj",
}
"""Forms of verbs that do not begin as what they stand for: logs are told in the past."""
NO = DENIALS | {
    "pass",
    "passes",
    "decline",
    "declines",
    "declined",
    "done",
    "end",
    "skip",
    "pas",
    "pasuje",
    "spasuj",
    "rezygnuje",
    "zrezygnuj",
    "gotowe",
    "koniec",
}
NEGATION = DENIALS - {"nothing", "nic"}
"""Behind them may stand what is not done."""
REFUSALS = frozenset(["pass", "decline", "done", "let_go", "end_turn", "none", "buy_nothing"])
"""Parts that say no, or that nothing more is wanted."""

Path = tuple[str, ...]
Named = Sequence[frozenset[str]]
"""For each thing that the line names the parts that it may be."""


def freely(
    options: Sequence[tuple[Decision, Path]],
    texts: Callable[[str], tuple[str, ...]],
    words: Sequence[Word],
    question: str,
) -> Decision | None:
    """The only decision that the words can mean, None where there is none, or several. Of copies it is the first."""
    if len(words) > MAX_WORDS or any(sign in word.text for word in words for sign in "#?"):
        return None
    things = [Thing(part, texts(part)) for part in dict.fromkeys(part for _, path in options for part in path)]
    said = [FORMS.get(plain(word.text), word.text) for word in words if not is_little(word.text)]
    for passed_over in (False, True):
        named = _named(said, things, question, passed_over)
        if named:
            for fits in (_in_order, _whole, _begun):
                found: dict[tuple[tuple[str, ...], ...], Decision] = {
                    tuple(map(texts, path)): decision for decision, path in reversed(options) if fits(named, path)
                }
                if len(found) == 1:
                    return next(iter(found.values()))
                if found:
                    break
    return None


def is_little(word: str) -> bool:
    """Whether it means nothing, in either language."""
    return not pieces_of(word) or plain(word) in LITTLE or word in ("a", "an")  # "A" is a seat


def _named(words: Sequence[str], things: Sequence[Thing], question: str, passed_over: bool) -> Named | None:
    """What the words name one after another, those of one name together; None if one of them names nothing.

    With ``passed_over``, a word of the question names nothing even where it could.
    """
    by_part = {thing.part: thing for thing in things}
    refusing = by_part.keys() & REFUSALS
    named: list[frozenset[str]] = []
    name: list[str] = []
    """The words of what was named last."""
    denied = False
    """Whether no was said: *not* may be followed by what is not done."""
    for word in words:
        in_question = is_said(word, question)
        if denied and (in_question or not any(":" in part for part in fitting(word, things))):
            continue
        if name and (whole := [part for part in named[-1] if continues("-".join([*name, word]), by_part[part])]):
            named[-1] = frozenset(whole)
            name.append(word)
            continue
        found = frozenset() if passed_over and in_question else fitting(word, things)
        if not found and plain(word) in NO and len(refusing) == 1:
            found, denied = frozenset(refusing), plain(word) in NEGATION
        if not found:
            if not in_question:
                return None
            continue
        same = named[-1] & found if name and plain(word) not in map(plain, name) else None
        if same:
            named[-1] = same
            name.append(word)
        else:
            named.append(found)
            name = [word]
    return named


def _in_order(named: Named, path: Path) -> bool:
    """Whether they are the whole decision, in its order; *done* may be left out."""
    path = path[: len(named)] if path[len(named) :] == ("done",) else path
    return len(named) == len(path) and all(part in one for one, part in zip(named, path, strict=True))


def _whole(named: Named, path: Path) -> bool:
    return len(named) in (len(path), len(path) - path.count("done")) and _begun(named, path)


def _begun(named: Named, path: Path) -> bool:
    """Whether each of them is another part of the decision, in any order."""

    @cache
    def fits(number: int, left: Path) -> bool:
        if number == len(named):
            return True
        return any(
            part in named[number] and fits(number + 1, left[:at] + left[at + 1 :]) for at, part in enumerate(left)
        )

    return len(named) <= len(path) and fits(0, tuple(sorted(path)))
