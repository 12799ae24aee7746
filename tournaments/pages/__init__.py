"""Pages that everybody sees: lists, a tournament, its rounds, its players, its log, the wall, the prints."""
