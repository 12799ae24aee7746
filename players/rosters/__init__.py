"""Whom a club knows: people without an account whose names its board has written down, or who have played at its
events. Members with an account stand in the club's own stream (``players.clubs``)."""
