"""A Flop 22 strategy that a person can remember: a list of cards to double on, whatever has been seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cards import rank_name
from pitboss.games.flop22.count.best_play import Rest, equal_antes
from pitboss.games.flop22.count.flops import DECK, double_weights, match_weights
from pitboss.games.flop22.deal.hands import LOSES
from pitboss.games.flop22.deal.rules import HANDS, Rules, double_pays
from pitboss.money import Cents
from pitboss.solving.answers.simple_strategy import SimplePlay
from pitboss.solving.combinations import Counts

_RANKS = tuple(rank_name(rank) for rank in range(2, 15))
_NEITHER, _MATCH, _DOUBLE, _BOTH = "none", "match", "double", "both"
SIDE_BETS = ("field",)
"""Side bets, which are left out of the cost of imperfect play."""


class ByCard(Rest):
    """A seat's game in which decisions depend only on its own card."""

    def __init__(self, rules: Rules, card: int, antes: Mapping[int, Cents], plan: Sequence[str]) -> None:
        super().__init__(rules, card, antes)
        self._plan = plan

    def best(self, place: int, left: Counts, aggregate_left: int) -> str:
        """Return the planned answer for this hand."""
        return self._plan[place]


def simple(rules: Rules) -> SimplePlay:
    """
    Return the strategy: all three hands with equal antes, doubling and matching on cards with an edge before the
    flop.
    """
    lists = {
        bet: {f"hand-{hand}": [rank for number, rank in enumerate(_RANKS) if _is_good(rules, bet, number, hand)]
              for hand in HANDS}
        for bet in ("double", "match")
    }  # fmt: skip
    won = ways = 0
    for card in DECK:
        rank = _RANKS[card // 4]
        plan = [_option(*(rank in lists[bet][f"hand-{hand}"] for bet in ("double", "match"))) for hand in HANDS]
        results = ByCard(rules, card, equal_antes(rules), plan).results_of_best_play(rules.aggregate)
        won += sum(net * times for (net, _), times in results.items())
        ways += sum(results.values())
    sentences = (
        "Play all three hands: the later a hand, the better it pays." if _is_better_later(rules) else "Play any hands.",
        _in_words("Double down", lists["double"]),
        _in_words("Match", lists["match"]),
    )
    return SimplePlay(sentences, Fraction(won, ways * equal_antes(rules)[1]), "best", lists, side_bets=SIDE_BETS)


def _is_better_later(rules: Rules) -> bool:
    """Whether no line pays less on hand 3 than on hand 1, and at least one pays more."""
    pays = [[double_pays(rules, hand, line).ratio for hand in (HANDS[0], HANDS[-1])] for line in range(LOSES)]
    return all(late >= early for early, late in pays) and any(late > early for early, late in pays)


def _is_good(rules: Rules, bet: str, rank: int, hand: int) -> bool:
    """Whether a bet on a card of this rank has a positive expected value, over all flops and suits."""
    worth = Fraction(0)
    for card in range(rank * 4, rank * 4 + 4):
        weights = double_weights(rules, card, hand) if bet == "double" else match_weights(rules, card)
        worth += sum((pays * count for pays, count in weights.items()), Fraction(0))
    return worth > 0


def _option(is_doubled: bool, is_matched: bool) -> str:
    if is_doubled:
        return _BOTH if is_matched else _DOUBLE
    return _MATCH if is_matched else _NEITHER


def _in_words(verb: str, lists: Mapping[str, Sequence[str]]) -> str:
    by_list: dict[tuple[str, ...], list[str]] = {}
    for hand, cards in lists.items():
        by_list.setdefault(tuple(cards), []).append(hand.replace("-", " "))
    if len(by_list) == 1:
        cards = next(iter(by_list))
        return f"{verb} {_cards(cards)}, whatever has been turned." if cards else f"Never {verb.lower()}."
    return (
        f"{verb}: " + "; ".join(f"on {' and '.join(hands)} {_cards(cards)}" for cards, hands in by_list.items()) + "."
    )


def _cards(cards: Sequence[str]) -> str:
    """Return a list of cards in words, as in "with 9 or higher"."""
    if not cards:
        return "never"
    if len(cards) == len(_RANKS):
        return "always"
    if tuple(cards) == _RANKS[-len(cards) :]:
        return f"with {cards[0]} or higher"
    return f"with {', '.join(cards)}"
