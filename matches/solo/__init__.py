"""Matches of one person against what the rules play themselves, and the ladder by level that comes of them."""
