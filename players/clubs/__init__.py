"""Clubs: people who play together, with who runs them (docs/clubs.md)."""
