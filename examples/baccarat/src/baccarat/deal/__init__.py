"""Dealing Baccarat: rules, the script and a bot."""
