"""Dealing Let It Ride: rules, the script and a bot."""
