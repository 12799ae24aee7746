"""What each address of the API has: its ``endpoint``, its ``fields``, and how a ``problem`` is answered."""
