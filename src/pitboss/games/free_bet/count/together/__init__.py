"""Bets of one round counted together."""
