"""A club's circuit: several of its tournaments, in each of which places give points, and the best of them count."""
