"""The page of bots: what each level is, how strong it was measured to be, and a way to play it."""
