"""The facts of a game of Enclave, one class each; the kind is the class name in snake_case (Z25.3).

Each module has the facts of one part of a game; the module of the same name in ``facts`` says what they change. All
names are read from here.

Cards are numbers of ``CardSet.names``, UNKNOWN (-1) where the viewer may not know them; decks, locations and phases are
indices into ``DECKS``, ``LOCATIONS`` and ``PHASES``. A ``place`` is where action markers stand: 0-4 the locations, 5-9
the levels of the Tree. A ``level`` is 1-5. NONE (-1) says "nobody", "nothing". The types of the fields say how each is
written, and who may know it (Z22).
"""

from __future__ import annotations

from typing import Final

from ....kit.notation import kinds_in
from . import boarding, cards, gains, setup, turns
from .boarding import *  # noqa: F403  every fact under one name, here and in the next lines
from .cards import *  # noqa: F403
from .fields import *  # noqa: F403
from .gains import *  # noqa: F403
from .setup import *  # noqa: F403
from .turns import *  # noqa: F403

PARTS: Final = (setup, turns, cards, boarding, gains)
KINDS: Final = {kind: cls for part in PARTS for kind, cls in kinds_in(vars(part)).items()}
"""Every event kind and its class, in the order of a game."""
