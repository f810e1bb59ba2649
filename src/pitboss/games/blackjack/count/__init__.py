"""Exact odds, best play and advice, by the solver for the blackjack family."""
