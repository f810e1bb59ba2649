"""Exact hold'em computations: hand strengths, showdowns and suit isomorphism, for any game with a board."""
