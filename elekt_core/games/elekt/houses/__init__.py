"""The Elder Houses of the solo game (E21): an automaton that plays inside the batch of the player's decision.

``solo`` is what the state remembers of them, ``table`` how a decision is carried out where they play (``SoloPlay``).
Each procedure has its module: ``assign``, ``attach``, ``steal``, ``annihilate``, ``heat``, ``seals``, ``wins``,
``abilities``, ``costs``, and ``choices`` for whatever is in doubt. Ordinary games load none of it into their course: a
handler of theirs is never asked who the Houses are.
"""
