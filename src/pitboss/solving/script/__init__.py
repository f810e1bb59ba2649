"""Proof for a script alone: every deal walked, or rounds played by chance, with no knowledge of the game."""
