"""What a review says in sentences, English and Polish. The game names its decisions and features itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..contract import Game
from .numbers import POINT, WHOLE
from .terms import OUTCOME, RIVALS, feature

REASONS: Final = 2
"""So many reasons make the sentence: the largest, one at least of those that go the way of the whole, and more of these
where the others would outweigh them."""
LEAST: Final = 30
"""A reason below this is none, nor one below this share of the whole:"""
SHARE: Final = 0.1
MOSTLY: Final = 1.5
"""Rivals are named where their summands of a reason are so many times the seat's own."""
APART: Final = 10 * POINT
"""Of a choice without a mark it is said that the judges are further apart than this."""


class Phrases(NamedTuple):
    loss: str
    because: str
    good: str
    only: str
    apart: str
    as_good: tuple[str, str, str]
    outcome: tuple[str, str]
    forced: tuple[str, str]
    points: tuple[str, str]
    generic: tuple[str, str]
    but: str
    rivals: str
    decimal: str


WORDS: Final[Mapping[str, Phrases]] = {
    "en": Phrases(
        loss="{loss} points",
        because="{loss} points: {reasons}",
        good="Nothing better was found.",
        only="There was nothing to choose.",
        apart="No mark, as the judges disagree: the first sees a loss of {first} points, the second of {second}.",
        as_good=(
            "{count} other choice is as good as the best.",
            "{count} other choices are as good as the best.",
            "{count} other choices are as good as the best.",
        ),
        outcome=("the match is lost more often", "the match is won more often"),
        forced=("the match is lost by force", "a forced win is missed"),
        points=("fewer points", "more points"),
        generic=("less “{name}”", "more “{name}”"),
        but="but {reason}",
        rivals="rivals: {reason}",
        decimal=".",
    ),
    "pl": Phrases(
        loss="{loss} pkt",
        because="{loss} pkt: {reasons}",
        good="Nie znaleziono nic lepszego.",
        only="Nie było w czym wybierać.",
        apart="Bez oznaczenia, bo sędziowie bardzo się różnią: pierwszy widzi stratę {first} pkt, drugi {second}.",
        as_good=(
            "Równie dobra jak najlepsza jest jeszcze {count} decyzja.",
            "Równie dobre jak najlepsza są jeszcze {count} decyzje.",
            "Równie dobrych jak najlepsza jest jeszcze {count} decyzji.",
        ),
        outcome=("partia częściej przegrana", "partia częściej wygrana"),
        forced=("partia jest przegrana w sposób wymuszony", "przepadła wymuszona wygrana"),
        points=("mniej punktów", "więcej punktów"),
        generic=("mniej „{name}”", "więcej „{name}”"),
        but="ale {reason}",
        rivals="rywale: {reason}",
        decimal=",",
    ),
}


def words(decision: Mapping[str, Any], game: Game[Any], language: str) -> str:
    """One line about an entry of a report's ``decisions``: what the choice cost, and why."""
    phrases = WORDS[language]
    if decision["only"]:
        return phrases.only
    said = []
    if decision["loss"]:
        loss = signed(-decision["loss"], language)
        reasons = _forced(decision, language) or reasons_of(decision["terms"], game, language)
        text = phrases.because if reasons else phrases.loss
        said.append(text.format(loss=loss, reasons="; ".join(reasons)) + ("." if reasons else ""))
    elif not _is_disputed(decision):
        said.append(phrases.good)
    if _is_disputed(decision):
        first, second = (signed(max(0, loss), language)[1:] for loss in decision["judges"])
        said.append(phrases.apart.format(first=first, second=second))
    if count := len(decision["as_good"]):
        said.append(phrases.as_good[_form(count)].format(count=count))
    return " ".join(said)


def _is_disputed(decision: Mapping[str, Any]) -> bool:
    return not decision["mark"] and decision["spread"] > APART


def _forced(decision: Mapping[str, Any], language: str) -> list[str]:
    """That the match is proved to be lost, or was proved to be won; nothing where neither is so, nor in a report of
    former judges, who proved nothing."""
    if not decision.get("proved") or [name for name, _ in decision["terms"]] != [OUTCOME]:
        return []
    lost, missed = WORDS[language].forced
    if decision["chance"] == 0:
        return [lost]
    return [missed] if decision["best"][0]["chance"] == WHOLE else []


def signed(hundredths: int, language: str) -> str:
    """Points with one decimal and a typographic sign: ``−9.1``."""
    sign = "−" if hundredths < 0 else "+"
    tenths = (abs(hundredths) * 10 + POINT // 2) // POINT
    return f"{sign}{tenths // 10}{WORDS[language].decimal}{tenths % 10}"


def reasons_of(terms: Sequence[Sequence[Any]], game: Game[Any], language: str) -> list[str]:
    """The largest reasons of a difference in words: what there is more of, and less. What explains it comes first;
    what speaks against it follows with "but"."""
    total = _total(terms)
    is_gain, least = total > 0, max(LEAST, abs(total) * SHARE)
    largest = [reason for reason in _told_once(terms, game) if abs(reason[1]) >= least]
    with_it = [term for term in largest if (term[1] > 0) == is_gain]
    chosen = largest[:REASONS]
    if with_it and with_it[0] not in chosen:
        chosen = [with_it[0], *chosen[: REASONS - 1]]
    for term in with_it:
        if (_total(chosen) > 0) != is_gain and term not in chosen:
            chosen.append(term)
    said = []
    for name, value in sorted(chosen, key=lambda term: ((term[1] > 0) != is_gain, -abs(term[1]))):
        reason = f"{named(name, game, language)[value > 0]} ({signed(value, language)})"
        said.append(reason if (value > 0) == is_gain else WORDS[language].but.format(reason=reason))
    return said


def _told_once(terms: Sequence[Sequence[Any]], game: Game[Any]) -> list[tuple[str, int]]:
    """Summands that tell the same are one reason; the largest reason first. It is called after the largest of the
    seat's own summands, or of its rivals' where these are most of it."""
    alike: dict[str, list[Sequence[Any]]] = {}
    for term in terms:
        alike.setdefault(game.reason_of(feature(term[0])), []).append(term)
    found = [(_largest(_mostly(same))[0], _total(same)) for same in alike.values()]
    return sorted(found, key=lambda reason: -abs(reason[1]))


def _mostly(terms: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
    rivals = [term for term in terms if term[0].startswith(RIVALS)]
    own = [term for term in terms if term not in rivals]
    return rivals if abs(_total(rivals)) > MOSTLY * abs(_total(own)) else own


def _largest(terms: Sequence[Sequence[Any]]) -> Sequence[Any]:
    return max(terms, key=lambda term: abs(term[1]))


def _total(terms: Sequence[Sequence[Any]]) -> int:
    return sum(term[1] for term in terms)


def named(name: str, game: Game[Any], language: str) -> tuple[str, str]:
    """What makes a loss, and what a gain: "fewer Titles" and "more Titles"; of rivals it is the other way round."""
    phrases = WORDS[language]
    if name.startswith(RIVALS):
        less, more = (phrases.rivals.format(reason=reason) for reason in named(feature(name), game, language))
        return more, less
    if name == OUTCOME:
        return phrases.outcome
    said = game.feature_words(name, language)
    if said[0]:
        return said
    if name == "points":
        return phrases.points
    less, more = phrases.generic
    return less.format(name=name.replace("_", " ")), more.format(name=name.replace("_", " "))


def phase_name(game: Game[Any], phase: str, language: str) -> str:
    """A phase in words; its own word where the game names none."""
    return game.phase_words(phase, language) or phase.replace("_", " ")


def _form(count: int) -> int:
    """Which plural: one; few, as 2 to 4 in Polish; many."""
    if count == 1:
        return 0
    return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2
