"""Joint results of the bets of one round."""
