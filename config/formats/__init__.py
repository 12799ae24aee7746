"""How dates and times are written, by language: the day before the month, and a day of 24 hours."""
