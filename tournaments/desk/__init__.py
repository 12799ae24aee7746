"""The organiser's desk: open, enter, check in, pair, publish, warn, correct, close."""
