"""Hidden information: positions folded from redacted facts equal the views, and views reveal nothing hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..bots import derive
from ..chance import SeededChance
from ..contract import UNKNOWN, Event, Game, Viewer
from ..kit.dealing import cards_in, table_of
from .findings import Findings, Stopped, first_difference, seen_by, shortened, told

LAW = "what is hidden"


class Knowing:
    """The position of every viewer, folded from the facts that this viewer is told."""

    def __init__(self, game: Game[Any], viewers: Sequence[Viewer], findings: Findings) -> None:
        self.game, self.viewers, self.findings = game, viewers, findings
        self.folded: dict[Viewer, Any] = {}
        state = type(game.initial())
        self.table = table_of(state, game.said.get(state))
        for viewer in viewers:
            with findings.unbroken(LAW, "view", "the view of the empty table, before any fact,", stops=True):
                self.folded[viewer] = game.view(game.initial(), viewer)

    def take(self, event: Event) -> None:
        """Each viewer folds the fact as redacted for them."""
        with self.findings.unbroken(LAW, "redact", f"redacting {type(event).__name__}", stops=True):
            public = self.game.redact(event, None)
        for viewer, state in self.folded.items():
            with self.findings.unbroken(LAW, "redact", f"redacting {type(event).__name__}", stops=True):
                known = self.game.redact(event, viewer)
            secret = _told_in_rows(known, public)
            before = Counter(self.table.lying(state)) if secret else Counter[int]()
            if type(known) is not type(event):
                text = f"a redacted {type(event).__name__} is of another kind, {type(known).__name__}"
                self.findings.note(LAW, "redact", text, subject=type(event).__name__)
            try:
                self.game.evolve(state, known)
            except Exception as error:
                self.findings.note(
                    LAW,
                    "evolve",
                    f"folding the fact as {seen_by(viewer)} is told it, {shortened(known)}, fails with "
                    f"{type(error).__name__}: {error}. A fold must also work where a card is UNKNOWN: "
                    "`remove(card if card in hand else UNKNOWN)`",
                    subject=type(event).__name__,
                )
                raise Stopped from error
            if secret:
                self._remembered(known, viewer, Counter(self.table.lying(state)) - before)

    def _remembered(self, known: Event, viewer: Viewer, gained: Counter[int]) -> None:
        """The law: cards that a seat alone is told can be listed, since it knows them even if the fact is undone."""
        if cards_in(known, self.game.said.get(type(known))) or any(card != UNKNOWN for card in gained):
            return
        name = type(known).__name__
        text = (
            f"{seen_by(viewer)} is told in {name} what others must not know, but neither the fact nor the position "
            "says that it is a card: after a takeback nobody could say that it is known. Give the field the type `Card`"
        )
        self.findings.note(LAW, "events", text, subject=name)

    def compare(self, state: Any, viewers: Sequence[Viewer]) -> None:
        """The law: the views of the position equal what the viewers have folded."""
        for viewer in viewers:
            folded = self.folded[viewer]
            with self.findings.unbroken(LAW, "view", f"the view of {seen_by(viewer)}", stops=True):
                view = self.game.view(state, viewer)
            if found := difference(self.game, folded, view):
                path, folds_to, shown = found
                self.findings.note(
                    LAW,
                    "redact",
                    f"the facts that {seen_by(viewer)} is told lead to {path} = {shortened(folds_to)}, but `view` "
                    f"shows {shortened(shown)}: a replay and a live page would differ. What a fact hides (`redact`) "
                    "must be what the position hides (`view`)",
                    subject=path.partition("[")[0],
                )
                raise Stopped


def _told_in_rows(known: Any, public: Any) -> bool:
    """Whether a fact tells several hidden things at once, as a deal does; a single one may be a choice and no card."""
    return any(one != other and isinstance(one, tuple | list) for one, other in zip(known, public, strict=False))


def difference(game: Game[Any], one: Any, other: Any) -> tuple[str, Any, Any] | None:
    """Where two positions of one game differ."""
    same = game.describe(one) == game.describe(other)
    found = None if same else first_difference(game.encode_state(one), game.encode_state(other))
    if found is None and game.fingerprint(one) != game.fingerprint(other):
        return "the fingerprint", game.fingerprint(one)[:60], game.fingerprint(other)[:60]
    return found


def deal_anew(game: Game[Any], state: Any, viewer: Viewer, seed: str, findings: Findings) -> Any:
    """Another position that looks the same to the viewer; None if the game deals none."""
    view, secret = game.view(state, viewer), derive("anew", seed)
    try:
        other = game.redeal(view, SeededChance(secret))
        twice = game.redeal(view, SeededChance(secret))
    except Exception as error:
        text = f"dealing anew what {seen_by(viewer)} cannot see fails: {told(error)}"
        findings.note(LAW, "redeal", text, subject=type(error).__name__)
        return None
    if difference(game, other, twice):
        findings.note(LAW, "redeal", "dealt anew twice with the same draws, a position differs")
        return None
    again = game.view(other, viewer)
    if found := difference(game, view, again):
        path, one, another = found
        findings.note(
            LAW,
            "redeal",
            f"with the hidden cards dealt anew, {seen_by(viewer)} sees {path} = {shortened(another)} instead of "
            f"{shortened(one)}: either the view tells what should be hidden, or what it shows is dealt anew",
            subject=path.partition("[")[0],
        )
        return None
    return other
