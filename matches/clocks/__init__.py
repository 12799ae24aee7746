"""Time at a table: what was agreed, a match's clocks, whose flag falls, and what happens if somebody is away."""
