"""The rules floor: plays, records and replays of hidden-hand tabletop games. Standard library only."""
