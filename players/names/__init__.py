"""Names that look alike: people's names, and bots' names, which people may not use."""
