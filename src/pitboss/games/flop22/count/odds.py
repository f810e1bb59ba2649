"""Exact odds of Flop 22: every bet of each hand, the best doubling and matching, and a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod

from pitboss.games.flop22.count.advise import SITUATION, advise, advise_seat
from pitboss.games.flop22.count.best_play import equal_antes, may_be_cut, play_best
from pitboss.games.flop22.count.charts import all_charts
from pitboss.games.flop22.count.flops import DECK, FLOPS, card_classes, kinds
from pitboss.games.flop22.deal.hands import field_line
from pitboss.games.flop22.deal.rules import (
    HANDS,
    AggregateScope,
    Rules,
    ante_pays,
    double_pays,
    field_name,
    line_name,
    match_pays,
)
from pitboss.money import Pays, show_money
from pitboss.solving.answers.analysis import Analysis, BetOdds, Outcome
from pitboss.statistics.covariances import Covariances, covariances_of

__all__ = ["SITUATION", "advise", "advise_seat", "analyse"]

BLIND = "For a bet made on every card; the charts show when it pays."
DEALS = len(DECK) * FLOPS


def analyse(rules: Rules) -> Analysis:
    """Return the complete analysis of Flop 22 under these rules."""
    return Analysis(
        game="flop22",
        rules=rules.as_data(),
        bets=tuple(_bets(rules)),
        played=play_best(rules, equal_antes(rules)),
        strategy=all_charts(rules),
        assumptions=tuple(_assumptions(rules)),
        covariances=_covariances(rules),
    )


def _bets(rules: Rules) -> Iterator[BetOdds]:
    for hand in HANDS:
        yield _by_line(rules, f"ante-{hand}", f"Ante, hand {hand}", hand, ante_pays)
    yield _field(rules)
    for hand in HANDS:
        yield _match(rules, hand)
        yield _by_line(rules, f"double-{hand}", f"Double Down, hand {hand}", hand, double_pays, BLIND)


def _by_line(
    rules: Rules, name: str, title: str, hand: int, pays: Callable[[Rules, int, int], Pays], note: str = ""
) -> BetOdds:
    """Return the odds of a bet on the total of card and flop, over all cards and flops (F22-6)."""
    ways: dict[int, int] = {}
    for card, alike in card_classes():
        for kind, count in kinds(card).items():
            ways[kind.line] = ways.get(kind.line, 0) + alike * count
    lines = (
        Outcome(line_name(rules, line), pays(rules, hand, line).ratio, Fraction(ways[line], DEALS))
        for line in sorted(ways)
    )
    return BetOdds(name, tuple(lines), title, note, DEALS)


def _match(rules: Rules, hand: int) -> BetOdds:
    """Return the odds of a match: three of the other 51 cards have the rank of the player's card (F22-7)."""
    ways = sum(alike * count for card, alike in card_classes() for kind, count in kinds(card).items() if kind.is_match)
    matched = Outcome("Match Dealer Card", match_pays(rules, True).ratio, Fraction(ways, DEALS))
    missed = Outcome("no match", match_pays(rules, False).ratio, Fraction(DEALS - ways, DEALS))
    return BetOdds(f"match-{hand}", (matched, missed), f"Match, hand {hand}", BLIND, DEALS)


def _field(rules: Rules) -> BetOdds:
    """Return the odds of the field bet, which depends only on the player's card (F22-3)."""
    lines = [field_line(card) for card in DECK]
    return BetOdds(
        "field",
        tuple(
            Outcome(field_name(rules, line), rules.field_table.pays(line).ratio, Fraction(lines.count(line), len(DECK)))
            for line in sorted(set(lines))
        ),
        "Field",
        ways=len(DECK),
    )


def _covariances(rules: Rules) -> Covariances:
    """Return the covariances of all bets, each made on every card, before the aggregate."""
    names = ("field", *(f"{bet}-{hand}" for bet in ("ante", "match", "double") for hand in HANDS))
    return covariances_of(names, _rounds(rules))


def _rounds(rules: Rules) -> Iterator[tuple[list[Fraction], int]]:
    """Yield the net of each bet and the number of deals, for every card and every triple of flop kinds."""
    for card, alike in card_classes(field=True):
        field, counts = rules.field_table.pays(field_line(card)).ratio, kinds(card)
        for flops in product(counts, repeat=len(HANDS)):
            deals = alike * prod(counts[kind] - flops[:place].count(kind) for place, kind in enumerate(flops))
            antes = [ante_pays(rules, hand, kind.line).ratio for hand, kind in zip(HANDS, flops, strict=True)]
            matches = [match_pays(rules, kind.is_match).ratio for kind in flops]
            doubles = [double_pays(rules, hand, kind.line).ratio for hand, kind in zip(HANDS, flops, strict=True)]
            yield [field, *antes, *matches, *doubles], max(deals, 0)


def _assumptions(rules: Rules) -> Iterator[str]:
    yield "Every figure is exact, counted over all cards and flops of one deck; decimals are the fractions rounded."
    yield (
        "Each bet's own table is for a bet made on every card. A match and a double are decided hand by hand, with the"
        " flops already turned and the other players' cards in view (F22-4, F22-10)."
    )
    yield "The game as played is one player alone at the table; the chart of others values more cards in view."
    if rules.aggregate_scope is AggregateScope.TABLE:
        yield "The aggregate is for the whole table: other wins can only lower these figures (F22-8)."
    limit = show_money(rules.aggregate)
    if may_be_cut(rules, equal_antes(rules)):
        yield (
            f"The aggregate of {limit} cuts what one player may win with the antes shown: the game as played and the"
            " charts of hands and antes include this to the cent, the other tables do not (F22-8)."
        )
    else:
        yield f"The aggregate of {limit} never cuts what one player wins with the antes shown (F22-8)."
