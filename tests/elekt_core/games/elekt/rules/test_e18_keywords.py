"""E18: keywords."""
