"""Names of the rulesets, of what may be agreed on, and of sides that are no seat."""

from __future__ import annotations

from collections.abc import Mapping

RULESETS: Mapping[str, Mapping[str, str]] = {
    "en": {"elekt-2e-r1": "Second edition"},
    "pl": {"elekt-2e-r1": "Druga edycja"},
}

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {"heat_starting": "Starting Heat", "edition": "Edition"},
    "pl": {"heat_starting": "Żar na początek", "edition": "Edycja"},
}

VALUES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "en": {"edition": {"1": "first", "2": "second"}},
    "pl": {"edition": {"1": "pierwsza", "2": "druga"}},
}
"""By language, option and value; a number without a name of its own stands as it is."""

AUTOMATA: Mapping[str, Mapping[str, str]] = {"en": {}, "pl": {}}
