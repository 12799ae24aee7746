"""Clubs: people who play together, and those who run the club (docs/clubs.md)."""
