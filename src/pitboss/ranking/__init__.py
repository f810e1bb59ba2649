"""Hand rankings: pure functions on ints, shared by the games."""
