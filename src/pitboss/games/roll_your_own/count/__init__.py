"""Exact odds, best play, advice and charts for Roll Your Own."""
