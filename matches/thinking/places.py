"""How many processes of one worker may think at once; the others stay free for what is quick.

A place is a lock on a file: who dies, however it dies, has left it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


@contextmanager
def place() -> Iterator[bool]:
    """Whether there was a free place; it is held to the end of the block."""
    folder = settings.DATA / "thinkers"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in range(settings.THINKERS):
        # The worker's own processes share its places.
        file = os.open(folder / f"{os.getppid()}.{number}", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            continue
        try:
            yield True
        finally:
            os.close(file)
        return
    yield False


def clear() -> None:
    """The files of workers that are gone. Called where a worker starts."""
    folder = settings.DATA / "thinkers"
    for file in folder.glob("*.*") if folder.is_dir() else ():
        if not os.path.exists(f"/proc/{file.stem}"):
            file.unlink(missing_ok=True)
