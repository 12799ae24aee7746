"""Whether a typed result is rated: who has agreed to it, who objects, and who rules on that."""
