"""A player claims to be an entrant whom an organiser entered by name (docs/profiles.md)."""
