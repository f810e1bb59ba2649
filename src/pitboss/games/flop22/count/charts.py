"""Flop 22's charts: when to double and match, the value of each card, and the value of seeing others' cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil

from pitboss.cards import CARDS, Card, rank_name
from pitboss.games.flop22.count.best_play import equal_antes, may_be_cut, play_best
from pitboss.games.flop22.count.flops import (
    DECK,
    FLOPS,
    Chance,
    bet_when_good,
    card_classes,
    double_weights,
    kind_of,
    kinds,
    match_weights,
)
from pitboss.games.flop22.deal.hands import ACE_OF_HEARTS, ACE_OF_SPADES
from pitboss.games.flop22.deal.rules import HANDS, Rules, ante_pays, double_pays
from pitboss.money import Cents, show_money
from pitboss.solving.answers.analysis import Cell, Chart

MAX_OTHERS = 5
"""The largest number of other players' cards in the chart of others, if the table has that many seats."""


def all_charts(rules: Rules) -> tuple[Chart, ...]:
    """Return every chart, the most useful to a player first."""
    return (
        *(double_chart(rules, hand) for hand in HANDS),
        match_chart(rules),
        cards_chart(rules),
        extras_chart(rules),
        others_chart(rules),
        hands_chart(rules),
        antes_chart(rules),
    )


def class_name(card: int) -> str:
    """Return a label for all cards that face the same distribution of flops as this one."""
    alike = [Card(code) for code in DECK if kinds(code) == kinds(card)]
    ranks = sorted({each.rank for each in alike})
    if len(alike) < 4:
        return " ".join(each.sign for each in alike)
    return rank_name(ranks[0]) if len(ranks) == 1 else f"{rank_name(ranks[0])} to {rank_name(ranks[-1])}"


def most_seen(rules: Rules, hand: int) -> int:
    """Return the maximum number of other cards face up when this hand is offered (F22-10)."""
    return rules.seats - 1 + hand - 1


def double_chart(rules: Rules, hand: int) -> Chart:
    """Build the chart for doubling: start with a number, add one for each card seen, double if the sum is positive."""
    seen = [next(card for card in CARDS if card.rank == rank) for rank in (*range(2, 11), 14)]
    columns = ("start", *(rank_name(card.rank) for card in seen), "A♠A♥", "double")
    rows = []
    for card, _ in card_classes():
        weights = double_weights(rules, card, hand)
        start = sum((pays * count for pays, count in weights.items()), Fraction(0))
        other_ace = ACE_OF_HEARTS if card == ACE_OF_SPADES else ACE_OF_SPADES
        cells: list[Cell] = [start]
        cells += [-_double_on(rules, hand, card, flop.code) for flop in seen]
        cells += [-_double_on(rules, hand, card, other_ace)]
        rows.append((class_name(card), (*cells, _verdict(bet_when_good(weights, most_seen(rules, hand)), start))))
    return Chart(
        f"double-{hand}", f"When to double on hand {hand}", columns, tuple(rows), "your card",
        "Start with the number in the start column of your card. For every other face-up card (flops and other"
        " players' cards) add the number in its column. Double if the sum is above 0. Pictures count as 10; A♠A♥ is for"
        " the other of these two aces if you hold one. The last column assumes the most cards that this table can"
        " show.",
    )  # fmt: skip


def _double_on(rules: Rules, hand: int, card: int, flop: int) -> Fraction:
    flop = flop if flop != card else card ^ 1  # a card cannot be its own flop: use another suit of its rank
    return double_pays(rules, hand, kind_of(card, flop).line).ratio


def _verdict(at_most_seen: Chance, start: Fraction) -> str:
    if at_most_seen.bet == 1 and start > 0:
        return "always"
    return "never" if at_most_seen.bet == 0 and start <= 0 else "count"


def match_chart(rules: Rules) -> Chart:
    """Build the chart for matching, which pays when few enough cards are unseen (F22-7)."""
    fewest = len(DECK) - 1 - most_seen(rules, HANDS[-1])
    rows = []
    for left in (3, 2, 1):
        below = ceil(left * (rules.match_pays.ratio + 1)) - 1
        verdict = "never" if below < fewest else "always" if below >= FLOPS - 3 + left else f"{below} or fewer unseen"
        rows.append((f"{left} of your rank unseen", (below, verdict)))
    return Chart(
        "match", f"When to match, at {rules.match_pays}", ("worth it up to", "match"), tuple(rows), "",
        f"Unseen cards are all but yours, the flops turned and the other players' cards: at least {fewest} at"
        f" {rules.seats} seats.",
    )  # fmt: skip


def hand_worth(rules: Rules, card: int, hand: int, others: int) -> Fraction:
    """Return the expected value of one ante on this hand for this card, with match and double at best play."""
    wins = [ante_pays(rules, hand, kind.line).ratio * count for kind, count in kinds(card).items()]
    ante = sum(wins, Fraction(0)) / FLOPS
    seen = others + hand - 1
    double = bet_when_good(double_weights(rules, card, hand), seen)
    return ante + double.adds + bet_when_good(match_weights(rules, card), seen).adds


def worths_by_hand(rules: Rules, others: int) -> list[Fraction]:
    """Return the expected value of one ante on each hand at best play, averaged over all cards."""
    return [
        sum((alike * hand_worth(rules, card, hand, others) for card, alike in card_classes()), Fraction(0)) / len(DECK)
        for hand in HANDS
    ]


def cards_chart(rules: Rules) -> Chart:
    """Build the chart of the expected value by player's card."""
    rows = []
    for card, alike in card_classes():
        worths = [hand_worth(rules, card, hand, 0) for hand in HANDS]
        rows.append((class_name(card), (Fraction(alike, len(DECK)), *worths, sum(worths, Fraction(0)))))
    columns = ("how often", *(f"hand {hand}" for hand in HANDS), "three hands")
    return Chart(
        "cards", "Value of your card, in antes", columns, tuple(rows), "your card",
        "Ante, match and double at best play, alone at the table, before the first flop.",
    )  # fmt: skip


def extras_chart(rules: Rules) -> Chart:
    """Build the chart of how often the extra bets are made at best play, and what they add."""
    rows = []
    for hand in HANDS:
        for name in ("match", "double"):
            chances = [(_chance(rules, name, card, hand), alike) for card, alike in card_classes()]
            bet = sum((alike * chance.bet for chance, alike in chances), Fraction(0)) / len(DECK)
            adds = sum((alike * chance.adds for chance, alike in chances), Fraction(0)) / len(DECK)
            rows.append((f"{name}-{hand}", (bet, adds / bet if bet else Fraction(0), adds)))
    columns = ("how often bet", "worth when bet", "adds to an ante")
    return Chart("extras", "Match and double at best play, alone at the table", columns, tuple(rows), "bet")


def _chance(rules: Rules, name: str, card: int, hand: int) -> Chance:
    weights = double_weights(rules, card, hand) if name == "double" else match_weights(rules, card)
    return bet_when_good(weights, hand - 1)


def others_chart(rules: Rules) -> Chart:
    """Build the chart of what seeing other players' cards adds (F22-10)."""
    rows = []
    for others in range(min(rules.seats, MAX_OTHERS + 1)):
        worths = worths_by_hand(rules, others)
        game = sum(worths, Fraction(0))
        rows.append((f"{others} other{'s' * (others != 1)}", (*worths, game, -game / len(HANDS))))
    columns = (*(f"hand {hand}" for hand in HANDS), "three hands", "house edge")
    return Chart(
        "others", "With the cards of other players in view, in antes", columns, tuple(rows), "in view",
        "At best play, hand by hand. The house edge is relative to all three antes.",
    )  # fmt: skip


def hands_chart(rules: Rules) -> Chart:
    """Build the chart of one, two and three hands with equal antes (F22-2)."""
    rows = []
    for name, hands in zip(("one hand", "two hands", "three hands"), HANDS, strict=True):
        played = play_best(rules, equal_antes(rules, hands))
        figures = (played.ev, played.average_bet, played.house_edge, played.element_of_risk, played.sd)
        rows.append((name, figures))
    columns = ("ev", "average bet", "house edge", "element of risk", "sd")
    return Chart("hands", "One, two and three hands at equal antes, in antes", columns, tuple(rows), "played")


def antes_chart(rules: Rules) -> Chart:
    """Build the chart comparing equal antes with the best unequal ones: the later hands pay more (F22-2)."""
    chosen = {"equal antes": equal_antes(rules)}
    if not rules.equal_antes:
        chosen["best antes"] = best_antes(rules)
    rows = []
    for name, antes in chosen.items():
        played = play_best(rules, antes)
        placed = " ".join(show_money(ante) for ante in antes.values())
        rows.append((name, (placed, played.ev * antes[1] / 100, played.house_edge)))
    note = "The best ante is the limit on a hand that favours the player, and the chip on any other."
    if may_be_cut(rules, equal_antes(rules)):
        note = "The best combination of chip and limit on each hand, within the aggregate (F22-8)."
    return Chart(
        "antes", "Equal and unequal antes, one player", ("antes", "ev in dollars", "house edge"), tuple(rows), "",
        note,
    )  # fmt: skip


def best_antes(rules: Rules) -> dict[int, Cents]:
    """Return a single player's best antes, each the chip or the limit. Hand 2 needs hand 1, hand 3 both (F22-2)."""
    least, most = rules.chip, equal_antes(rules)[1]
    choices = [
        dict(zip(HANDS, antes, strict=False)) for hands in HANDS for antes in product((least, most), repeat=hands)
    ]
    if may_be_cut(
        rules, equal_antes(rules)
    ):  # hands are not independent if a win now leaves less of the aggregate (F22-8)
        return max(choices, key=lambda antes: play_best(rules, antes).ev * antes[1])
    worths = worths_by_hand(rules, 0)
    return max(choices, key=lambda antes: sum(ante * worths[hand - 1] for hand, ante in antes.items()))
