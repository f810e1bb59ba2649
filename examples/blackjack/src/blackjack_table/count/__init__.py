"""The odds of blackjack, by the solver for its family."""
