"""Formats: pure functions from what has happened in a stage to the next pairings (see ``contract``)."""
