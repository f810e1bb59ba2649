"""Beat the Dealer with 2 and 5 Card Bonus."""
