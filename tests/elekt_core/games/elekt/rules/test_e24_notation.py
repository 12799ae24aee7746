"""E24: decisions, events, invariants."""
