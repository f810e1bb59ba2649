"""Dealing Casino War: rules, hand rules, the script and a bot."""
