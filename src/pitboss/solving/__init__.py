"""Exact odds of any game. This package does not depend on particular games."""
