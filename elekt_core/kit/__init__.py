"""What every game needs and no game should write again: it follows from the types of a game's facts and state.

``fields``     what a type says: how a value is written, who may know it
``notation``   facts as JSON and back
``choices``    what a seat may choose; decisions as JSON and back
``position_shape``  the one JSON shape of positions that programs read
``json_schema``  the schema of such a shape, and what is wrong with a value
``states``     positions as the bytes that are hashed
``narration``  sentences from phrases
``knowledge``  views and redacted facts
``dealing``    a position dealt anew from a view
``card_page``  one card with all that is known of it, for the pages about cards
``toml_lines``  TOML files that people write, with the line of each key
``agenda``     the steps that carry the course of a game
``driver``     a decision carried out, step after step, until somebody must decide
``positions``  the fields in which people set up positions by hand
``json_path``  places in such a position, by their keys
"""
