"""The terminal: the table drawn from events alone, whatever the game."""
