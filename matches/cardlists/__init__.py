"""A club's own card lists: kept in the ledger like everything else, each version pinned by the hash of its text."""
