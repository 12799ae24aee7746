"""Guided games: a lesson of the game is a practice match against its tutor, with a coach beside it."""
