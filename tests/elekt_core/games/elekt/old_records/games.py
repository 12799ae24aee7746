"""The games whose records are kept here, as the rules were when each ruleset was the newest one.

A ruleset that nobody is offered any more must play them again, byte for byte, for good. Before a ruleset is replaced,
records of it are made, by the code that it was played with:

    python -m tests.elekt_core.games.elekt.old_records.games elekt-2e-r1 elekt-1e-r1 elekt-solo-r1

The seeds were chosen so that what the next ruleset plays otherwise occurs in them.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from elekt_core.bots import DECISIONS_AT_MOST, RANDOM, bot_chance, derive, stream_name
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.search.greedy import Greedy

FOLDER: Final = Path(__file__).parent
SECOND, FIRST, SOLO = "elekt-2e-r1", "elekt-1e-r1", "elekt-solo-r1"


@dataclass(frozen=True)
class OldGame:
    """``concedes``: which seat gives up, by the number of the decision before which it does so."""

    name: str
    ruleset: str
    seats: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    concedes: Mapping[int, int] = field(default_factory=dict)
    greedy: bool = False
    own_list: bool = False

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.jsonl.gz"

    def stored(self) -> str:
        """The record as it was kept."""
        return gzip.decompress(self.file.read_bytes()).decode("utf-8")

    def _list(self) -> str:
        """The list that was played with: the built-in one of that time with another name."""
        if self.file.exists():
            return parse_record(self.stored()).cards
        return game.built_in_cards().replace('"Symbiont"', '"Companion"')

    def text(self) -> str:
        """The record of the game, played now."""
        played = game.with_cards(self._list()) if self.own_list else game
        setup = Setup(game.name, self.ruleset, self.seats, dict(self.options))
        seed = derive("old records", self.ruleset, self.seats, self.seed)
        play = Play.begin(played, setup, SeededChance(derive("match", seed.hex())))
        bot, bots = Greedy() if self.greedy else RANDOM, derive("bots", seed.hex())
        for number in range(DECISIONS_AT_MOST):
            asked = played.awaiting(play.state)
            if not asked:
                break
            if number in self.concedes and not play.state.ended:
                play.decide(Decision(SeatNo(self.concedes[number]), "concede", ()))
                continue
            view = played.view(play.state, asked[0].seat)
            options = played.options(view, asked[0].seat)
            play.decide(bot.choose(played, view, options, bot_chance(bots, number)))
        return format_record(record_of_play(play, stream_name(game.name, self.seed, self.seats)))


LATE_ROUND = {
    "position": {
        "round": 9,
        "phase": "assignment",
        "zones": {"court": {"face_up": "hidden_dagger", "deck_size": 2}},
        "players": [{"heat": 3, "acquired": ["master_of_spies"]}, {"heat": 1}],
    }
}
"""Nobody can get so far (E5.2), and it could be played on from."""

ROUND_END = {"position": {"phase": "round_end", "round": 2, "crowned": 0, "players": [{}, {"heat": 0}]}}
"""The cards of the boards are the neutral ones, which nobody won (E9.19)."""


OLD_GAMES: Final = (
    OldGame("2e-r1-two", SECOND, 2, 33),
    OldGame("2e-r1-two-greedy", SECOND, 2, 1, greedy=True),
    OldGame("2e-r1-three", SECOND, 3, 56),
    OldGame("2e-r1-three-gives-up", SECOND, 3, 0, concedes={40: 1}),
    OldGame("2e-r1-four", SECOND, 4, 2, {"heat_starting": 3}),
    OldGame("2e-r1-four-gives-up", SECOND, 4, 0, concedes={30: 2, 90: 0}),
    OldGame("2e-r1-own-list", SECOND, 2, 2, own_list=True),
    OldGame("2e-r1-late-round", SECOND, 2, 3, LATE_ROUND),
    OldGame("2e-r1-round-end", SECOND, 2, 4, ROUND_END),
    OldGame("1e-r1-two", FIRST, 2, 1),
    OldGame("1e-r1-three", FIRST, 3, 0),
    OldGame("1e-r1-four", FIRST, 4, 243),
    OldGame("solo-r1-easy", SOLO, 1, 28, {"level": "easy"}),
    OldGame("solo-r1-medium", SOLO, 1, 14, {"level": "medium"}, greedy=True),
    OldGame("solo-r1-hard", SOLO, 1, 2, {"level": "hard"}),
)


if __name__ == "__main__":
    for old in OLD_GAMES:
        if old.ruleset in sys.argv[1:]:
            old.file.write_bytes(gzip.compress(old.text().encode(), mtime=0))
