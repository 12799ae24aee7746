"""Names of games, rulesets, bots and the people at a table, and of what was agreed on there, in the current
language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from elekt_core.contract import Words
from elekt_core.errors import UnknownGame
from elekt_core.registry import bots_of, game_names, get_game
from elekt_core.ruleset import Option, Ruleset, Value
from players import queries as players
from players.names import alike, bots
from web import languages
from web.encoding import UNSHOWN, Named

TUTOR = "tutor_"
"""How the names of lessons' tutors begin (``elekt_core.lesson.Lesson.bot``)."""

Sitting = tuple[UUID | None, str]
"""A seat's player and bot; both empty for a free seat."""


def players_named(ids: Iterable[UUID | None]) -> Mapping[UUID, str]:
    return players.names({id_ for id_ in ids if id_ is not None})


def game_title(game: str) -> str:
    """The game's title in the current language; its key if it is no longer installed."""
    try:
        return get_game(game).words(languages.current(), ()).title()
    except UnknownGame:
        return game


def ruleset_title(game: str, ruleset: str) -> str:
    """The ruleset's title in the current language; its key if the game is no longer installed."""
    try:
        return get_game(game).words(languages.current(), ()).ruleset(ruleset)
    except UnknownGame:
        return ruleset


def all_bots() -> set[str]:
    """The bots of all games."""
    return {bot for game in game_names() for bot in bots_of(get_game(game))}


def bot_name(bot: str) -> str:
    return bots.tutor_name() if bot.startswith(TUTOR) else bots.bot_name(bot)


def shortened(bot: str, name: str) -> str:
    """The name of a seat where there is little room: a bot's in short, with its number; a person's as it is."""
    return name if not bot or bot.startswith(TUTOR) else name.replace(bots.bot_name(bot), bots.short_name(bot), 1)


def of_practice(sittings: Sequence[Sitting], known: Mapping[UUID, str]) -> tuple[str, ...]:
    """Several seats played by one person are told apart by their numbers."""
    if sum(not bot for _player, bot in sittings) == 1:
        return of_seats(sittings, known)
    people = tuple(_("Player %(n)s") % {"n": number} for number in range(1, len(sittings) + 1))
    bots = of_seats(sittings, {})
    return tuple(bots[n] if bot else people[n] for n, (_player, bot) in enumerate(sittings))


def of_seats(sittings: Sequence[Sitting], known: Mapping[UUID, str]) -> tuple[str, ...]:
    """A name for each seat. Bots of one kind at one table are told apart by a number, people whose names look alike by
    their seats."""
    sitting = [bot for _player, bot in sittings if bot]
    seen: dict[str, int] = {}
    names: dict[int, str] = {}
    for number, (player, bot) in enumerate(sittings):
        if bot:
            seen[bot] = seen.get(bot, 0) + 1
            names[number] = f"{bot_name(bot)} {seen[bot]}" if sitting.count(bot) > 1 else bot_name(bot)
        elif player:
            names[number] = known.get(player, _("Former player"))
    told = alike.told_apart(names, _with_seat)
    return tuple(told.get(number, "") for number in range(len(sittings)))


def of_record(said: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names in an imported record, one for each seat."""
    told = {seat: said[seat] if seat < len(said) else "" for seat in range(seats)}
    told = {seat: name or _("Player %(n)s") % {"n": seat + 1} for seat, name in told.items()}
    return tuple({**told, **alike.told_apart(told, _with_seat)}[seat] for seat in range(seats))


def _with_seat(seat: int, name: str) -> str:
    return _("%(name)s (seat %(number)d)") % {"name": name, "number": seat + 1}


# --- what was agreed on -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option as agreed, and whether that is its default."""

    name: str
    value: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """``automata`` are the titles of the sides that the rules play, by key; ``values`` has every option."""

    ruleset: Annotated[str, Named("ruleset_name")]
    options: Annotated[tuple[OptionShown, ...], UNSHOWN] = ()
    automata: Annotated[Mapping[str, str], UNSHOWN] = field(default_factory=dict)
    values: Annotated[Mapping[str, Any], Named("options"), "The value of each option of the ruleset."] = field(
        default_factory=dict
    )
    is_default: Annotated[bool, UNSHOWN] = False
    """Whether it is the usual game by its first ruleset, nothing changed: nothing that needs to be said in a list."""

    @property
    def special(self) -> tuple[OptionShown, ...]:
        return tuple(option for option in self.options if not option.is_default)


def agreed(game: str, ruleset: str, options: Mapping[str, Any]) -> Agreed:
    """In the current language. What is no longer installed is named as in the record."""
    try:
        rules = get_game(game).ruleset(ruleset)
    except UnknownGame:
        return Agreed(ruleset)
    values = tuple(_frozen(options.get(option.name, option.default)) for option in rules.options)
    return _agreed(game, rules, values, languages.current())


@lru_cache(maxsize=256)
def _agreed(game: str, ruleset: Ruleset, values: tuple[Any, ...], language: str) -> Agreed:
    words = get_game(game).words(language, ())
    said = {option.name: value for option, value in zip(ruleset.options, values, strict=True)}
    shown = [
        OptionShown(words.option(option.name), value_shown(words, option, value), value == _frozen(option.default))
        for option, value in zip(ruleset.options, values, strict=True)
        if (option.offered or value != _frozen(option.default)) and _counts(option, said)
    ]
    return Agreed(
        ruleset=words.ruleset(ruleset.name),
        options=tuple(shown),
        automata={name: words.automaton(name) for name in ruleset.automata},
        values=said,
        is_default=game == settings.DEFAULT_GAME
        and ruleset.ladder == get_game(game).ruleset().ladder
        and all(option.is_default for option in shown),
    )


def _counts(option: Option, said: Mapping[str, Any]) -> bool:
    return option.where is None or said[option.where[0]] == option.where[1]


def value_shown(words: Words, option: Option, value: Any) -> str:
    """A value, or a list of values, in words."""
    picked: tuple[Value, ...] = value if isinstance(value, tuple) else (value,)
    return ", ".join(words.option_value(option.name, one) for one in picked)


def _frozen(value: Any) -> Any:
    """JSON has lists where the ruleset has tuples."""
    return tuple(value) if isinstance(value, list) else value
