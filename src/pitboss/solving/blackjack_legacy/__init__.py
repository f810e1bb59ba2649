"""Blackjack counted: hands, dealers and splits of any blackjack game."""
