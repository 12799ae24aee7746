"""The command line of the core alone, ``python -m elekt_core`` or ``elekt-core``: ``main`` has the commands about games
and records, ``scenarios`` the one about scenarios. They print and return an exit code; all work is done elsewhere.
"""
