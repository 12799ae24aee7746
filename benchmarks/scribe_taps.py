"""How many taps a recorded game costs: ``python -m benchmarks.scribe_taps --game elekt --games 3``.

Bots play; somebody who saw what a spectator sees (with ``--hand``, the first seat) enters each decision as the page of
``/scribe/`` asks for it. What lies on the board is one tap there, and is not listed. Of the rest a choice in sight (12
are, or 11 and the tile that shows all) is one tap. Any other is found the shorter way: among all, by the tile, a swipe
for each further window of them, and one tap; or by name, by the tap into the search field (where one goes on to search,
it has the focus already), its letters until it is in sight, and one tap. All are shown without the tile where only a
card can follow that lies nowhere on the board, and go on being shown within an entry.
Counted per decision, with everything that chance brought after it, and per card of the setup. A swipe counts as a tap.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo
from elekt_core.record.match import Play
from elekt_core.registry import get_bot
from elekt_core.scribe import OFFERED, Choice, Session
from elekt_core.scribe.asking import Asking
from elekt_core.shorthand.names import plain
from tests.elekt_core.scribe.witness import NAMES, is_true, played, seen, true_offer


class Way(Enum):
    """How a choice is found: in sight, by its letters, or among all that are shown."""

    SEEN = auto()
    TYPED = auto()
    SHOWN = auto()


IN_SIGHT = 30
"""So many are in sight on a phone of 390 by 844 pixels where all are shown (``tests/browser/test_scribe_board.py``)."""


def taps_to(wanted: Choice, choices: Sequence[Choice], lying: Collection[str], way: Way) -> tuple[int, Way]:
    """And the way in which the choice was found."""
    listed = [one for one in choices if not _lies(one, lying)]
    if (way is Way.SHOWN and len(choices) > OFFERED) or (len(listed) > OFFERED and _only_cards(choices, lying)):
        return 1 + _swipes(wanted, choices), Way.SHOWN
    if _lies(wanted, lying) or wanted in listed[: OFFERED if len(listed) <= OFFERED else OFFERED - 1]:
        return 1, Way.SEEN
    shown = 2 + _swipes(wanted, choices)
    typed = (way is not Way.TYPED) + _letters(wanted, choices) + 1
    return (shown, Way.SHOWN) if shown <= typed else (typed, Way.TYPED)


def _swipes(wanted: Choice, choices: Sequence[Choice]) -> int:
    by_name = sorted(choices, key=lambda one: plain(one.label) if one.card else "")
    return by_name.index(wanted) // IN_SIGHT


def _only_cards(choices: Sequence[Choice], lying: Collection[str]) -> bool:
    return all(one.card and not _lies(one, lying) for one in choices)


def _letters(wanted: Choice, choices: Sequence[Choice]) -> int:
    name = max(re.findall(r"\w+", wanted.label), key=len)
    for letters in range(1, len(name)):
        fitting = [one for one in choices if _begins(one, name[:letters])]
        if wanted in fitting[: OFFERED if len(fitting) <= OFFERED else OFFERED - 1]:
            return letters
    return len(name)


def _lies(choice: Choice, lying: Collection[str]) -> bool:
    return any(place in lying or place.partition(":")[2] in lying for place in choice.places)


def lying_on_board(session: Session) -> set[str]:
    """What the board of the page names, but for what lies in piles."""
    from django.template.loader import render_to_string

    from matches.play.fragments import game_template
    from matches.play.shapes import SeatShown
    from matches.positions import analysis

    game = session.game
    if not session.entries:
        return set()
    seats = tuple(SeatShown(n, None, "", NAMES[n], mine=session.viewer == n) for n in range(session.setup.seats))
    position = {"match": analysis.seen(game, session.setup.ruleset, seats)}
    board = {"board": game.board(session.view, "pl"), "position": position, "entering": True}
    html = render_to_string(game_template(game.name, "board.html"), board).partition("lay-piles")[0]
    return {name for names in re.findall(r'data-names="([^"]*)"', html) for name in names.split()}


def _begins(choice: Choice, typed: str) -> bool:
    words = [word for text in (choice.label, *choice.also) for word in re.findall(r"\w+", text)]
    return any(plain(word).startswith(plain(typed)) for word in words)


class Counted:
    """Taps and seconds by kind of decision."""

    def __init__(self) -> None:
        self.taps: dict[str, list[int]] = defaultdict(list)
        self.steps: list[float] = []
        self.way = Way.SEEN
        self.decisions = self.entries = self.further = self.on_board = self.answers = 0

    def enter(self, session: Session, decision: Decision | None, facts: Sequence[Any]) -> bool:
        """Whether the truth could be entered."""
        lying = lying_on_board(session)
        began = time.perf_counter()
        asking, taps, self.way = session.asking(()), 0, Way.SEEN
        while asking.offers:
            offer = true_offer(asking, decision, facts)
            if offer is None:
                offer = asking.further(partial(is_true, asking=asking, decision=decision, facts=facts))
                self.further += 1
            if offer is None:
                return False
            taps += self._taps(session, asking, offer, lying)
            self.steps.append(time.perf_counter() - began)
            began = time.perf_counter()
            asking.answer(offer)
        self.taps["setup" if decision is None else decision.kind].append(taps)
        self.entries += 1
        session.enter(asking.answered)
        return list(session.entries[-1].facts) == list(facts)

    def _taps(self, session: Session, asking: Asking, offer: Any, lying: Collection[str]) -> int:
        choices = session.wording("pl", NAMES).choices(asking)
        wanted = next((one for one in choices if one.key == offer.key), None)
        if wanted is None:  # a copy of the same name stands for it
            label = session.wording("pl", NAMES).choice(offer, asking).label
            wanted = next(one for one in choices if one.label == label)
        self.answers += 1
        self.on_board += _lies(wanted, lying)
        taps, self.way = taps_to(wanted, choices, lying, self.way)
        return taps


def play(
    name: str, number: int, seats: int, most: int, counted: Counted, viewer: SeatNo | None
) -> tuple[Play[Any], bool]:
    table = played(name, derive("taps", name, number), seats)
    session = Session(table.game, table.setup, viewer, str(number))
    bot = get_bot(table.game, "greedy")
    if not counted.enter(session, None, seen(table, viewer)):
        return table, False
    for decided in range(most):
        if table.game.outcome(table.state) is not None:
            break
        seat = table.game.awaiting(table.state)[0].seat
        options = table.game.options(table.state, seat)
        chance = SeededChance(derive("bot", number, decided))
        decision = bot.choose(table.game, table.game.view(table.state, seat), options, chance)
        table.decide(decision)
        counted.decisions += 1
        if not counted.enter(session, decision, seen(table, viewer)):
            return table, False
    return table, True


def told(taps: Mapping[str, Sequence[int]]) -> None:
    for kind, counts in sorted(taps.items(), key=lambda one: -len(one[1])):
        ordered = sorted(counts)
        nine = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
        print(f"  {kind:24} {len(ordered):5} times   median {ordered[len(ordered) // 2]:2}   nine of ten {nine:2}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--hand", action="store_true", help="the scribe sees the hand of the first seat")
    asked = parser.parse_args()
    os.environ["STATIC_COLLECTED"] = "false"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    counted, whole = Counted(), 0
    for number in range(asked.games):
        viewer = SeatNo(0) if asked.hand else None
        table, done = play(asked.game, number, asked.seats, asked.decisions, counted, viewer)
        whole += done
        print(f"game {number}: {len(table.batches) - 1} decisions, {'whole' if done else 'BROKEN OFF'}", flush=True)
    every = {"every decision": [n for kind, counts in counted.taps.items() if kind != "setup" for n in counts]}
    told({**every, **counted.taps})
    steps = sorted(counted.steps)
    print(
        f"{whole} of {asked.games} games whole; {counted.entries / max(1, counted.decisions):.2f} entries a decision; "
        f"{counted.further} answers beyond those offered; {counted.on_board} of {counted.answers} answers on the board"
    )
    middle, late = steps[len(steps) // 2] * 1000, steps[len(steps) * 95 // 100] * 1000
    print(f"an answer takes {middle:.0f} ms (median), {late:.0f} (p95)")


if __name__ == "__main__":
    main()
