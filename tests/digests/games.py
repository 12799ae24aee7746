"""Whole games of every installed game and ruleset: records, views, options, words, boards, scenarios."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from elekt_core.bots import RANDOM, derive, play_out
from elekt_core.contract import Game, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.registry import game_names, get_game
from elekt_core.ruleset import Ruleset

RECORDS = int(os.environ.get("DIGEST_GAMES", "100"))
"""Games of each ruleset and number of seats whose facts and positions are digested."""
LOOKED_AT = 2
"""How many of them are digested with everything that anybody sees of them."""
NAMES = ("Alicja", "Bob", "Celina", "Dan")


def digests() -> Iterator[tuple[str, str]]:
    for name in game_names():
        game = get_game(name)
        for ruleset in game.rulesets:
            for seats in ruleset.seats:
                yield from of_ruleset(game, ruleset, seats)
        for file, text in game.scenario_files().items():
            yield f"{name}/scenario/{file}", hashed(text)
        for language in ("pl", "en"):
            yield f"{name}/{language}/gallery", hashed(repr(game.gallery(language)))
            yield f"{name}/{language}/rulebook", hashed(repr(game.rulebook(language)))


def of_ruleset(game: Game[Any], ruleset: Ruleset, seats: int) -> Iterator[tuple[str, str]]:
    for number in range(RECORDS):
        play = played(game, ruleset, seats, number)
        key = f"{game.name}/{ruleset.name}/{seats}/{number}"
        yield f"{key}/record", record(play)
        if number < LOOKED_AT:
            for what, digest in looked_at(play, seats):
                yield f"{key}/{what}", digest


def played(game: Game[Any], ruleset: Ruleset, seats: int, number: int) -> Play[Any]:
    """A random game; the options take each of their values in turn."""
    options = {
        one.name: one.values[number % len(one.values)]
        for one in ruleset.options
        if one.pick == 1 and one.offered and one.where is None
    }
    setup = Setup(game.name, ruleset.name, seats, options)
    return play_out(game, setup, [RANDOM] * seats, derive("digests", ruleset.name, seats, number))


def record(play: Play[Any]) -> str:
    """Every decision, every fact as stored, every position's hash."""
    game, total = play.game, sha256()
    for batch in play.batches:
        decision = batch.decision and [batch.decision.seat, game.encode_decision(batch.decision)]
        facts = [[game.kind_of(event), game.encode_event(event)] for event in batch.events]
        total.update(json.dumps([decision, facts, batch.state_hash]).encode())
    return total.hexdigest()


def looked_at(play: Play[Any], seats: int) -> Iterator[tuple[str, str]]:
    """For each seat and a spectator at each event: facts and positions as they know them, words, boards, choices."""
    game = play.game
    totals = {what: sha256() for what in ("facts", "positions", "sentences", "boards", "choices", "questions")}
    viewers = [*map(SeatNo, range(seats)), None]

    def add(what: str, value: object) -> None:
        totals[what].update(value.encode() if isinstance(value, str) else json.dumps(value).encode())

    words = [game.words(language, NAMES[:seats]) for language in ("pl", "en")]
    for viewer in viewers:
        state, seen = game.initial(), game.view(game.initial(), viewer)
        for batch in play.batches:
            for event in batch.events:
                told = game.redact(event, viewer)
                game.evolve(state, event)
                game.evolve(seen, told)
                add("facts", [game.kind_of(told), game.encode_event(told)])
                for word in words:
                    add("sentences", word.event(told, seen))
            view = game.view(state, viewer)
            add("positions", [game.fingerprint(view).hex(), game.encode_state(view)])
            for language in ("pl", "en"):
                add("boards", repr(game.board(view, language)))
            for question in game.awaiting(view):
                for word in words:
                    add("questions", word.question(question, view))
                if question.seat == viewer:
                    for option in game.options(view, viewer):
                        add("choices", [game.encode_decision(option), game.parts(option)])
                    for refusal in game.refusals(view, viewer):
                        add("choices", [refusal.parts, refusal.code, refusal.rule])
    for what, total in totals.items():
        yield what, total.hexdigest()


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()
