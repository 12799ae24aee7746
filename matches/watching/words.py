"""How it is told in what way spectators see a match, in the current language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .rules import SpectatorRule


def delay_told(rule: SpectatorRule | None) -> str:
    """``3 decisions late``."""
    if rule is None:
        return _("as it happens")
    if rule.decisions:
        return ngettext("%(n)d decision late", "%(n)d decisions late", rule.decisions) % {"n": rule.decisions}
    return ngettext("%(n)d minute late", "%(n)d minutes late", rule.minutes) % {"n": rule.minutes}


def rule_told(rule: SpectatorRule | None) -> str:
    """``3 decisions late, with open hands``; ``""`` where they see it as it happens."""
    if rule is None:
        return ""
    late = delay_told(rule)
    return _("%(late)s, with open hands") % {"late": late} if rule.open_hands else late
