"""How Casino War is dealt: rules, leaf rules, the script and a bot."""
