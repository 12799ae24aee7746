"""A decision chosen step by step: which paths are still open, and which step may come next.

The parts of a decision are taken from first to last. Neighbours that the game lets come in any order
(``Presentation.any_order``: the cards of a choice of several) may be taken in any order among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from elekt_core.contract import Decision, Presentation, SeatNo, Words, closes
from elekt_core.foreseen import Foreseen
from elekt_core.record.record import encode_meta_decision
from web import languages
from web.errors import Conflict, NotAllowed, NotFound

from .shapes import Choice, Choices, Position

MAX_FORESEEN = 12
"""So many decisions at most are thought through for one page: where more could follow, one step more shows it."""


def choices_for(position: Position, path: Sequence[str] = ()) -> Choices | None:
    """What the asker can choose here, None for anybody who can choose nothing."""
    return choices_at(position, path) if position.options else None


def choices_at(here: Position, path: Sequence[str] = ()) -> Choices:
    """What the asker can choose next after the parts in ``path``.

    Raises NotAllowed for a spectator or a seat that may decide nothing now, Conflict while the clocks are paused,
    NotFound for a path that no option begins with.
    """
    mine = next((question for question in here.awaiting if question.mine), None)
    if here.is_paused and not here.options:
        raise Conflict("clocks_paused")
    if mine is None and not here.options:
        raise NotAllowed("not_awaited", match=str(here.match.id))
    game, words = here.game, here.game.words(languages.current(), here.match.names)
    taken = tuple(path)
    paths = _along(game, here.options, taken)
    if not paths:
        raise NotFound("unknown_choice", path=list(taken))
    complete = next((option for rest, option in paths if not rest), None)
    offered = _next_choices(here, words, paths, taken, "" if mine is None else mine.kind)
    later, apart = _not_now(game, here.options, paths, taken, {choice.part for choice in offered})
    return Choices(
        seat=here.options[0].seat if mine is None else mine.seat,
        version=here.version,
        question="" if mine is None else mine.question,
        path=tuple(
            Choice(
                part,
                words.part(part, here.view),
                taken[: i + 1],
                None,
                undone=_without(game, here.options, taken, i) if game.any_order(part) else None,
            )
            for i, part in enumerate(taken)
        ),
        next=offered,
        refusals=tuple(one for one in here.refusals if _is_still_refused(game, one.parts, taken)),
        decision=None if complete is None else encode_meta_decision(game, complete),
        sentence="" if complete is None else words.decision(complete, here.view),
        foreseen=None if complete is None else _foreseen(here, complete),
        by_itself="" if mine is None else _by_itself(here, SeatNo(mine.seat), taken),
        later=later,
        apart=apart,
    )


def is_about_a_thing(parts: Sequence[str]) -> bool:
    """Whether a refusal is about a thing that can be chosen at no step."""
    return len(parts) == 1 and not closes(parts[0])


def _is_still_refused(game: Presentation[Any], parts: Sequence[str], taken: tuple[str, ...]) -> bool:
    """Whether a refusal is about what may come next: what one thing cannot do, it cannot together with others."""
    if is_about_a_thing(parts) or left(game, parts, taken) is not None:
        return True
    shared = [part for part in taken if part in parts or not game.any_order(part)]
    return any(map(game.any_order, shared)) and left(game, parts, shared) is not None


def _not_now(
    game: Presentation[Any],
    options: Sequence[Decision],
    paths: Sequence[tuple[tuple[str, ...], Decision]],
    taken: tuple[str, ...],
    offered: set[str],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The things that come after another step, and those that would need other steps."""
    later = dict.fromkeys(part for rest, _ in paths for part in rest if ":" in part and part not in offered)
    others = (part for option in options for part in game.parts(option)) if taken else ()
    known = {*offered, *later, *taken}
    return tuple(later), tuple(dict.fromkeys(part for part in others if ":" in part and part not in known))


def _by_itself(here: Position, seat: SeatNo, taken: Sequence[str]) -> str:
    """The last step that the page takes where it makes no difference. Who practises decides everything."""
    if here.match.practice or not here.game.is_immaterial(here.view, seat, taken):
        return ""
    parts = here.game.parts(here.game.default(here.view, seat))
    return parts[-1] if len(parts) == len(taken) + 1 else ""


def _foreseen(here: Position, option: Decision) -> Foreseen | None:
    """What the decision would lead to, as far as its seat can foresee."""
    found = here.game.what_if(here.view, option, languages.current(), here.match.names)
    return found if found.numbers or found.outcomes else None


def _next_choices(
    here: Position, words: Words, paths: Sequence[tuple[tuple[str, ...], Decision]], taken: tuple[str, ...], asked: str
) -> tuple[Choice, ...]:
    """``paths`` are the remaining parts of each option, ``asked`` the kind of decision that is awaited.

    Where a question has one answer, its first step is all of it; a word that closes what was gathered says all of it,
    too. Such a step needs no confirmation.
    """
    found: dict[str, Choice] = {}
    answers = [option for option in here.options if option.kind == asked]
    whole_with = _whole_with(here.game, paths)
    if len(whole_with) > MAX_FORESEEN:
        whole_with = {}
    for rest, option in paths:
        only = not taken and answers == [option]
        decision = encode_meta_decision(here.game, option) if only or len(rest) == 1 else None
        confirmed = decision is not None and here.game.is_confirmed(option)
        whole = only or (confirmed and bool(taken) and closes(rest[0]))
        for part in following(here.game, rest):
            if part not in found:
                found[part] = Choice(
                    part,
                    words.decision(option, here.view) if whole else words.part(part, here.view),
                    (*taken, part),
                    decision,
                    besides=option.kind != asked,
                    further=bool(taken) and here.game.any_order(part),
                    confirmed=confirmed and not whole,
                    foreseen=_foreseen(here, whole_with[part]) if part in whole_with else None,
                    passes=not taken and option.kind == asked and here.game.is_pass(option),
                )
    offered = tuple(found.values())
    if len(offered) > 1 and len({choice.foreseen for choice in offered}) == 1:
        return tuple(replace(choice, foreseen=None) for choice in offered)  # it helps nobody to choose
    return offered


def _whole_with(game: Presentation[Any], paths: Sequence[tuple[tuple[str, ...], Decision]]) -> dict[str, Decision]:
    """By next step the decision that it completes, or that may be closed behind it at once."""
    found: dict[str, Decision] = {}
    for rest, option in paths:
        is_closed_next = len(rest) == 2 and closes(rest[1]) and game.is_confirmed(option)
        if len(rest) == 1 or is_closed_next:
            found.setdefault(rest[0], option)
    return found


# --- paths of steps ---------------------------------------------------------------------------------------


def _along(
    game: Presentation[Any], options: Sequence[Decision], taken: Sequence[str]
) -> list[tuple[tuple[str, ...], Decision]]:
    """The rest of each option that the steps ``taken`` lead to; those naming them in this very order first."""
    asked = tuple(taken)
    exact: list[tuple[tuple[str, ...], Decision]] = []
    others: list[tuple[tuple[str, ...], Decision]] = []
    for option in options:
        parts = game.parts(option)
        rest = left(game, parts, asked)
        if rest is not None:
            (exact if parts[: len(asked)] == asked else others).append((rest, option))
    return exact + others


def _without(
    game: Presentation[Any], options: Sequence[Decision], taken: Sequence[str], at: int
) -> tuple[str, ...] | None:
    """The steps ``taken`` without the one at ``at``, if they still lead to an option."""
    fewer = (*taken[:at], *taken[at + 1 :])
    leads = any(left(game, game.parts(option), fewer) is not None for option in options)
    return fewer if leads else None


def left(game: Presentation[Any], parts: Sequence[str], taken: Sequence[str]) -> tuple[str, ...] | None:
    """The rest of the path ``parts`` after the steps ``taken``; None if they do not lead along it."""
    rest = list(parts)
    for step in taken:
        if step not in following(game, rest):
            return None
        rest.remove(step)
    return tuple(rest)


def following(game: Presentation[Any], rest: Sequence[str]) -> tuple[str, ...]:
    """The steps that may come next when ``rest`` is left, in the order of the path."""
    free = tuple(takewhile(game.any_order, rest))
    return free or tuple(rest[:1])
