"""Friends, and people whom somebody has muted or blocked."""
