"""What may happen next: pure functions from a state and a command to the resulting events, or a refusal.

A refusal is one of ``web.errors``, with a code that is worded elsewhere; nothing has happened then. ``at`` is the
present moment, handed in.
"""
