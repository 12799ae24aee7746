"""A game of three at a real table, of which each player enters the own hand on the own phone, by the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.registry import get_bot
from elekt_core.scribe import Session
from matches.scribe import commands as c
from matches.scribe import queries, services
from matches.scribe.services import SCRIBINGS
from matches.scribe.sessions import other_of
from tests.elekt_core.scribe.witness import answers, own_answers, played, seen

from ..factories import account

SEATS = ("Alice", "Bob", "Celina")


class Company:
    """Alice began to record, from seat 0; Bob and Celina were invited to theirs. ``truth`` is the game itself."""

    def __init__(self, game: str, seed: bytes = b"company") -> None:
        self.truth = played(game, seed, len(SEATS))
        self.players = [account(name) for name in SEATS]
        alice = self.players[0]
        self.id = services.begin(c.BeginScribing(game=game, seats=3, viewer=0), SEATS, by=alice).scribing
        for seat in (1, 2):
            services.join(self.id, c.Join(viewer=seat), by=self.players[seat], invited_to=seat, is_invited=True)

    @property
    def is_over(self) -> bool:
        return self.truth.game.outcome(self.truth.state) is not None

    def play(self, decisions: int, after_each: Callable[[], None] = lambda: None) -> int:
        """So many decisions at most, each entered on the phone of the seat that makes it. Returns how many."""
        self._entered(None)
        after_each()
        bot = get_bot(self.truth.game, "greedy")
        for made in range(decisions):
            if self.is_over:
                return made
            self.decide(self._chosen(bot, made))
            after_each()
        return decisions

    def decide(self, decision: Decision) -> None:
        self.truth.decide(decision)
        self._entered(decision)

    def end(self) -> None:
        """All but one give up."""
        while not self.is_over:
            self.decide(Decision(self.truth.game.awaiting(self.truth.state)[0].seat, CONCEDE))

    def view_of(self, seat: int) -> Any:
        """What the phone of this seat knows."""
        return self.session(self.players[seat]).view

    def session(self, player: UUID) -> Session:
        return queries.scribing(scribing_id=self.id, player=player).session

    def _chosen(self, bot: Any, made: int) -> Decision:
        truth = self.truth
        seat = truth.game.awaiting(truth.state)[0].seat
        options, view = truth.game.options(truth.state, seat), truth.game.view(truth.state, seat)
        chosen: Decision = bot.choose(truth.game, view, options, SeededChance(derive("company", made)))
        return chosen

    def _entered(self, decision: Decision | None) -> None:
        first = 0 if decision is None else int(decision.seat)
        for seat in (first, *(seat for seat in range(len(SEATS)) if seat != first)):
            player, facts = self.players[seat], seen(self.truth, SeatNo(seat))
            picks: Sequence[str]
            shown = queries.scribing(scribing_id=self.id, player=player)
            if seat == first and decision is not None and decision.kind == CONCEDE:
                picks = [f"concede:{seat}"]
            elif seat == first:
                picks = answers(shown.session, decision, facts)
            elif shown.owed is not None:
                said = other_of(SCRIBINGS.load(self.id), shown.owed)
                picks = own_answers(shown.session, said, decision, facts)
            else:
                continue
            services.enter(self.id, c.Enter(picks=tuple(picks)), by=player)
