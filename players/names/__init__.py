"""Names that look alike: of people, and of bots that nobody may pass for."""
