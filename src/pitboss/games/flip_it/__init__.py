"""flip~it: four cards up, everything rides on the fifth."""

from __future__ import annotations

from pitboss.games.flip_it.deal.reach import in_reach
from pitboss.games.flip_it.deal.round import before_wagers, play
from pitboss.games.flip_it.deal.rules import Rules, bets, bonus_needs_its_cards, cut_card, seats, whole_pack
from pitboss.play.game import Game

GAME = Game(
    name="flip-it",
    title="flip~it",
    sentence="Four cards lie face up; bet on the colour, parity, height, rank or hand that the fifth one makes.",
    sheet="flip~it, rules of play, v2",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    before_wagers=before_wagers,
    board_size=4,
    also_check=bonus_needs_its_cards,
    refusals=(("no-bonus-now", "no: there is no bonus on these cards"),),
    play=play,
    in_reach=in_reach,
    bot=lambda rules, seen, offer, seat: offer.options[seat][0].name,
    cut_card=cut_card,
    endings=("fresh shoe", "four cards stay after a joker", "flip card joins the four", "ace flipped", "void"),
)
