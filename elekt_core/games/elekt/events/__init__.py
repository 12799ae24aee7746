"""The facts of a game of Elekt (E24.3), one class each; the kind is the class name in snake_case.

Each module has the facts of one part of a game; the module of the same name in ``facts`` says what they change. All
names are read from here.

Cards are ids of ``CardSet.names``, UNKNOWN (-1) where the viewer may not know them; Zones, attributes, phases and
decks are indices into the tables of ``vocabulary``. ``seat`` is the player concerned; a Unit in a Zone comes with
its owner, its Zone and its ``position``, 1 from the left (E24.1, E7.11), as they were when the fact occurred. NONE
(-1) says "nobody", "nowhere". The types of the fields say how each is written, and who may know it (E4).
"""

from __future__ import annotations

from typing import Final

from ....kit.notation import kinds_in
from ..course import BASE
from . import abilities, confrontations, houses, rounds, setup
from .abilities import *  # noqa: F403  every fact under one name, here and in the next lines
from .confrontations import *  # noqa: F403
from .fields import *  # noqa: F403
from .houses import *  # noqa: F403
from .rounds import *  # noqa: F403
from .setup import *  # noqa: F403

PARTS: Final = (setup, rounds, abilities, confrontations, houses)
KINDS: Final = {kind: cls for part in PARTS for kind, cls in kinds_in(vars(part)).items()}
"""Every event kind and its class, in the order of a game."""
BASE.events.update(KINDS)
