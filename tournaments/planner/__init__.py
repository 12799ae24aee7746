"""The planner: what each format would need for these players and hours, and how often the best player would win."""
