"""Exercises: positions of finished matches with one clearly best choice, to be found on the board."""
