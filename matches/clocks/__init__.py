"""Time at a table: what was agreed, the clocks of a match, whose flag falls, who is away and what then."""
