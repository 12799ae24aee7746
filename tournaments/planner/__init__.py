"""The planner: for so many players and hours, what each format would need, and how often the best player would win."""
