"""Formats: pure functions from what happened in a stage to who meets whom next (see ``contract``)."""
