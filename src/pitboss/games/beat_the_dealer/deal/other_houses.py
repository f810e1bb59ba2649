"""Bonus tables of other casinos, from public sources."""

from __future__ import annotations

from pitboss.paytable import Named

TWO_CARDS = {
    "texas-holdem-bonus": Named(
        {
            "AA": "30:1",
            "AK suited": "25:1",
            "AQ or AJ suited": "20:1",
            "AK unsuited": "15:1",
            "KK, QQ or JJ": "10:1",
            "AQ or AJ unsuited": "5:1",
            "Pair of 2'S thru Pair of 10'S": "3:1",
        },
        "Texas Hold'em Bonus at NagaWorld and Great Blue Heron, without their 1000 to 1 for two aces against two"
        " (www.nagaworld.com/play/the-world-best-games/texas-hold-em-bonus, gbhcasino.com/product/texas-holdem-bonus)",
    )
}

FIVE_CARDS = {
    "mississippi-stud": Named(
        {
            "Royal Flush": "500:1",
            "Straight Flush": "100:1",
            "Four of a Kind": "40:1",
            "Full House": "10:1",
            "Flush": "6:1",
            "Straight": "4:1",
            "Three of a Kind": "3:1",
            "Two Pairs": "2:1",
            "Pair of Jacks or Better": "1:1",
        },
        "Mississippi Stud, 58 Pa. Code 655a.12: the same ladder of hands in another game",
    )
}
