"""How Three Card Poker is dealt: rules, the script and a bot."""
