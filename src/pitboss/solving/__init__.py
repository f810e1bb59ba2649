"""Exact solvers, each for a family of games. None of them names a game."""
