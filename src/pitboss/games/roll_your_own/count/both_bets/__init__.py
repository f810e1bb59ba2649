"""The joint distribution of both blackjack bets of a Roll Your Own round."""
