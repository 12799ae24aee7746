"""E17: golden rules."""
