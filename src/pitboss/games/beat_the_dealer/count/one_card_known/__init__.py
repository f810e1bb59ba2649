"""Beat the Dealer with one card known: held by the dealer, or removed from the pack."""
