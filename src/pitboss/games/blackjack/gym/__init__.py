"""Blackjack as an environment: what a seat sees, and the compiled step."""
