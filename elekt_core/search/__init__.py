"""Players and judges that know a game by its contract alone, and get better by what it says of itself (``hints``).

``evaluation`` says what a position is worth to each side, ``replies`` what an option is worth once it is answered,
``lines`` searches, ``greedy`` and ``levels`` are players, ``playout`` plays on without thinking (for reviews). Whoever
thinks gets a view and deals the rest anew: hidden cards are not there to be told. docs/bots.md explains how it works
together.
"""
