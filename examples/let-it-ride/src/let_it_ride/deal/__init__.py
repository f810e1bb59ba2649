"""How Let It Ride is dealt: rules, the script and a bot."""
