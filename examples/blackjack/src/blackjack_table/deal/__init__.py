"""How blackjack is dealt: rules, leaf rules, the script and a bot."""
