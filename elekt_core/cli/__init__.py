"""The command line of the core alone, ``python -m elekt_core`` or ``elekt-core``: ``main`` has the commands for games
and records, ``scenarios`` the one for scenarios. They print and return an exit code; the work is done elsewhere.
"""
