"""E19: clarified cards."""
