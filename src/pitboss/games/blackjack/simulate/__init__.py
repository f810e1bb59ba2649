"""Blackjack rounds by compiled kernels: simulation, card counting and game protection."""
