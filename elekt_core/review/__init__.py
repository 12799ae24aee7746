"""An honest review of a finished game: every decision against what its seat could know (docs/review.md).

``subject`` says what is reviewed, ``parts`` how it is cut into pieces. ``scan`` and ``confirm`` are the two judges,
``worlds`` deals them what the mover could imagine, ``terms`` says why. ``curves`` and ``luck`` stand beside them;
``report`` puts all together, ``words`` makes sentences of it and ``exercises`` finds positions to learn from.
"""

from .budgets import BUDGETS, CURVES, JUDGES, LUCK, USUAL, VERSION, Budget
from .exercises import exercises
from .parts import line_from, part, play_line, remembered_cards, reviewed, work, world
from .report import report
from .subject import Subject, subject_of
from .words import words

__all__ = [
    "BUDGETS",
    "CURVES",
    "JUDGES",
    "LUCK",
    "USUAL",
    "VERSION",
    "Budget",
    "Subject",
    "exercises",
    "line_from",
    "part",
    "play_line",
    "remembered_cards",
    "report",
    "reviewed",
    "subject_of",
    "words",
    "work",
    "world",
]
