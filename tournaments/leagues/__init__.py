"""Leagues: seasons, each of them a tournament with one stage for each division, and who moves between two of them."""
