"""The game counted: exact odds, best play, advice and charts."""
