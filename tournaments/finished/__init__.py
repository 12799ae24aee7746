"""What a tournament leaves behind once it is closed: places, a podium, the biggest upsets, a picture to share."""
