"""Reviews of matches that are over: asked for, made in slices by workers, kept beside the match."""
