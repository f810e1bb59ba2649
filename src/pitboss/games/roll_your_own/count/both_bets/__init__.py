"""The joint distribution of both blackjack bets in a round of Roll Your Own."""
