"""Names that look alike: of people, and of bots, whose names people may not use."""
