"""A game at a real table, recorded move by move by somebody who sees what one viewer sees."""

from .session import Entry, Session
from .words import Choice, Question

__all__ = ["Choice", "Entry", "Question", "Session"]
