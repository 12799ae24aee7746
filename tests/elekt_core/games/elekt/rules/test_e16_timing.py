"""E16: timing and priority."""
