"""Live streams: send changes to everybody watching a page, and to programs. ``sse`` is the entry point."""
