"""Demo content is made once and finished later, by a newer version too; what that cannot finish is set aside.

Whatever happens to it, the product starts: nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog

TRIES = 5
"""Of one thing. What cannot even be made anew is left for the next version."""

log = structlog.get_logger()


def make(what: str, begin: Callable[[str], bool], say: Callable[[str], object]) -> None:
    """Try ``begin`` with ``""``, then with ``" 2"`` and so on, appended to the name that its id is made from.

    It makes the thing or goes on with the one that was begun, and says whether it is there now: False for one that was
    set aside before. Where it fails, that is said, and the next is tried.
    """
    for number in range(1, TRIES + 1):
        try:
            if begin("" if number == 1 else f" {number}"):
                return
        except Exception as error:
            log.warning("demo content set aside", what=what, number=number, exc_info=True)
            say(f"The demo's {what} cannot be finished and is set aside ({type(error).__name__}: {error}).")
