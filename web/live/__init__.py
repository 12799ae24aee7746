"""Live streams: what changes on a page or for a program is sent to whoever looks on. ``sse`` is the way in."""
