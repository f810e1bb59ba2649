"""The terminal interface, which draws the table of any game from its events."""
