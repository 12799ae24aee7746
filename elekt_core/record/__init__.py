"""A match and what is kept of it: decisions, facts and positions in memory (``match``), the record of them with its
hash chain (``record``, ``chain``), as text (``text``), as one viewer may know it (``redact``), played again
(``replay``) and proved (``verify``). docs/notation.md is the format; nothing here knows a game but by its contract.
"""
