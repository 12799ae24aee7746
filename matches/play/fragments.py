"""The parts of a match's pages that change as it goes on, as HTML: the same on first paint and in a live update.

A fragment depends on match, version, perspective and language alone, so it is made once for all who look from there.
Nothing is taken from a state but what a ``Position`` of that perspective holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from elekt_core.contract import Outcome
from elekt_core.foreseen import Foreseen
from elekt_core.record.coarse import MOVES
from elekt_core.record.stop import PlayAbandoned
from elekt_core.registry import is_playable
from web import languages
from web.live.audience import Fragments
from web.pieces import Text, piece, rendered

from .. import opponents
from ..clocks.around import may_pause
from ..company import course, rematch, takebacks
from ..games import game_of
from ..learning import queries as learning
from ..reviews import turned
from ..solo import queries as solo
from ..stopped import ABANDONED, ANNULLED, TOLD
from ..tables import queries as table_queries
from ..thinking import hints
from . import ahead, queries
from .choices import choices_for, is_about_a_thing
from .decided import conceded_for
from .redaction import Perspective, parse_perspective, view_from
from .shapes import AwaitingShown, Choices, LogLine, MatchShown, Position, RefusalShown, TableShown

MAX_SEATS = 99
"""A stream's address is signed, so its perspective was checked against the match when it was made."""

PLANNING = "plan=next"
"""In the addresses of choices that nobody asks for yet."""


class OfMatch(NamedTuple):
    """What a line of a log says of its match."""

    id: UUID
    game: str
    cards: str


NO_FORM_TOKEN = ""
"""Live fragments hold no token: scripts send it in a header instead. Nor do they say which version a decision answers
and what its id is, which scripts know, or draw (``static/js/table.js``)."""


def match_frames(match_id: UUID, viewer: str, after: int, version: int, *, late: bool = False) -> Fragments:
    """The sentences after event ``after``, and the position now; for those who see it ``late``, at ``version``."""
    perspective, at = parse_perspective(viewer, MAX_SEATS), version if late else None
    position, lines = queries.live_position(match_id=match_id, perspective=perspective, after=after, late=at)
    html = live(position, choices_for(position))
    own = {} if position.match.my_seat is None else {"asks": asks(position.match)}
    return {**_grown(position.match, perspective, after, lines), "position": html, **own}


def match_lines(match_id: UUID, viewer: str, after: int, version: int, *, late: bool = False) -> dict[str, str]:
    """What follows from where somebody stands, for those who stand elsewhere than whom the position was made for."""
    perspective, at = parse_perspective(viewer, MAX_SEATS), version if late else None
    match, lines = queries.live_log(match_id=match_id, perspective=perspective, after=after, late=at)
    return _grown(match, perspective, after, lines)


def _grown(match: MatchShown, perspective: Perspective, after: int, lines: Sequence[LogLine]) -> dict[str, str]:
    """The lines to remove, and then those to add: ``MATCHES.grows``."""
    found = {"undone": gone} if (gone := queries.undone_since(match, after)) else {}
    return found | {"log": log_lines(match, perspective, lines)}


def table_frames(table_id: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    player = UUID(viewer) if viewer else None
    shown = table_queries.table(table_id=table_id, player=player)
    return {"table": render_to_string("matches/_table.html", table_context(shown, player))}


def table_context(shown: TableShown, player: UUID | None) -> dict[str, Any]:
    playable = is_playable(shown.game)
    return {
        "unavailable": not playable,
        "table": shown,
        "me": player,
        "bots": opponents.offered(game_of(shown)) if playable else [],
        "first_bot": opponents.first_for(player, game_of(shown), shown.ruleset) if "seat_bot" in shown.may else "",
        "go": "" if shown.match is None else reverse("matches:match", args=[shown.match]),
        "csrf_token": NO_FORM_TOKEN,
    }


def live(position: Position, choices: Choices | None) -> Text:
    """Prompt and board: the contents of the element ``#position``."""
    return rendered("matches/_live.html", live_context(position, choices))


def prompt(
    position: Position,
    choices: Choices | None,
    *,
    planning: bool = False,
    concerned: str | None = None,
    hint: hints.HintShown | None = None,
) -> str:
    """The prompt alone, after some steps of a choice. ``planning``: nobody asks yet; ``concerned`` ends passing."""
    context = live_context(position, choices, planning=planning, hint=hint) | {"concerned": concerned}
    return render_to_string("matches/_prompt.html", context)


def asks(match: MatchShown, *, beside: bool = False) -> str:
    """The buttons by which the viewer asks the table for something; ``beside``: in an answer for another element."""
    context = {"match": match, "asks": asks_of(match), "beside": beside, "csrf_token": NO_FORM_TOKEN}
    return render_to_string("matches/_asks.html", context)


def of_page(context: dict[str, Any]) -> dict[str, Any]:
    """The same for a page as it is loaded, whose forms work without scripts."""
    return {name: said for name, said in context.items() if name != "csrf_token"} | {"decision_id": uuid4()}


class Asks(NamedTuple):
    """What the viewer could ask for, by the events alone. While it, or something else, is being asked for, the page
    hides the button: that comes by the stream beside the match."""

    pause: bool
    takeback: bool


def asks_of(match: MatchShown) -> Asks:
    return Asks(may_pause(match), takebacks.has_decided(match))


def log_lines(match: MatchShown, perspective: Perspective, lines: Sequence[LogLine]) -> str:
    """``<li>`` elements to append to those already there."""
    return lines_of(match, lines, looked_from(match, perspective))


def lines_of(match: MatchShown, lines: Sequence[LogLine], looked_from: str) -> SafeString:
    """The same, where addresses say from where one looks only if it is not the asker's own place."""
    where = {
        "of": OfMatch(match.id, match.game, match.cards),
        "replay": _address("matches:replay_end", match.id),
        "looked_from": looked_from,
    }
    return SafeString("\n".join(piece("matches/_log_line.html", {"face": line, **where}) for line in lines))


def live_context(
    position: Position, choices: Choices | None, *, planning: bool = False, hint: hints.HintShown | None = None
) -> dict[str, Any]:
    """``hint`` is what was asked for at this very question; live updates come before anybody can have asked."""
    match = position.match
    if hint is None and not planning and hints.may_ask(position):
        hint = hints.OFFERED
    asked = next((question for question in position.awaiting if question.mine), None)
    context: dict[str, Any] = {
        **board_context(position),
        "choices": choices,
        "asked": asked,
        "planning": planning,
        "may_plan": not planning and ahead.expected(position) is not None,
        "waiting": _waiting(position),
        "goes_on_by": _goes_on_by(position),
        "may_cancel": match.my_seat is not None and not match.practice and not match.is_over,
        "gone_by": _gone_by(position, choices),
        "seen_from": word_of(position.perspective),
        "coaching": (coaching := learning.coaching(position) if match.practice else None),
        "match_url": _address("matches:match", match.id),
        "replay_url": _address("matches:replay_end", match.id),
        "choose_url": _address("matches:choose", match.id),
        "decide_url": _address("matches:decide", match.id) + (f"?{_looked_from(position)}" if match.practice else ""),
        "hint": hint,
        "hint_bot": hints.who(),
        "hint_url": _address("matches:hint", match.id),
        "csrf_token": NO_FORM_TOKEN,
    }
    if position.may_concede:
        context["concede_json"] = json.dumps({"seat": match.my_seat, "kind": "concede"})
    if choices is not None:
        advised = coaching.advice.path if coaching and coaching.advice else hint.path if hint else ()
        context |= _choices_context(choices, _looked_from(position), advised, planning=planning)
        context["may_pass"] = not (planning or match.practice) and any(choice.passes for choice in choices.next)
        if choices.decision is not None:
            context["meaning"] = ahead.meaning(position, choices)
    if match.is_over:
        context |= result_context(position)
    return context


@lru_cache(maxsize=4096)
def _address(name: str, match: UUID) -> str:
    return reverse(name, args=[match])


class Waiting(NamedTuple):
    """An open question: the names of all who are asked it, and the seats for which the asker may decide, with names."""

    question: str
    rule: str
    names: tuple[str, ...]
    playable: tuple[tuple[int, str], ...]


def _waiting(position: Position) -> list[Waiting]:
    """The open questions, each once."""
    found: dict[tuple[str, str], list[AwaitingShown]] = {}
    for question in position.awaiting:
        found.setdefault((question.question, question.rule), []).append(question)
    return [
        Waiting(
            *told,
            names=tuple(one.name for one in asked),
            playable=tuple((one.seat, one.name) for one in asked if one.playable),
        )
        for told, asked in found.items()
    ]


def _goes_on_by(position: Position) -> tuple[str, ...]:
    """The names of the players who let paused clocks run again; nobody while they run."""
    clocks = position.clocks
    if not position.is_paused or clocks is None:
        return ()
    stood_in = {clock.seat for clock in clocks.seats if clock.bot}
    people = (seat for seat in position.match.seats if not (seat.bot or seat.conceded))
    return tuple(seat.name for seat in people if seat.number not in stood_in)


def _gone_by(position: Position, choices: Choices | None) -> Sequence[LogLine]:
    """What has happened since the last decision of whoever plays here and is about to choose, now or after a pause;
    nothing for one event."""
    match, lines = position.match, position.since
    begins = position.is_paused if choices is None else not choices.path
    told = begins and match.my_seat is not None and not match.automata
    return lines if told and len(lines) > 1 else ()


def board_context(position: Position) -> dict[str, Any]:
    """What the board's template needs: the game's own layout, or its plain JSON."""
    game = position.game
    if _is_empty(position):
        return {"position": position, "match": position.match, "board_template": "matches/scribe/_no_board.html"}
    board = game.board(position.view, languages.current(), position.told)
    return {
        "position": position,
        "match": position.match,
        "board": board,
        "board_template": game_template(game.name, "board.html"),
        "position_json": {} if board is not None else game.encode_state(position.view),
    }


def _is_empty(position: Position) -> bool:
    """Whether nothing was recorded of the table (``elekt_core.record.coarse``)."""
    game = position.game
    if position.match.detail == MOVES:
        return False
    return bool(position.view == view_from(game, game.initial(), position.perspective))


def result_context(position: Position) -> dict[str, Any]:
    """What the end of a match says beside its table, and what comes next."""
    match = position.match
    me = None if match.my_seat is None else match.seats[match.my_seat].player
    return {
        **standing_context(position),
        "solo": solo.again(match),
        "rematch": rematch.shown(match),
        "course": course.shown(match),
        "turned": turned.shown(match, me),
        "hints_taken": hints.taken(match),
    }


def standing_context(position: Position) -> dict[str, Any]:
    """Who won a finished match, and why."""
    match = position.match
    return {
        "standing": sorted(match.sides, key=lambda side: side.rank or 0),
        "ending": _stopped(match) if position.outcome is None else _ending(position, position.outcome),
    }


def _ending(position: Position, outcome: Outcome) -> str:
    match = position.match
    told = position.game.words(languages.current(), match.names).ending(outcome)
    gave_up = [seat.number for seat in match.seats if seat.conceded]
    away = conceded_for(queries.timeline_of(match), match.version) if gave_up else ()
    names = [match.names[seat] for seat in away]
    counted = [_("%(name)s was away, so the others counted that as conceding.") % {"name": name} for name in names]
    return " ".join(counted if away and len(away) == len(gave_up) else [told, *counted])


def _stopped(match: MatchShown) -> str:
    if match.termination == ANNULLED:
        return _("An arbiter has annulled the match: it does not count.")
    if match.termination == ABANDONED:
        seat = next(
            fact.seat for fact in reversed(queries.timeline_of(match).events) if isinstance(fact, PlayAbandoned)
        )
        told = _("%(name)s was away, so the others ended the match without a result: it does not count.")
        return told % {"name": match.names[seat]}
    if match.termination == TOLD:
        return _("The result was typed by the person who recorded the game: no decision of its end was recorded.")
    return _("An arbiter has ended the match and ruled on its result.")


@cache
def game_template(game: str, name: str) -> str:
    """The game's own template, or the general one."""
    own = f"games/{game}/{name}"
    try:
        get_template(own)
    except TemplateDoesNotExist:
        return f"games/generic/{name}"
    return own


@cache
def game_style(game: str) -> str:
    """The game's own style sheet, ``""`` for a game without one."""
    own = f"css/{game}.css"
    return own if finders.find(own) else ""


def word_of(perspective: Perspective) -> str:
    """A perspective as written in addresses: ``seat-1`` is the first seat, ``seat-1-2`` are the first two."""
    if isinstance(perspective, frozenset):
        return "-".join(["seat", *(str(seat + 1) for seat in sorted(perspective))])
    return perspective if isinstance(perspective, str) else f"seat-{perspective + 1}"


def looked_from(match: MatchShown, perspective: Perspective) -> str:
    """The same where addresses must say it: elsewhere everybody looks from their own place."""
    return word_of(perspective) if match.practice else ""


def _looked_from(position: Position) -> str:
    """What keeps the addresses of a practice match at the seat from which one is looking."""
    place = looked_from(position.match, position.perspective)
    return urlencode({"as": place}) if place else ""


def _choices_context(choices: Choices, looked_from: str, advised: Sequence[str], *, planning: bool) -> dict[str, Any]:
    """Offers with their addresses. What must be confirmed, or is only planned, is not sent by its last step.

    ``advised`` is the path that a coach suggests.
    """
    looked_from = PLANNING if planning else looked_from
    taken = [step.part for step in choices.path]
    on_the_way = taken == list(advised[: len(taken)])
    next_part = advised[len(taken)] if on_the_way and len(advised) > len(taken) else None
    offers = [
        {
            "part": offer.part,
            "label": offer.label,
            "advised": offer.part == next_part,
            "besides": offer.besides,
            "further": offer.further,
            "query": _path_query(offer.path, looked_from),
            "passes": offer.passes,
            "decision": None if offer.decision is None or offer.confirmed or planning else json.dumps(offer.decision),
            "foreseen": offer.foreseen,
            "numbers": "" if offer.foreseen is None else numbers_shown(offer.foreseen),
        }
        for offer in choices.next
    ]
    answers = [offer for offer in offers if not offer["besides"]]
    several = any(offer["further"] for offer in answers) and not all(offer["further"] for offer in answers)
    return {
        "offers": [offer for offer in answers if not (several and offer["further"])],
        "further": [offer for offer in answers if several and offer["further"]],
        "besides": [offer for offer in offers if offer["besides"]],
        "taken": [
            (step, None if step.undone is None else _path_query(step.undone, looked_from)) for step in choices.path
        ],
        "blocked": (blocked := _blocked(choices.refusals, taken)),
        "blocked_words": [one for one in blocked if _is_of_words(one["paths"])],
        "later": " ".join(choices.later),
        "apart": " ".join(choices.apart),
        "told_on_touch": all(is_about_a_thing(one.parts) for one in choices.refusals),
        "undo_query": _path_query(tuple(step.part for step in choices.path[:-1]), looked_from),
        "decision_json": json.dumps(choices.decision),
        "here_query": _path_query(tuple(taken), looked_from),
        "planned_path": json.dumps(taken),
        "planned_query": _path_query(tuple(taken), PLANNING),
        "foreseen": choices.foreseen,
        "numbers": "" if choices.foreseen is None else numbers_shown(choices.foreseen),
    }


def _blocked(refusals: Iterable[RefusalShown], taken: Sequence[str]) -> list[dict[str, str]]:
    """What cannot be chosen, a line for each reason; ``paths`` are what it is said of (``unit:a zone:b|unit:c``), as
    they go on after the steps ``taken``."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in refusals:
        rest = list(one.parts)
        for step in taken:
            if step in rest:
                rest.remove(step)
        found.setdefault((one.sentence, one.rule), []).append(" ".join(rest))
    return [{"sentence": why, "rule": rule, "paths": "|".join(paths)} for (why, rule), paths in found.items()]


def _is_of_words(paths: str) -> bool:
    """Whether a refusal is of a step that is no thing on the board, such as ending the turn: no touch tells why."""
    return any(path and ":" not in path and " " not in path for path in paths.split("|"))


def numbers_shown(foreseen: Foreseen) -> str:
    """``missions.0.violence=4:leads ...``: what scripts print beside the numbers now on the board."""
    return " ".join(f"{one.at}={one.n}:{one.standing}" for one in foreseen.numbers)


def _path_query(path: Sequence[str], looked_from: str) -> str:
    parts = urlencode([("path", part) for part in path])
    return "&".join(query for query in (looked_from, parts) if query)
