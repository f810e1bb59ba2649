"""The house rules in the form that the solver needs, and the Pot of Gold payouts."""

from __future__ import annotations

from pitboss.games.free_bet.deal.hands import MAX_HANDS, pair_splits_free, pot_of_gold_line
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT
from pitboss.solving.blackjack.rules import VALUES, BlackjackRules, Dealer, Doubling, Pack, Splitting, decks
from pitboss.solving.blackjack.solve import SolvedGame
from pitboss.solving.blackjack.splits import OWN

MAX_TOKENS = 2 * MAX_HANDS - 1
"""The maximum number of tokens: three free splits and four free doubles."""
FREE_TOTALS = frozenset({9, 10, 11})
FREE_PAIRS = frozenset(pair for pair in range(VALUES) if pair_splits_free(pair + 1))


def solver_rules(rules: Rules, pack: Pack | None = None) -> BlackjackRules:
    """Convert the house rules to the solver's rules (FB-1 to FB-5), for the whole shoe or another pack."""
    return BlackjackRules(
        pack=pack or decks(rules.decks),
        dealer=Dealer(rules.hits_soft_17, pushes_22=rules.dealer_22_pushes, shows_22=True),
        doubling=Doubling(free_totals=FREE_TOTALS if rules.free_doubles else frozenset()),
        splitting=Splitting(
            most_hands=MAX_HANDS,
            most_hands_aces=MAX_HANDS if rules.resplit_aces else 2,
            free_pairs=FREE_PAIRS if rules.free_splits else frozenset(),
        ),
        blackjack_pays=float(rules.blackjack_pays.ratio),
    )


def pot_of_gold(rules: Rules) -> tuple[float, ...]:
    """Return the Pot of Gold payouts to 1, by number of tokens (FB-6)."""
    table = rules.pot_of_gold_table
    lines = (pot_of_gold_line(tokens, len(table.lines)) for tokens in range(MAX_TOKENS + 1))
    return tuple(float(table.pays(line).ratio) for line in lines)


def draws_on_hard_20(game: SolvedGame) -> bool:
    """Return whether best play ever draws the original hand to 30 or more, which would lose Push 22 (FB-7)."""
    hands = all_hands()
    hard_20 = (hands.total == BLACKJACK - 1) & ~hands.soft & (hands.cards > 1)
    tables = [game.dealt, *(table[OWN] for split in game.splits.values() for table in (split.unpaired, split.paired))]
    return any(
        bool((((each.best == HIT) | (each.best == DOUBLE)) & (each.odds.reach > 0))[hard_20].any()) for each in tables
    )
