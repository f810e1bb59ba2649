"""The exact value of extra information at Flop 22."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from pitboss.games.flop22.count.best_play import equal_antes, play_best
from pitboss.games.flop22.count.flops import DECK, Weights, bet_when_good, card_classes, double_weights, match_weights
from pitboss.games.flop22.deal.rules import HANDS, Rules
from pitboss.money import Cents
from pitboss.solving.answers.threats import Countermeasure, Progress, Threat, ignore_progress, sd_of

COVERED = Countermeasure(
    "deal the flops under a cover and turn each only when its bets are closed", "F22-4, F22-9", 2.0
)
FLOP_LAST = Countermeasure("deal the flop of a hand only after its bets are closed", "F22-4, C-5", 3.0)
EQUAL = Countermeasure("ask for equal antes on all hands", "F22-2 (equal_antes)", 0.0)
FACE_DOWN = Countermeasure("deal the players' cards face down until the bets of hand 3 are closed", "F22-10", 4.0)


def threats(rules: Rules, progress: Progress = ignore_progress) -> Iterator[Threat]:
    """Yield the threats: seeing flops early, using the cards of all seats, and antes of different sizes."""
    for hand in HANDS:
        progress(f"flop {hand} seen")
        for bet in ("double", "match"):
            yield _seen(f"{bet}-{hand}", hand, _card_classes(rules, bet, hand))
    yield from _all_seats(rules, progress)
    yield _unequal(rules)


def _card_classes(rules: Rules, bet: str, hand: int) -> list[tuple[Weights, int]]:
    """Return the flops by payout for each class of player's card, with the size of the class."""
    if bet == "match":
        return [(match_weights(rules, card), alike) for card, alike in card_classes()]
    return [(double_weights(rules, card, hand), alike) for card, alike in card_classes()]


def _seen(bet: str, hand: int, classes: list[tuple[Weights, int]]) -> Threat:
    """Return the threat from a player who knows the flop and bets only if the bet wins."""
    wins: dict[Fraction, int] = {}
    ways = 0
    for weights, alike in classes:
        for pays, count in weights.items():
            ways += alike * count
            if pays > 0:
                wins[pays] = wins.get(pays, 0) + alike * count
    times = sum(wins.values())
    edge = sum((pays * count for pays, count in wins.items()), Fraction(0)) / max(times, 1)
    share = Fraction(times, ways)
    square = float(sum((pays**2 * count for pays, count in wins.items()), Fraction(0)) / max(times, 1))
    spread = sqrt(max(square - float(edge) ** 2, 0.0))
    who = "a low seat, or a dealer who flashes"
    name = f"flop {hand} seen"
    gain = edge * share
    return Threat(name, "the flop before it is bet on", who, bet, edge, share, gain,
                  sd_of(float(share), float(edge), spread), FLOP_LAST if hand > 1 else COVERED)  # fmt: skip


def _all_seats(rules: Rules, progress: Progress) -> Iterator[Threat]:
    """Yield the value of using all other seats' cards, which the sheet deals face up, and the earlier flops."""
    others = rules.seats - 1
    for hand in HANDS:
        progress(f"all seats' cards, hand {hand}")
        for bet in ("double", "match"):
            share, adds = Fraction(0), Fraction(0)
            classes = _card_classes(rules, bet, hand)
            for weights, alike in classes:
                found = bet_when_good(weights, others + hand - 1)
                share += found.bet * alike / len(DECK)
                adds += found.adds * alike / len(DECK)
            edge = adds / share if share else Fraction(0)
            yield Threat(
                f"the cards of {rules.seats} seats", "every seat's card and the earlier flops, which are face up",
                "anybody at a full table", f"{bet}-{hand}", edge, share, adds,
                _sd(classes, float(share), float(edge)), FACE_DOWN,
                note="the sheet gives this to everybody (F22-10); this is the maximum value of the cards in view",
            )  # fmt: skip


def _sd(classes: list[tuple[Weights, int]], share: float, edge: float) -> float:
    """Return the standard deviation, from the bet's spread when it is made on every card."""
    ways = sum(alike * count for weights, alike in classes for count in weights.values())
    square = sum(
        (pays**2 * alike * count for weights, alike in classes for pays, count in weights.items()), Fraction(0)
    )
    return sd_of(share, edge, sqrt(max(float(square / ways) - edge**2, 0.0)))


def _unequal(rules: Rules) -> Threat:
    """Return the threat of minimum antes on hands 1 and 2 and the maximum on hand 3 (F22-2)."""
    least, most = rules.chip, equal_antes(rules)[1]
    antes = {1: least, 2: least, 3: most} if not rules.equal_antes else equal_antes(rules)
    played = play_best(rules, {hand: Cents(ante) for hand, ante in antes.items()})
    edge = -Fraction(played.house_edge)
    scale = float(Fraction(sum(antes.values()), antes[1]))
    return Threat(
        "small antes first", "nothing hidden: minimum antes on hands 1 and 2, maximum on hand 3", "anybody", "ante-3",
        edge, 1, edge, played.sd / scale, EQUAL, note="in units of all antes together",
    )  # fmt: skip
