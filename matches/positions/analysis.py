"""A position as the rules see it: what is wrong with it, or who may decide what in it, what not, and why."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from elekt_core.chance import SeededChance
from elekt_core.contract import Awaiting, Game, Refusal, SeatNo, Setup, Words
from elekt_core.errors import CoreError, IllegalDecision
from elekt_core.messages import sentence
from elekt_core.record import match as core_match
from elekt_core.scenarios.flaws import BadPosition, Flaw
from web import languages
from web.costly import CHECKING

from ..games import game_with
from ..play.shapes import AutomatonShown, AwaitingShown, RefusalShown, SeatShown
from ..tables.commands import POSITION
from .shapes import Analysis, Asked, Board, FlawShown, Offered, Seen

CHANCE = SeededChance(bytes(32))
"""What is drawn before somebody decides is an example only: a match draws from a seed of its own."""
MAX_TOLD = 400
"""Decisions that are told in words, of all that are offered."""


def analyse(board: Board, asker: str) -> Analysis:
    """Set up the position and analyse it. Raises UnknownGame, NotFound (no such cards), Busy."""
    with CHECKING.place(asker):
        return _analysed(board)


def _analysed(board: Board) -> Analysis:
    game = game_with(board.game, board.cards)
    seats = shown_seats(board.seats)
    options = {**board.options, POSITION: dict(board.position)}
    setup = Setup(board.game, board.ruleset, board.seats, options)
    try:
        game.check_new(setup, CHANCE)
        state, batch = core_match.start(game, setup, CHANCE)
    except BadPosition as bad:
        return Analysis(tuple(flaw_shown(flaw) for flaw in bad.flaws), seats, game)
    except CoreError as error:
        return Analysis((_flaw_of_setup(error),), seats, game)
    words = game.words(languages.current(), [seat.name for seat in seats])
    asked = game.awaiting(state)
    return Analysis(
        flaws=(),
        seats=seats,
        game=game,
        view=state,
        asked=tuple(_asked(game, state, question, words) for question in asked),
        idle=tuple(filter(None, (_why_idle(game, state, n, words) for n in _others(board.seats, asked)))),
        outcome=game.outcome(state),
        log=_told(game, batch.events, words),
    )


def shown_seats(seats: int) -> tuple[SeatShown, ...]:
    """Names for seats that nobody has: their numbers."""
    return tuple(SeatShown(number, None, "", seat_name(number), mine=False) for number in range(seats))


def seen(game: Game[Any], ruleset: str, seats: tuple[SeatShown, ...]) -> Seen:
    """Who plays there, for the board templates."""
    words = game.words(languages.current(), [seat.name for seat in seats])
    automata = game.ruleset(ruleset).automata
    return Seen(game.name, seats, tuple(AutomatonShown(word, words.automaton(word), None, None) for word in automata))


def seat_name(number: int) -> str:
    return _("Player %(n)s") % {"n": number + 1}


def flaw_shown(flaw: Flaw, line: int | None = None) -> FlawShown:
    text = flaw.text(languages.current())
    if flaw.rule:
        text = text.removesuffix(f" [{flaw.rule}]")
    return FlawShown(flaw.key, flaw.code, flaw.rule, _as_sentence(text), line)


def _flaw_of_setup(error: CoreError) -> FlawShown:
    text = sentence(error.code, error.data, languages.current())
    return FlawShown(f"setup.{error.data.get('field', '')}", error.code, error.rule, _as_sentence(text))


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def _others(seats: int, asked: tuple[Awaiting, ...]) -> list[int]:
    busy = {question.seat for question in asked if not question.optional}
    return [seat for seat in range(seats) if seat not in busy]


def _asked(game: Game[Any], state: Any, question: Awaiting, words: Words) -> Asked:
    options = game.options(state, question.seat)
    groups: dict[str, list[str]] = {}
    for option in islice(options, MAX_TOLD):
        first = game.parts(option)[0]
        groups.setdefault(first, []).append(words.decision(option, state))
    shown = AwaitingShown(
        seat=question.seat,
        name=seat_name(question.seat),
        kind=question.kind,
        rule=question.rule,
        question=words.question(question, state),
        data=question.data,
        stack=question.stack,
        optional=question.optional,
        mine=False,
    )
    return Asked(
        question=shown,
        offered=tuple(Offered(words.part(first, state), tuple(told)) for first, told in groups.items()),
        count=len(options),
        refusals=tuple(_refused(refusal, words, state) for refusal in game.refusals(state, question.seat)),
    )


def _refused(refusal: Refusal, words: Words, state: Any) -> RefusalShown:
    """What cannot be chosen, and why not."""
    wanted = " – ".join(words.part(part, state) for part in refusal.parts)
    reason = words.refusal(refusal.code, refusal.rule, refusal.data)
    told = f"{wanted}: {reason}" if wanted else reason
    return RefusalShown(refusal.parts, refusal.code, refusal.rule, told, refusal.data)


def _why_idle(game: Game[Any], state: Any, seat: int, words: Words) -> str:
    """The game's own reason why that seat cannot decide now."""
    try:
        game.default(state, SeatNo(seat))
    except IllegalDecision as refused:
        return f"{seat_name(seat)}: {words.refusal(refused.code, refused.rule, refused.data)}"
    return ""


def _told(game: Game[Any], events: tuple[Any, ...], words: Words) -> tuple[str, ...]:
    """What happens from the position until somebody must decide, in sentences."""
    state, told = game.initial(), []
    for event in events:
        game.evolve(state, event)
        told.append(words.event(event, state))
    return tuple(filter(None, told))
