"""The next motion in the three games of the blackjack family, decided from what is shown."""
