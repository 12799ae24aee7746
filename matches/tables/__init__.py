"""Tables: opening, filling and leaving one, lists of them, invitations, and whether what is played counts."""
