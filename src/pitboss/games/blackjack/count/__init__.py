"""Exact odds, best play and advice for blackjack, from the solver for the blackjack family."""
