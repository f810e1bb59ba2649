"""Exact odds of any game. Nothing here names a game."""
