"""Exact odds, best play, advice and charts."""
