"""The answers of an analysis: bets, odds, advice, threats, and how figures are written."""
