"""Matches of one person against sides that the rules play, and the ladder by level that results."""
