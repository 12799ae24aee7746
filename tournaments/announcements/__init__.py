"""What organisers say about a tournament, a league or a club's evening: in words, where, for how much, whom to ask, and
a picture. Rows beside the events, so that they can be changed and erased."""
