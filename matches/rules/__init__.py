"""A game's rules for readers: pages, search, links from texts to rules and cards."""
