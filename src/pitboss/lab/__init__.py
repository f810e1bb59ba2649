"""Analysis tools that work for every game: odds, risk, tuning, what-if questions, protection and shuffle tests."""
