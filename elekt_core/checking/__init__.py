"""Check whether a game keeps the contract: ``check_game`` plays it and says in plain words what is wrong, where, and
which method to look at.

``findings``   what is wrong, each thing once
``knowing``    views, redacted facts, and positions dealt anew
``asking``     questions and their options; whether a question tells what a hidden hand holds
``deciding``   what decisions lead to
``wording``    notation, records, and words in every language
``showing``    the board at each fact, for each seat
``playing``    games from their setup to their end, each looked at by all of these
"""
