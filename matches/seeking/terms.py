"""What somebody asks for who wants to be seated, and what can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from elekt_core.registry import game_names, get_game
from elekt_core.ruleset import Ruleset
from players.ratings.events import LadderKey, ladder_key
from web.errors import BadRequest

from ..clocks.controls import CONCEDES, PRESETS, TimeControl
from ..tables.commands import GameName, RulesetName
from ..tables.rating import LIVE as LIVE_SPEED
from .rule import ANYBODY, CORRESPONDENCE, LIVE, Pace

MIN_SEATS, MAX_SEATS = 2, 4
RANGES: Final = (100, 200, 400)
"""What a page offers as the widest range, beside anybody."""
BY_CORRESPONDENCE: Final = "correspondence"
"""Names the ladder on which correspondence from here counts."""

ControlName = Annotated[
    str, Meta(min_length=1, max_length=20, description=f"One of {', '.join(f'`{name}`' for name in PRESETS)}.")
]
Seats = Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)]


class Pool(NamedTuple):
    """The terms on which people wait for each other."""

    game: str
    ruleset: str
    seats: int
    control: str

    @property
    def time(self) -> TimeControl:
        """Whoever leaves or runs out of time concedes: nobody gains by it."""
        return replace(PRESETS[self.control], flag=CONCEDES)

    @property
    def is_live(self) -> bool:
        return PRESETS[self.control].is_live

    @property
    def pace(self) -> Pace:
        return LIVE if self.is_live else CORRESPONDENCE

    @property
    def speed(self) -> str:
        return LIVE_SPEED if self.is_live else BY_CORRESPONDENCE

    @property
    def ladder(self) -> LadderKey:
        return ladder_key(self.game, self.ruleset, self.speed)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekMatch:
    """Wait for a rated match with the nearest in strength, who may be further away the longer you wait. You wait in one
    live queue at a time: asking for another one leaves the first."""

    game: GameName
    ruleset: Annotated[str, RulesetName] = ""
    seats: Seats = 2
    control: ControlName = "rapid"
    widest: Annotated[int, Meta(ge=0, le=4000, description="Nobody further away than so many points; 0: anybody.")] = 0
    bots: Annotated[bool, Meta(description="Bots may fill the table after a minute; only in live play.")] = False

    @property
    def range_at_most(self) -> int:
        return self.widest or ANYBODY


@dataclass(frozen=True, slots=True)
class CancelSeek:
    """Wait no longer; whoever has been seated stays seated."""


def pool_of(asked: SeekMatch) -> Pool:
    """Raises UnknownGame, BadSetup, BadRequest."""
    if asked.control not in PRESETS:
        raise BadRequest("bad_field", field="control")
    ruleset = get_game(asked.game).ruleset(asked.ruleset)
    if not is_offered(ruleset) or asked.seats not in ruleset.seats:
        least, most = ruleset.seats[0], ruleset.seats[-1]
        raise BadRequest("bad_number_of_seats", field="seats", seats=asked.seats, least=least, most=most)
    return Pool(asked.game, ruleset.name, asked.seats, asked.control)


def is_offered(ruleset: Ruleset) -> bool:
    """Whether a ruleset can be played for rating."""
    return not ruleset.automata and not ruleset.replaced and bool(sizes(ruleset))


def sizes(ruleset: Ruleset) -> Sequence[int]:
    return [size for size in ruleset.seats if MIN_SEATS <= size <= MAX_SEATS]


def offered() -> list[tuple[str, Ruleset]]:
    """Every game, with each of its rulesets that can be played for rating."""
    games = [get_game(name) for name in game_names()]
    return [(game.name, ruleset) for game in games for ruleset in game.current if is_offered(ruleset)]
