"""Shared parts of the games' environments: views, episode arrays, blackjack hands."""
