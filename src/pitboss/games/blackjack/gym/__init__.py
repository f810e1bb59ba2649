"""Blackjack as an environment: the observation of a seat, and the compiled step."""
