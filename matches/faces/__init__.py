"""What cards look like: a plate engraved from a card's id, its kind and its leading attribute, for every game."""
