"""Play rated: who waits for whom, and challenges from one person to another."""
