"""A game's rules as one reads them: pages, search, links from texts to rules and cards."""
