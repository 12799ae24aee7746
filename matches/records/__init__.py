"""Records from elsewhere: split, judged, stored as matches, reported line by line."""
