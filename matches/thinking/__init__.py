"""What takes seconds of a processor: the thoughts of bots that search. It never holds up what is quick."""
