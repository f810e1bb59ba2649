"""The terminal interface: tables drawn from events alone, for any game."""
