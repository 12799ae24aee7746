"""Public pages: lists, a tournament, its rounds, its players, its log, the wall page, the printed sheets."""
