"""High Stakes with a bot that thinks for as long as a gate is shut, and says so, and a judge that does likewise: for
tests of what takes long."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import sleep
from typing import Any

from high_stakes import HighStakes  # type: ignore[import-not-found]  # where both are installed

from elekt_core.contract import Bot, Decision, Game
from elekt_core.plain import Chance
from elekt_core.ruleset import Ruleset


class Slow:
    """Each thought leaves a file named after its process; none ends while the folder has a file ``gate``."""

    dear = True

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        folder = Path(os.environ["SLOW_WITS"])
        number = len(list(folder.glob("thought.*")))
        (folder / f"thought.{number}.{os.getpid()}").touch()
        while (folder / "gate").exists():
            sleep(0.01)
        return options[0]


class SlowWits(HighStakes):  # type: ignore[misc]
    name, rulesets = "slow_wits", (Ruleset("slow-wits-1", range(2, 5)),)

    def redeal(self, view: Any, chance: Chance) -> Any:
        """Reviews deal anew, nobody else here: a file says so, and none goes on while there is a file ``judging``."""
        folder = Path(os.environ["SLOW_WITS"])
        if (folder / "judging").exists():
            number = len(list(folder.glob("judged.*")))
            (folder / f"judged.{number}.{os.getpid()}").touch()
            while (folder / "judging").exists():
                sleep(0.01)
        return super().redeal(view, chance)

    def bots(self) -> Mapping[str, Bot]:
        return {"slow": Slow()}


game = SlowWits()
