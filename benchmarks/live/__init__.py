"""Live play under load: the way of one decision, its bytes on the wire, and a crowd that looks on."""
