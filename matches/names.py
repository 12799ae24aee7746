"""What to call those who sit at a table, in the current language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game
from players import queries as players
from players.names import alike, bots
from web import languages

TUTOR = "tutor_"
"""How the names of lessons' tutors begin (``elekt_core.lesson.Lesson.bot``)."""

Sitting = tuple[UUID | None, str]
"""A seat's player and bot; both empty for a free seat."""


def players_named(ids: Iterable[UUID | None]) -> Mapping[UUID, str]:
    return players.names({id_ for id_ in ids if id_ is not None})


def game_title(game: str) -> str:
    """What the game is called in the current language; its word, where it is installed no more."""
    try:
        return get_game(game).words(languages.current(), ()).title()
    except UnknownGame:
        return game


def ruleset_title(game: str, ruleset: str) -> str:
    """What the ruleset is called in the current language; its word, where the game is installed no more."""
    try:
        return get_game(game).words(languages.current(), ()).ruleset(ruleset)
    except UnknownGame:
        return ruleset


def bot_name(bot: str) -> str:
    return bots.tutor_name() if bot.startswith(TUTOR) else bots.bot_name(bot)


def of_practice(sittings: Sequence[Sitting], known: Mapping[UUID, str]) -> tuple[str, ...]:
    """Several seats that one person plays are told apart by their numbers."""
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


def _with_seat(seat: int, name: str) -> str:
    return _("%(name)s (seat %(number)d)") % {"name": name, "number": seat + 1}
