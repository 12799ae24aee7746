"""A match and its record: decisions, facts and positions in memory (``match``), the record of them with its hash chain
(``record``, ``chain``), as text (``text``), as one viewer may know it (``redact``), replayed (``replay``) and verified
(``verify``). Besides a game's facts there are those of clocks (``clocks``) and takebacks (``takeback``), the same for
every game (``facts``). ``unknown`` makes a record of what one viewer sees. docs/notation.md is the format; nothing here
knows a game except by its contract.
"""
