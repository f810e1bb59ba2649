"""Machinery for exact odds; it never names a game."""
