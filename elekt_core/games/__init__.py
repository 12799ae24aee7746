"""One folder per game; each is found by the entry point group ``elekt_core.games``."""
