"""A game at a real table, recorded move by move by somebody who sees what one viewer sees."""

from .session import Entry, Session
from .words import OFFERED, Choice, Question

__all__ = ["OFFERED", "Choice", "Entry", "Question", "Session"]
