"""Merging two profiles of one person, and separating them again (docs/profiles.md)."""
