"""The results of an analysis: bets, odds, advice, threats, and the formatting of figures."""
