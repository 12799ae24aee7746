"""What results would do to ratings: players and results in; expectation, change and new rating out. Stores nothing.

The input is plain JSON, the same for the command, the page and the API::

    {"players": [{"name": "Alice", "rating": 1500, "games": 12}, {"name": "Bob", "rating": 1610.5, "k": 20}],
     "results": [{"players": ["Alice", "Bob"], "places": [1, 2]}, {"players": ["Bob", "Alice"], "winner": "Alice"}]}

A player has a rating and either ``k`` or ``games`` played (none: 0); in FIDE mode also ``birth_year``, with ``year`` of
the list beside ``players``, ``highest`` ever published, and no ``rating`` where unrated.
Club mode rates the results one after the other, FIDE mode all together, as one rating period and one event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from web.errors import BadRequest

from . import fide
from .calculator_input import Given, Person, read
from .elo import ONE, POINT, expected, k_factor, ks_at_table, rate, scored, shown

Answer = dict[str, Any]


def calculate(mode: str, data: Any) -> Answer:
    """``{"mode": ..., "players": [...]}``: for each player in the order given ``name``, ``rating``, ``expected``,
    ``scored``, ``k``, ``change``, ``new``, and in club mode ``games`` with one line for each result.

    Points and scores are numbers with at most three decimals. ``expected`` counts duels, or the win where only the
    winner is known. Raises Refused, which names what is wrong.
    """
    if mode not in MODES:
        raise BadRequest("unknown_mode", mode=mode, known=", ".join(MODES))
    return {"mode": mode, "players": MODES[mode](read(data, fide=mode == "fide"))}


# --- club mode -----------------------------------------------------------------------------------------------


def _club(given: Given) -> list[Answer]:
    values = {name: round(person.rating * POINT) for name, person in given.players.items() if person.rating is not None}
    games = {name: person.games for name, person in given.players.items()}
    lines: dict[str, list[Answer]] = {name: [] for name in given.players}
    for seats, places in given.results:
        before = [values[name] for name in seats]
        ks = _ks([given.players[name] for name in seats], [games[name] for name in seats])
        why = zip(seats, ks, rate(before, ks, places), expected(before, places), scored(places), strict=True)
        for name, k, gain, want, got in why:
            values[name] += gain
            games[name] += 1
            lines[name].append({"expected": _score(want), "scored": _score(got), "k": k, "change": gain / POINT})
    return [_summed(person, lines[name], values[name]) for name, person in given.players.items()]


def _ks(people: list[Person], games: list[int]) -> list[int]:
    """The K factors that are given, and otherwise those of a ladder."""
    if all(person.k is None for person in people):
        return ks_at_table(games)
    return [k_factor(played) if person.k is None else person.k for person, played in zip(people, games, strict=True)]


def _summed(person: Person, lines: list[Answer], value: int) -> Answer:
    total = {key: round(sum(line[key] for line in lines), 3) for key in ("expected", "scored", "change")}
    new = {"new": value / POINT, "shown": shown(value)}
    return {"name": person.name, "rating": person.rating, **total, **new, "games": lines}


def _score(millionths: int) -> float:
    return round(millionths / ONE, 3)


# --- FIDE mode -----------------------------------------------------------------------------------------------


def _fide(given: Given) -> list[Answer]:
    return [_of_period(person, given) for person in given.players.values()]


def _of_period(person: Person, given: Given) -> Answer:
    games = list(_games(person, given))
    own = None if person.rating is None else int(person.rating)
    if own is None:
        first = fide.first_rating([games])
        return {"name": person.name, "rating": None, "scored": sum(game.score for game in games) / 2, "new": first}
    k = person.k
    if k is None:
        age = None if person.birth_year is None else given.year - person.birth_year
        k = fide.k_factor(own, person.games, highest=person.highest, age=age)
    done = fide.rate(own, k, games)
    why = {"expected": done.expected / 100, "scored": done.scored / 100, "k": done.k, "exact": done.exact / 100}
    return {"name": person.name, "rating": own, **why, "change": done.rounded, "new": done.rating}


def _games(person: Person, given: Given) -> Iterator[fide.Game]:
    """Results against rated opponents; others do not count."""
    for seats, places in given.results:
        if person.name in seats:
            seat = seats.index(person.name)
            opponent, own, other = given.players[seats[1 - seat]].rating, places[seat], places[1 - seat]
            if opponent is not None:
                yield fide.Game(int(opponent), 1 + (own < other) - (own > other))


MODES: Mapping[str, Callable[[Given], list[Answer]]] = {"fide": _fide, "club": _club}
