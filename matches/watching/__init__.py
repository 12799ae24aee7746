"""How spectators see a match: with a delay, and with open hands where everybody at the table agreed."""
