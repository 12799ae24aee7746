"""From a match to a text in short notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..contract import Decision, Game, SeatNo
from ..errors import BadRecord
from ..record.facts import decode_fact, is_beside, kind_of
from ..record.match import fold
from ..record.record import Record, StoredBatch, decode_draw, game_of
from ..record.stop import STOPS
from ..record.takeback import line_of
from .broken_off import written_stop
from .head import written_head
from .moves import words_of
from .syntax import SEATS

GAME_ENDED = "game_ended"


def write_shorthand(
    record: Record,
    language: str = "en",
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    game: Game[Any] | None = None,
) -> str:
    """The match of an open record. ``tags`` are further ones (``Event``, ``Date``, ``A`` for who sits on seat A).

    ``comments`` stand after that many decisions, 0 for the beginning. What was taken back becomes a variation; clocks
    are left out. Raises BadRecord: the record is redacted, or of a match that runs and names no draws.
    """
    if not record.is_open:
        raise BadRecord("already_redacted", perspective=record.perspective)
    return _Writer(record, game or game_of(record), language, comments or {}).text(tags or {})


class _Writer:
    def __init__(self, record: Record, game: Game[Any], language: str, comments: Mapping[int, str]) -> None:
        self.record, self.game, self.language, self.comments = record, game, language, comments
        self.facts = [
            [decode_fact(game, entry.kind, entry.version, entry.payload) for entry in batch.entries]
            for batch in record.batches
        ]
        self.ends = list(accumulate(map(len, self.facts)))
        self.every = [fact for facts in self.facts for fact in facts]
        self.line = line_of(self.every)
        self.seed = next(
            (str(getattr(fact, "seed", "")) for fact in self.every if kind_of(game, fact) == GAME_ENDED), ""
        )
        self.commitment = str(getattr(self.every[0], "commitment", ""))
        self.lines: list[str] = []

    def text(self, tags: Mapping[str, str]) -> str:
        record = self.record
        own = {"Seed": self.seed} if self.seed else {"Commitment": self.commitment} if self.commitment else {}
        head = written_head(self.game, record, self.language, own, tags)
        in_force = [n for n, end in enumerate(self.ends) if n and self.line.in_force(end) and self._decided(n)]
        state = self.game.initial()
        self._draws(record.batches[0], "")
        fold(self.game, state, self._own(0))
        self._comment(0)
        if in_force:
            self._moves(state, in_force, 1, "")
        outcome = self.game.outcome(state)
        if outcome is not None:
            self.lines.append("= " + " ".join(f"{SEATS[seat]} {rank}" for seat, rank in enumerate(outcome.ranks)))
        self.lines += [written_stop(fact) for fact in self.every if isinstance(fact, STOPS)]
        return "\n".join([*head, "", *self.lines, ""])

    def _moves(self, state: Any, batches: Sequence[int], number: int, indent: str) -> None:
        """The decisions of ``batches``, folded into ``state``."""
        for last, batch in zip((batches[0] - 1, *batches), batches, strict=False):
            stored = self.record.batches[batch]
            before = state.copy()
            self._draws(stored, indent)
            decision = self._decision(stored)
            words = " ".join(words_of(self.game, state, decision, self.language))
            self.lines.append(f"{indent}{number}. {SEATS[decision.seat]} {words}")
            fold(self.game, state, self._own(batch))
            if not indent:
                self._comment(number)
                self._undone(before, self.ends[last], self.ends[batch], number)
            number += 1

    def _undone(self, before: Any, begins: int, ends: int, number: int) -> None:
        """The branches that were taken back to the position before a decision, each as a variation.

        Facts beside the game's may stand between the decision before it and the moment that was gone back to.
        """
        for branch in self.line.branches:
            if not begins <= branch.after < ends:
                continue
            inside = [n for n, end in enumerate(self.ends) if end in branch.events and self._decided(n)]
            if inside:
                self.lines.append("   (")
                self._moves(before.copy(), inside, number, "   ")
                self.lines.append("   )")

    def _decided(self, batch: int) -> bool:
        return self.record.batches[batch].decision is not None

    def _own(self, batch: int) -> list[Any]:
        return [fact for fact in self.facts[batch] if not is_beside(fact)]

    def _decision(self, batch: StoredBatch) -> Decision:
        data = dict(batch.decision or {})
        return self.game.decode_decision(SeatNo(int(data.pop("seat"))), data)

    def _draws(self, batch: StoredBatch, indent: str) -> None:
        """What the batch drew, where no seed says it."""
        if self.seed:
            return
        for draw in map(decode_draw, (batch.meta or {}).get("draws", [])):
            values = [draw.result] if isinstance(draw.result, int) else draw.result
            self.lines.append(f"{indent}~ " + " ".join(map(str, values)))

    def _comment(self, number: int) -> None:
        if text := self.comments.get(number):
            self.lines.append("{" + " ".join(text.replace("}", ")").split()) + "}")
