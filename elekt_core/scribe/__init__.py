"""A game at a real table, recorded move by move by somebody who sees what one viewer sees."""

from .coarse import COARSER
from .joining import Other, as_spectators_see
from .session import MAX_PICKS, Entry, Session
from .sheets import SeenSheet, is_seen, read_seen
from .together import joined
from .words import OFFERED, Choice, Question
from .writing import Answered, Answers, write_seen

__all__ = [
    "COARSER",
    "MAX_PICKS",
    "OFFERED",
    "Answered",
    "Answers",
    "Choice",
    "Entry",
    "Other",
    "Question",
    "SeenSheet",
    "Session",
    "as_spectators_see",
    "is_seen",
    "joined",
    "read_seen",
    "write_seen",
]
