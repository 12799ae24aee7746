"""Coming in: people scan the code of an event, say who they are, and report their results at the table."""
