"""Two profiles of one person made one, and parted again (docs/profiles.md)."""
