"""Hidden information: positions folded from redacted facts equal the views, and views reveal nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..bots import derive
from ..chance import SeededChance
from ..contract import Event, Game, Viewer
from .findings import Findings, Stopped, first_difference, seen_by, shortened, told

LAW = "what is hidden"


class Knowing:
    """The position of every viewer, folded from the facts that this viewer is told."""

    def __init__(self, game: Game[Any], viewers: Sequence[Viewer], findings: Findings) -> None:
        self.game, self.viewers, self.findings = game, viewers, findings
        self.folded: dict[Viewer, Any] = {}
        for viewer in viewers:
            with findings.unbroken(LAW, "view", "the view of the empty table, before any fact,", stops=True):
                self.folded[viewer] = game.view(game.initial(), viewer)

    def take(self, event: Event) -> None:
        """Each viewer folds the fact as redacted for them."""
        for viewer, state in self.folded.items():
            with self.findings.unbroken(LAW, "redact", f"redacting {type(event).__name__}", stops=True):
                known = self.game.redact(event, viewer)
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
