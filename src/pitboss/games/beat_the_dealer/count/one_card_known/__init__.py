"""Beat the Dealer with one card known, which the dealer holds or which is gone."""
