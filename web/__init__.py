"""What all faces of the platform share, whoever asks and whatever they ask for.

``errors`` is what can be refused, ``explain`` says it in a sentence, ``middleware`` answers it to pages,
``api.problem`` to programs. ``request`` reads what a page is asked for; ``api`` is what each address of the API has.
``edit_conflicts`` are forms that two people have open. ``limits`` and ``costly`` bound what costs
others something, ``live`` are live streams, and ``hooks`` lists all by which the apps above add to it.

It knows no player: who asks is the user whom Django has logged in, or whom the API's authentication has found.
"""
