"""A game at a real table, recorded on a phone (docs/scribe.md)."""
