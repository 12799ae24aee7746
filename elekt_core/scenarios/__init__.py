"""Scenarios: files in which people write a position, the decisions made in it and what must come of them. ``scenario``
reads one and finds those that ship with a game, ``flaws`` says what is wrong in a file and where, ``run`` plays and
checks it. docs/scenarios.md is the format.
"""
