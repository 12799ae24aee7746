"""Questions: every seat that is asked has options, the same by the position and by the view; and whether a seat is
asked must not depend on what others cannot see.

A game plays on from a position and from another one that looks the same to somebody: what that viewer is told must be
the same up to the first fact that shows something new, and that fact must be of the same kind. A question that is
asked in one of the two and answered by itself in the other tells what a hidden hand holds or lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..chance import Chance
from ..contract import CONCEDE, Awaiting, Decision, Event, Game, SeatNo, Viewer
from ..errors import IllegalDecision
from .findings import Findings, Stopped, seen_by, shortened

LAW = "questions"
MAX_COMPARED = 300
"""Options whose paths are compared at one question."""


def questions(game: Game[Any], state: Any, viewers: Sequence[Viewer], findings: Findings) -> tuple[Awaiting, ...]:
    """Who must decide now; every viewer knows it."""
    with findings.unbroken(LAW, "awaiting", "asking who must decide", stops=True):
        asked = game.awaiting(state)
    over = game.outcome(state) is not None
    if not asked and not over:
        text = "nobody is asked and the game is not over: it stands still for ever"
        findings.note(LAW, "awaiting", text)
        raise Stopped
    if over and any(not question.optional for question in asked):
        findings.note(LAW, "awaiting", f"the game is over and still asks seat {asked[0].seat} for “{asked[0].kind}”")
        raise Stopped
    if len({question.seat for question in asked}) < len(asked):
        findings.note(LAW, "awaiting", "one seat is asked two questions at once")
    whom = [(question.seat, question.kind) for question in asked]
    for viewer in viewers:
        with findings.unbroken(LAW, "awaiting", f"asking who must decide by the view of {seen_by(viewer)}", stops=True):
            by_view = [(question.seat, question.kind) for question in game.awaiting(game.view(state, viewer))]
        if by_view != whom:
            text = f"{seen_by(viewer)} sees other questions, {by_view}, than there are, {whom}"
            findings.note(LAW, "awaiting", text, subject=str(viewer))
    return asked


def options(game: Game[Any], state: Any, seat: SeatNo, findings: Findings) -> list[Decision]:
    """The legal answers of a seat that is asked, after checking them."""
    with findings.unbroken(LAW, "options", f"listing the options of seat {seat}", stops=True):
        offered = list(game.options(state, seat))
        again = list(game.options(state, seat))
    if not offered:
        findings.note(LAW, "options", f"seat {seat} is asked and has no option: it can never answer")
        raise Stopped
    if offered != again:
        findings.note(LAW, "options", "asked twice in one position, it lists other options, or in another order")
        raise Stopped
    view = game.view(state, seat)
    with findings.unbroken(LAW, "options", f"listing the options by the view of seat {seat}", stops=True):
        by_view = list(game.options(view, seat))
    if by_view != offered:
        other = next((pair for pair in zip(offered, by_view, strict=False) if pair[0] != pair[1]), None)
        what = f"{_choice(other[0])} and {_choice(other[1])}" if other else f"{len(offered)} and {len(by_view)} of them"
        findings.note(
            LAW,
            "options",
            f"the options of seat {seat} differ between the position and the seat's own view ({what}): they depend on "
            "cards that the seat cannot see, so the page would offer what is refused",
        )
        raise Stopped
    _each(game, offered, seat, findings)
    _paths(game, offered, findings)
    if any(question.seat == seat for question in game.awaiting(state)):
        _default(game, state, view, seat, offered, findings)
    return offered


def refusals(
    game: Game[Any], state: Any, view: Any, seat: SeatNo, offered: Sequence[Decision], findings: Findings
) -> None:
    """What a seat is told it cannot choose: nothing that it can, and nothing that depends on what it cannot see."""
    with findings.unbroken(LAW, "refusals", f"listing what seat {seat} cannot choose"):
        refused, by_view = game.refusals(state, seat), game.refusals(view, seat)
        if refused != by_view:
            text = f"what seat {seat} cannot choose differs between the position and its own view"
            findings.note(LAW, "refusals", f"{text}: it tells what is hidden")
        possible = {one.parts for one in refused} & {game.parts(option) for option in offered}
        if possible:
            findings.note(LAW, "refusals", f"seat {seat} is refused what it can choose: {' '.join(min(possible))}")


def _each(game: Game[Any], offered: Sequence[Decision], seat: SeatNo, findings: Findings) -> None:
    if len(set(offered)) < len(offered):
        findings.note(LAW, "options", "an option is listed twice")
    wrong = next((one for one in offered if one.seat != seat), None)
    if wrong is not None:
        findings.note(LAW, "options", f"among the options of seat {seat} is one of seat {wrong.seat}")
    if any(one.kind == CONCEDE for one in offered):
        findings.note(LAW, "options", "conceding is listed: it is always possible and no option")


def _paths(game: Game[Any], offered: Sequence[Decision], findings: Findings) -> None:
    """Paths of choosing: different options have different paths, and none is the beginning of another."""
    known: dict[tuple[str, ...], Decision] = {}
    for option in offered[:MAX_COMPARED]:
        with findings.unbroken(LAW, "parts", f"the path of {_choice(option)}"):
            path = game.parts(option)
            if not path or not all(path):
                findings.note(LAW, "parts", f"{_choice(option)} has the path {path!r}: it needs words")
            if path in known and known[path] != option:
                text = (
                    f"{_choice(option)} and {_choice(known[path])} have one path, {path}: a page cannot tell them apart"
                )
                findings.note(LAW, "parts", text)
            known[path] = option
    for path in known:
        if shorter := next((path[:n] for n in range(1, len(path)) if path[:n] in known), None):
            text = f"the path {shorter} is the beginning of {path}: a page would never come to the second"
            findings.note(LAW, "parts", text)


def _default(
    game: Game[Any], state: Any, view: Any, seat: SeatNo, offered: Sequence[Decision], findings: Findings
) -> None:
    with findings.unbroken(LAW, "default", f"choosing for seat {seat}, who is away,"):
        chosen = game.default(view, seat)
        if chosen not in offered:
            findings.note(LAW, "default", f"what is chosen for a seat that is away, {_choice(chosen)}, is no option")
        if chosen != game.default(state, seat):
            findings.note(LAW, "default", "what is chosen for a seat that is away depends on cards it cannot see")


def _choice(decision: Decision) -> str:
    return shortened(f"{decision.kind}{decision.choice}")


# --- an answer that gives itself ------------------------------------------------------------------------------


def told(game: Game[Any], state: Any, facts: Sequence[Event], viewer: Viewer) -> list[tuple[str, Any]]:
    """What the viewer is told about a batch that led to ``state``, and who must answer next: kinds and contents."""
    lines: list[tuple[str, Any]] = []
    for fact in facts:
        known = game.redact(fact, viewer)
        lines.append((type(known).__name__, known))
    return [*lines, ("asked", game.awaiting(game.view(state, viewer)))]


def leak(game: Game[Any], state: Any, other: Any, decision: Decision, viewer: Viewer, chance: Chance) -> str:
    """How the same decision reveals which of two positions it is, ``""`` if it does not."""
    lines = []
    for position in (state.copy(), other):
        lines.append(told(game, position, game.advance(position, decision, chance), viewer))
    for one, another in zip(*lines, strict=False):
        if one != another:
            return "" if one[0] == another[0] not in ("asked", "Awaiting") else f"{one} or {another}"
    return ""


def no_answer_by_itself(
    game: Game[Any], state: Any, other: Any, decision: Decision, viewer: Viewer, chance: Chance, findings: Findings
) -> None:
    try:
        tells = leak(game, state, other, decision, viewer, chance)
    except IllegalDecision:  # it names a card that is not there
        return
    if tells:
        findings.note(
            LAW,
            "decide",
            f"after {_choice(decision)} of seat {decision.seat}, {seen_by(viewer)} learns what a hidden hand holds by "
            f"what is asked next: {shortened(tells, 400)}. Ask also who has no choice, or answer for everybody",
        )
