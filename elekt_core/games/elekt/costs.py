"""What an ability costs in Heat.

It is paid before the effects (E15.9, ``abilities``); what saving a Unit costs is paid in ``life``.
"""

from __future__ import annotations

from .active import all_in_force, number
from .selectors import Use


def cost_of(use: Use) -> int:
    """The Heat to pay (C1.2); ``instant_cost`` changes it for instant abilities (C1.55)."""
    cost = use.ability.cost
    if use.ability.instant and use.tables.instant_costs & all_in_force(use.state):
        cost = number(use.tables, use.state, "instant_cost", cost, use.zone, use.actor, use.card)
    return cost
