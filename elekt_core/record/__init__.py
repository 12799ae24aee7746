"""A match and what is kept of it: decisions, facts and positions in memory (``match``), the record of them with its
hash chain (``record``, ``chain``), as text (``text``), as one viewer may know it (``redact``), played again
(``replay``) and proved (``verify``). Beside a game's facts there are those of clocks (``clocks``) and of going back by
consent (``takeback``), the same for every game (``facts``). ``unknown`` makes a record of what one viewer sees.
docs/notation.md is the format; nothing here knows a game but by its contract.
"""
