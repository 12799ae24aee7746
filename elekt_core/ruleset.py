"""The rules of a match: a ruleset, its number of seats, and the options that can be agreed before it begins.

A page or an API offers what stands here and needs no knowledge of the game; ``contract.Words`` names it for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from .errors import BadSetup

Value = int | str


@dataclass(frozen=True, slots=True)
class Option:
    """An option to agree on: one of ``values``, or a list of ``pick`` different ones if ``pick`` is more than 1.

    ``default`` is what holds where nothing is said, in the same form (a tuple where ``pick`` is more than 1).
    """

    name: str
    values: tuple[Value, ...]
    default: Value | tuple[Value, ...]
    pick: int = 1
    offered: bool = True
    """False: for old records. It is still understood, and nobody is offered it."""
    where: tuple[str, Value] | None = None
    """The option and the value of it with which this one counts; it always counts where this is None."""

    def agreed(self, value: Any) -> Value | tuple[Value, ...]:
        """``value`` as used in play, with lists as tuples. Raises BadSetup (``bad_option``, ``bad_options``)."""
        picked = [value] if self.pick == 1 else list(value) if isinstance(value, list | tuple) else []
        if len(picked) != self.pick or not all(self._known(one) for one in picked) or len(set(picked)) < self.pick:
            known = ", ".join(map(str, self.values))
            data: dict[str, Any] = {"field": self.name, "value": str(value), "known": known}
            unknown = next((one for one in picked if isinstance(one, str) and not self._known(one)), "")
            code = "bad_option" if self.pick == 1 else "bad_options"
            raise BadSetup(code, **data, pick=self.pick, nearest=nearest(unknown, map(str, self.values)))
        agreed: Value | tuple[Value, ...] = picked[0] if self.pick == 1 else tuple(picked)
        return agreed

    def _known(self, value: Any) -> bool:
        """1, True and 1.0 are three different values here, as in the record."""
        return any(type(value) is type(known) and value == known for known in self.values)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play a game, named in every record.

    A change that makes old records play differently is a new ruleset, of the same ``line``; the one before is then
    ``replaced`` and stands behind it in ``Game.rulesets``.
    """

    name: str
    seats: range
    """How many people may play: a seat is a place for a person, or for a bot who takes a person's place."""
    options: tuple[Option, ...] = ()
    automata: tuple[str, ...] = ()
    """Sides that the rules themselves play, by name (``("houses",)``): no seat, no bot, nobody decides for them.

    Where events, views and boards number sides, the seats come first and the automata follow: with one seat, the
    first automaton is side 1. ``Outcome.automata`` has their results, ``Words.automaton`` their names.
    """

    line: str = ""
    """The first of the rulesets that replaced each other and end in this one; ``""`` where it is the first itself."""
    replaced: bool = False
    """A later ruleset of the line has taken its place. It is for old records, and for what began under it."""

    @property
    def ladder(self) -> str:
        """The name under which ratings and ladders continue from one ruleset of the line to the next."""
        return self.line or self.name

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options that people are asked about."""
        return tuple(option for option in self.options if option.offered)

    def agreed(self, seats: int, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The value of every option, defaults filled in. Raises BadSetup, which names the field."""
        if type(seats) is not int or seats not in self.seats:
            raise BadSetup("bad_seats", field="seats", value=seats, least=self.seats[0], most=self.seats[-1])
        self._only(options, self.options)
        return {o.name: o.agreed(options[o.name]) if o.name in options else o.default for o in self.options}

    def only_offered(self, options: Mapping[str, Any]) -> None:
        """Raises BadSetup if a new match asks for an option that exists only for old records."""
        self._only(options, self.offered)

    def _only(self, options: Mapping[str, Any], among: Iterable[Option]) -> None:
        names = [option.name for option in among]
        for name in options:
            if name not in names:
                raise BadSetup("unknown_option", field=name, known=", ".join(names), nearest=nearest(name, names))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, ``""`` if none is near."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.4)), "")
