"""What an ability costs the Houses (E21.4, E21.21, E21.32), and whether they can use it now."""

from __future__ import annotations

from ..abilities import may_be_used, remove_self
from ..costs import cost_of
from ..events import AbilityUsed
from ..play import Play
from ..selectors import Use
from ..vocabulary import PRIVILEGE_RANK, UNIT_RANK
from .solo import HOUSES


def cost(use: Use) -> int:
    """Nothing for a Master, 1 less for an ability of a Unit; a Mission or Influence costs the same as for anybody."""
    rank = use.ability.rank
    if rank == PRIVILEGE_RANK:
        return 0
    return max(0, cost_of(use) - 1) if rank == UNIT_RANK else cost_of(use)


def can_pay(use: Use) -> bool:
    return use.state.heat[HOUSES] >= cost(use)


def affordable(use: Use) -> int | None:
    """The cost of a permanent ability or a rule that can be used now, None if it cannot."""
    price = cost(use)
    return price if may_be_used(use, price) else None


def pay(play: Play, use: Use, price: int) -> None:
    """The ability is used, and paid for."""
    play.emit(AbilityUsed(HOUSES, use.card, use.zone))
    play.pay(HOUSES, price)
    if use.ability.removes_self:
        remove_self(play, use)
