"""E20: numbers by player count."""
