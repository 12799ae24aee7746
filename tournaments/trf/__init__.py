"""FIDE's Tournament Report File, TRF16 and TRF26: reads and writes stages of duels. ``docs/trf.md`` says how.

``parse(text)`` never fails: it keeps what is valid and lists what is not, line by line. ``format_trf(parsed)`` gives
every line back as it was. ``compose(stage, header, people)`` writes a stage anew.
"""

from .compose import compose, with_stage
from .document import Edition, Flaw, Header, Line, Parsed, Person
from .parse import decode, format_trf, parse

__all__ = [
    "Edition",
    "Flaw",
    "Header",
    "Line",
    "Parsed",
    "Person",
    "compose",
    "decode",
    "format_trf",
    "parse",
    "with_stage",
]
