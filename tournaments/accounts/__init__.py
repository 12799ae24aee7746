"""Why the tables of a round were paired as they are, on demand."""
