"""The dealer: every final hand, and its odds given the cards that are gone."""
