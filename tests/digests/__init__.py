"""Whether other code still gives the same: digests of games, tournaments and answers, written by one tree and compared
with another's.

    python -m tests.digests write FILE [AREA ...]     in the old tree, then in the new one
    python -m tests.digests compare OLD NEW           what differs, by area and name

An area is a module here with ``digests() -> Iterator[tuple[str, str]]``: a name (``game/ruleset/what``) and a digest.
It knows the product by what stays (contract, services, addresses), so that it runs in both trees.
"""
