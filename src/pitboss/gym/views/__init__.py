"""What a seat sees of each game, as numbers, and the actions it may take."""
