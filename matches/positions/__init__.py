"""Positions set up by hand: kept by name, shown with what is legal in them and why, and played on from."""
