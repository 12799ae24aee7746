"""How dates and times are written, by language: day before month, and the 24-hour clock."""
