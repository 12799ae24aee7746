"""Tables: opening, filling and leaving one, lists of them, invitations, and whether their matches are rated."""
