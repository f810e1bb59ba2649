"""Both bets of a round of Roll Your Own together: how likely it is that they end so and so."""
