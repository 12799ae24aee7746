"""Fixed English phrases. The log and the questions are in ``sentences_en``."""

from ....kit.narration import Phrases

ENGLISH = Phrases(
    title="Elekt",
    summary=(
        "A card game of influence and knives for two to four. Send your Units to the Missions, to the "
        "salons and to the Court, win the confrontations, gather Titles, and be crowned Emperor-Elect."
    ),
    score_name="Titles",
    hidden_card="a hidden Unit",
    parts={
        "pass": "Pass",
        "use": "Use the ability",
        "decline": "Decline",
        "done": "Done",
        "save": "Save {unit}",
        "let_go": "Let {unit} go",
        "none": "Nobody",
        "heat": "All Heat",
        "seals": "All Seals",
        "concede": "Concede",
    },
    rulesets={
        "elekt-2e-r2": "Second edition",
        "elekt-1e-r2": "First edition",
        "elekt-solo-r2": "Imperial Gambit (solo)",
        "elekt-2e-r1": "Second edition (earlier rulings)",
        "elekt-1e-r1": "First edition (earlier rulings)",
        "elekt-solo-r1": "Imperial Gambit (solo, earlier rulings)",
    },
    introductions={
        "elekt-2e-r2": "The rules of 2021, against people or bots.",
        "elekt-1e-r2": "The rules of 2019: if nobody has any symbols, it is a tie, and abilities may break it.",
        "elekt-solo-r2": "Alone against the Elder Houses, who play by fixed rules, at three levels.",
    },
    options={
        "heat_starting": "Starting Heat",
        "edition": "Edition",
        "basic_set": "Basic Units",
        "basics": "Kinds of Basic Units",
        "level": "Level",
    },
    values={
        "edition:1": "first",
        "edition:2": "second",
        "basic_set:agreed": "agreed",
        "basic_set:drawn": "drawn at random",
        "level:easy": "easy",
        "level:medium": "medium",
        "level:hard": "hard",
    },
    automata={
        "houses": "The Elder Houses",
    },
    endings={
        "titles": "The required number of Titles was reached.",
        "privilege_deck": "The last round was played; the Titles decided.",
        "privilege_deck_tied": "The Titles were equal; the higher court position decided.",
        "rounds": "The limit of rounds was reached; the Titles decided.",
        "forfeit": "{names} conceded.",
    },
    refused="This cannot be done now.",
    refusals={
        "game_over": "The game is over.",
        "not_your_turn": "It is not your turn to decide.",
        "another_question": "You have a different decision to make now.",
        "already_conceded": "You have already conceded.",
        "malformed": "The decision cannot be read: {field}.",
        "not_offered": "This choice is not possible now.",
        "unit_not_in_hand": "{unit} is not in your hand.",
        "zone_full": "You have reached your Unit limit in the {zone} ({limit}).",
        "assignment_forbidden": "{card} forbids assigning {unit} to the {zone}.",
        "no_token_left": "There is no {attribute} token left in the pool.",
        "tokens_must_differ": "The attached tokens must be of different Attributes.",
        "attaching_forbidden": "{card} forbids attaching tokens to {unit}.",
        "unit_not_here": "{unit} is not in the {zone}.",
        "not_your_unit": "{unit} is not your Unit.",
        "swap_forbidden": "{card} forbids swapping {unit}.",
        "unit_protected": "{unit} cannot be chosen: {card} protects it.",
        "unit_not_swappable": "{unit}: the swap needs one Unit in the {zone} and one in another Zone.",
        "not_a_loser": "Only a loser can be named Herald.",
        "not_tied": "{seat} is not among the tied players.",
        "saving_forbidden": "{card} forbids saving Units.",
        "heat_lacking": "This costs {cost} Heat, but you have {heat}.",
    },
)
