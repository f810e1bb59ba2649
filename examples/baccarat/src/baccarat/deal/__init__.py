"""How Baccarat is dealt: rules, the script and a bot."""
