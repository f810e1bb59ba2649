"""The value of extra information at blackjack: card counting with Hi-Lo, and the first card."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from pitboss.games.blackjack import GAME
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import Rules, cut_card
from pitboss.games.blackjack.simulate.counting import count_cards
from pitboss.games.odds import analysis_of
from pitboss.solving.answers.card_counts import CountedRound
from pitboss.solving.answers.threats import DEPTHS, Countermeasure, Progress, Threat, ignore_progress, sd_of, shuffling
from pitboss.solving.blackjack.rules import VALUES
from pitboss.solving.blackjack.solve import solved

ROUNDS = 1 << 23
ROUND_CARDS = 5.4
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
FIRST = Countermeasure(
    "cut with a blank card behind the last card seen, and burn one card face down", "BJ-1, C-10", 0.2
)


def threats(rules: Rules, progress: Progress = ignore_progress, rounds: int = ROUNDS) -> Iterator[Threat]:
    """Yield Hi-Lo at each cut card, betting only with an advantage, and then knowledge of the first card."""
    size = 52 * rules.decks
    for depth in DEPTHS:
        progress(f"Hi-Lo, {depth}% dealt")
        found = count_cards(rules, dealt=size * depth // 100, rounds=rounds, spread={0: 1})
        yield _counted(rules, depth, [row for row in found.rows if row.edge > 0 and row.count > 0], found.rounds)
    progress("the first card known")
    yield _first_card(rules)


def _counted(rules: Rules, depth: int, good: list[CountedRound], rounds: int) -> Threat:
    now = max((52 * rules.decks - cut_card(rules)) / ROUND_CARDS, 1)
    half = max(shuffling(rules.decks, now, 26 * rules.decks / ROUND_CARDS), 0.0)
    closing = Countermeasure(
        "put the cut card halfway through the shoe and let nobody in before a shuffle", "BJ-1", half
    )
    name, who, bet = f"Hi-Lo, {depth}% dealt", "a practised counter", "main"
    times = sum(row.rounds for row in good)
    if times < 100:
        knows = "the true count, with insurance from +3"
        return Threat(name, knows, who, bet, 0.0, 0.0, 0.0, 0.0, closing, 0.0, False, "never worth it")
    edge = sum(row.rounds * row.edge for row in good) / times
    sd = sqrt(sum(row.rounds * row.square for row in good) / times - edge**2)
    share = times / rounds
    knows = f"the true count: bet from {min(row.count for row in good):+d}, insure from +3"
    return Threat(
        name, knows, who, bet, edge, share, edge * share, sd_of(share, edge, sd), closing, sd / sqrt(times), False,
        share_se=sqrt(share * (1 - share) / rounds), per_round_se=sd_of(share, edge, sd) / sqrt(rounds),
    )  # fmt: skip


def _first_card(rules: Rules) -> Threat:
    """Return the exact value of knowing one's own first card: bet only on cards with an advantage."""
    game = solved(solver_rules(rules))
    cards, gain, share, good = sum(game.rules.pack), 0.0, 0.0, []
    for first in range(VALUES):
        joint = sum(float(game.round_value(min(first, second), max(first, second)).sum()) for second in range(VALUES))
        if joint > 0:
            gain, share = gain + joint, share + game.rules.pack[first] / cards
            good.append(NAMES[first])
    sd = float(analysis_of(GAME, rules).bet("main").sd)
    return Threat(
        "the next card seen", f"the player's own first card: bet if it is {' or '.join(good)}",
        "a player who sees the card behind the cut", "main", gain / share, share, gain,
        sd_of(share, gain / share, sd), FIRST,
    )  # fmt: skip
