"""Reads the calculator's input, and names the field that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from web.errors import BadRequest

from .outcome import MAX_SEATED, check_seats, places_of

MAX_PLAYERS, MAX_RESULTS = 500, 1000
MAX_NAME = 100
RATINGS = (0, 4000)
GAMES = (0, 100_000)
KS = (1, 200)
YEARS = (1900, 2200)


@dataclass(frozen=True, slots=True)
class Person:
    """``rating`` is None for the unrated, ``k`` if it follows from the rest."""

    name: str
    rating: float | None
    k: int | None
    games: int
    birth_year: int | None
    highest: int


@dataclass(frozen=True, slots=True)
class Given:
    """``results`` are names by seat and places as ``outcome.places_of`` gives them."""

    players: Mapping[str, Person]
    results: Sequence[tuple[list[str], tuple[int, ...]]]
    year: int


def read(data: Any, *, fide: bool) -> Given:
    """Raises Refused; ``field`` in its data is a path such as ``players[2].rating``."""
    fields = _fields(data, "the input", {"players", "results"} | ({"year"} if fide else set()))
    players: dict[str, Person] = {}
    for number, given in enumerate(_rows(fields, "players", MAX_PLAYERS)):
        person = _person(given, f"players[{number}]", fide=fide)
        if person.birth_year is not None and "year" not in fields:
            raise BadRequest("missing_field", field="year")
        if person.name in players:
            raise BadRequest("ratings.bad_field", field=f"players[{number}].name", why="own_name")
        players[person.name] = person
    rows = _rows(fields, "results", MAX_RESULTS)
    results = [_result(given, f"results[{number}]", players, fide=fide) for number, given in enumerate(rows)]
    return Given(players, results, _whole(fields, "year", "year", YEARS) or 0)


def _person(given: Any, where: str, *, fide: bool) -> Person:
    known = {"name", "rating", "k", "games"} | ({"birth_year", "highest"} if fide else set())
    fields = _fields(given, where, known)
    name = fields.get("name")
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        raise BadRequest("ratings.bad_field", field=f"{where}.name", why="name", most=MAX_NAME)
    if not fide and fields.get("rating") is None:
        raise BadRequest("missing_field", field=f"{where}.rating")
    return Person(
        name,
        (_whole if fide else _number)(fields, "rating", f"{where}.rating", RATINGS),
        _whole(fields, "k", f"{where}.k", KS),
        _whole(fields, "games", f"{where}.games", GAMES) or 0,
        _whole(fields, "birth_year", f"{where}.birth_year", YEARS),
        _whole(fields, "highest", f"{where}.highest", RATINGS) or 0,
    )


def _result(given: Any, where: str, players: Mapping[str, Person], *, fide: bool) -> tuple[list[str], tuple[int, ...]]:
    fields = _fields(given, where, {"players", "places", "winner"})
    seats = _rows(fields, "players", MAX_PLAYERS, f"{where}.players")
    for who in seats:
        if not isinstance(who, str) or who not in players:
            raise BadRequest("ratings.unknown_player", who=_told(who))
    check_seats(seats)
    if fide and len(seats) != 2:
        raise BadRequest("only_duels", players=len(seats))
    winner, places = fields.get("winner"), fields.get("places") or []
    if not isinstance(places, list):
        raise BadRequest("ratings.bad_field", field=f"{where}.places", why="list", most=MAX_SEATED)
    if winner is None:
        return seats, places_of(len(seats), places)
    if winner not in seats:
        raise BadRequest("no_outcome", why="not_at_table", winner=_told(winner), field=where)
    return seats, places_of(len(seats), places, seats.index(winner))


def _fields(given: Any, where: str, known: set[str]) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise BadRequest("ratings.bad_field", field=where, why="object")
    for field in given:
        if field not in known:
            raise BadRequest("unknown_field", field=f"{where}: {_told(field)}")
    return given


def _rows(fields: Mapping[str, Any], name: str, most: int, where: str = "") -> list[Any]:
    where = where or name
    if name not in fields:
        raise BadRequest("missing_field", field=where)
    rows = fields[name]
    if not isinstance(rows, list) or len(rows) > most:
        raise BadRequest("ratings.bad_field", field=where, why="list", most=most)
    return rows


def _whole(fields: Mapping[str, Any], name: str, where: str, within: tuple[int, int]) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if type(value) is not int or not within[0] <= value <= within[1]:
        raise BadRequest("bad_number", field=where, least=within[0], most=within[1], value=_told(value))
    return value


def _number(fields: Mapping[str, Any], name: str, where: str, within: tuple[int, int]) -> float | None:
    value = fields.get(name)
    if value is None:
        return None
    if type(value) not in (int, float) or not within[0] <= value <= within[1]:
        raise BadRequest("bad_number", field=where, least=within[0], most=within[1], value=_told(value))
    return float(value)


def _told(value: Any) -> str:
    """An invalid value, short enough to be quoted."""
    text = str(value)
    return text if len(text) <= MAX_NAME else f"{text[:MAX_NAME]}…"
