"""Leagues: seasons, each a tournament with one stage per division, with promotion and relegation between them."""
