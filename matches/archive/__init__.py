"""The archive: every finished match by who played, what, when, with which cards, and how it ended."""
