"""Clubs that share their rosters: each of a circle lets the boards of the others enter its people in their events."""
