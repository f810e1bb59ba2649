"""The Pot of Gold bet, which stays up while a token can still be earned and is then taken or paid (FB-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.choices import may_earn_token
from pitboss.games.free_bet.deal.motions import TokensLockedUp
from pitboss.games.free_bet.deal.player import Player
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.deal.settle import settle_side_bet
from pitboss.money import LOSS
from pitboss.play.steps import Event


def pick_up_pot_of_gold(rules: Rules, players: Iterable[Player], why: str) -> Iterator[Event]:
    """Take the bet from every player who has no token and can no longer earn one (procedures 1 and 7, FB-12)."""
    for player in players:
        if not player.tokens and not any(may_earn_token(rules, player, hand) for hand in player.hands):
            yield from settle_side_bet(player, "pot-of-gold", LOSS, why, "FB-12", "pick-up-pot-of-gold")


def resolve_pot_of_gold(rules: Rules, player: Player) -> Iterator[Event]:
    """Pay the bet by the tokens earned, whether or not their hands won, then lock up the tokens (FB-6)."""
    if "pot-of-gold" in player.side_bets:
        table = rules.pot_of_gold_table
        line = hands.pot_of_gold_line(player.tokens, len(table.lines))
        yield from settle_side_bet(player, "pot-of-gold", table.pays(line), table.name(line), "FB-6")
        yield TokensLockedUp(player.seat, player.tokens, motion="lock-up-tokens")
