"""Dealing Three Card Poker: rules, the script and a bot."""
