"""Cards that are not the game's own: a club's card list, and an expansion's cards. Optional: Elekt works without them.

Nothing else in Elekt reads this package but ``game``, when it is asked for such cards (``with_cards``, expansions, the
sets that are known). A list is read by the one reader of card files (``card_reader``); what is added here is what no
single word shows, and sentences for people.

``file``       a club's card file, checked as a whole (docs/card-files.md)
``sense``      abilities whose words are each right and say nothing together
``flaws``      what is wrong, with its place in the file; ``words`` says it in both languages
``expansion``  what an expansion brings (docs/expansions.md)
``sets``       what is known of expansions and promo cards
"""

from .expansion import Expansion, with_expansions
from .file import parse_cards
from .sets import KnownSet, known_sets

__all__ = ["Expansion", "KnownSet", "known_sets", "parse_cards", "with_expansions"]
