"""What a game may say of itself, for whoever thinks it out: bots, hints, reviews (``search``).

All of it is optional, and each part helps without the others. A game that says nothing is played from its scores, with
every option as likely as the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .contract import Decision, Event

Features = Mapping[str, float]
"""What one side has, in numbers with names: a dozen or two, the same names in the same order in every position."""


class Hints:
    """The part of ``Game`` that says how a position is judged."""

    playout_decisions: int = 200
    """After so many decisions at most a playout stops and ``features`` judge, if the round has not ended before. A game
    whose features see further than careless play leads says a few.
    """

    def features(self, view: Any, sides: int) -> Sequence[Features]:
        """What each side has: seats first, then the sides that the rules play (``Ruleset.automata``), ``sides`` in all;
        ``()`` for a game that does not say.

        ``view`` is any position or view of one: a feature reads only what everybody sees, or the seat's own hand, and
        counts what is UNKNOWN as an average card. A feature is about its side alone or about its lead over the others;
        the value of a position grows with the difference between the sides, so what all have in equal measure does not
        count. Names are stable: ``weights`` refers to them, and reviews explain with them (``feature_words``).
        """
        return ()

    def inclination(self, view: Any, decision: Decision) -> float:
        """How likely a sensible player would choose one of the ``options``, from 0 (never) to 1 (the most likely ones).

        A few quick lines for each kind of decision that tell sense from nonsense, not good from better: playouts draw
        options until one is accepted with this probability. Below a twentieth an option is not even looked at by bots,
        unless all are. It reads what ``decision.seat`` may know and nothing else.
        """
        return 1.0

    def remembered(self, memory: Any, fact: Event) -> Any:
        """What a seat remembers, after one more fact as it was told it (``redact``), of places that its view hides,
        such as a card that went to a rival's hand in sight of all. ``memory`` is what this returned after the fact
        before, None at first.

        It must be certain, and is never changed in place. Reviews read it; a game that remembers nothing says nothing.
        """
        return None

    def recalled(self, view: Any, memory: Any) -> Any:
        """The view with what is remembered in its hidden places: to be dealt anew (``redeal``), and for nothing
        else, since facts may fold into a view only as it was.
        """
        return view

    def gives_up(self, view: Any, decision: Decision) -> bool:
        """Whether the decision gives up something that the seat could still do now, such as passing while a card
        can be played.

        Careless levels of bots take such an option only where there is no other: a weak player chooses badly, but
        plays.
        """
        return False

    def weights(self) -> str:
        """The file of weights for ``features`` (``search/weights.py``), ``""`` for a game without one."""
        return ""

    def feature_words(self, name: str, language: str) -> tuple[str, str]:
        """How reviews say that a feature got worse, and that it got better for a side: ``("fewer Titles", "more
        Titles")``; ``("", "")`` for a game that does not say.
        """
        return "", ""

    def reason_of(self, name: str) -> str:
        """The feature whose change the change of this one tells again, as nearness to the last Title tells of Titles
        and strength tells of Units: reviews take both as one reason. The feature itself where there is none.
        """
        return name

    def phase_words(self, phase: str, language: str) -> str:
        """The name of a phase (``describe``): "assignment phase"; ``""`` for a game that does not say."""
        return ""
