"""Pages of the ratings: ladders, players, games, the calculator."""
