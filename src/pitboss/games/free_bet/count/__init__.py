"""Exact odds, best play, advice and charts for Free Bet."""
