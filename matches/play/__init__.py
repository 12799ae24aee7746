"""A match: deciding, its timeline, what each perspective sees of it, its pages, live frames, replay and record."""
