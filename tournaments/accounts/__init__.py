"""Why the tables of a round are as they are, on demand."""
