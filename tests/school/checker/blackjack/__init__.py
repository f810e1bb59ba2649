"""The next motion in the three games of the blackjack family, derived from the text shown."""
