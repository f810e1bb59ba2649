"""Odds of a game from its script alone, enumerated over every deal or simulated."""
