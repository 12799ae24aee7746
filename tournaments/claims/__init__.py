"""Somebody says that they are an entrant whom an organiser wrote down by name (docs/profiles.md)."""
