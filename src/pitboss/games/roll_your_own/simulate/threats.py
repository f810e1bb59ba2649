"""The value of extra information at Roll Your Own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.roll_your_own.count.odds import analyse
from pitboss.games.roll_your_own.count.solve import counted_rules
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.games.roll_your_own.simulate.known_card import known_worths
from pitboss.games.roll_your_own.simulate.removal import HANDS, full_worth
from pitboss.solving.answers.threats import Countermeasure, Progress, Threat, ignore_progress, sd_of
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES
from pitboss.solving.insured import insured

ROUND = f"{HANDS} and bonus"
"""The name of all three bets together, which are compulsory and equal (RY-1), measured in units of the three."""
CARDS = sum(ONE_DECK)
SHUFFLER = "a player who can see the dealer's pack in the shuffler's mouth or the discard tray"
TURNED = Countermeasure("turn the shuffler's mouth to the dealer, and keep the discard tray behind it", "RY-2", 0.0)
INSURE = Countermeasure(
    "close the insurance before any other seat's cards are turned, or offer none", "RY-9, RY-5", 1.0
)


def threats(rules: Rules, progress: Progress = ignore_progress) -> Iterator[Threat]:
    """Yield the value of knowing the hole card, the burned card, or all seats' cards. No shoe to count (RY-1)."""
    played = analyse(rules).played
    assert played is not None
    ev, sd = float(played.ev), played.sd / 3
    base = full_worth(rules)
    odds_rules = counted_rules(rules).for_play
    progress("the hole card known")
    hole = sum(ONE_DECK[value] * known_worths(value, odds_rules).in_hole for value in range(VALUES)) / CARDS
    yield _round("the hole card seen", "both of the dealer's cards, before the hands are set", ev + hole - base, sd,
                 "computed in double precision for one seat and a full deck; without insurance")  # fmt: skip
    under = Fraction(ONE_DECK[ACE] * ONE_DECK[TEN], CARDS * (CARDS - 1))
    yield Threat("the hole card seen", "a ten under the ace", SHUFFLER, "insurance", 2, under, 2 * under,
                 sd_of(float(under), 2.0, 0.0), TURNED)  # fmt: skip
    progress("the burned card known")
    burned = sum(ONE_DECK[value] * known_worths(value, odds_rules).removed for value in range(VALUES)) / CARDS
    yield _round("the burned card seen", "the first card of the dealer's pack (RY-2)", ev + burned - base, sd,
                 "computed in double precision for one seat and a full deck")  # fmt: skip
    yield _all_seats(rules)


def _round(name: str, knows: str, won: float, sd: float, note: str) -> Threat:
    """Return the threat for a whole round, in units of its three bets."""
    return Threat(name, knows, SHUFFLER, ROUND, won / 3, 1, won / 3, sd, TURNED, note=note)


def _all_seats(rules: Rules) -> Threat:
    """Return the value of insuring only if the face-up cards of all seats leave enough tens (RY-5, RY-9)."""
    bet = insured(CARDS - 1, ONE_DECK[TEN], 3 * rules.seats)
    edge, often = bet.edge, bet.share * Fraction(ONE_DECK[ACE], CARDS)
    return Threat(
        f"the cards of {rules.seats} seats", "all seats' cards, face up before insurance: insure if few are tens",
        "anybody at a full table", "insurance", edge, often, often * edge,
        sd_of(float(often), float(edge), bet.sd), INSURE,
        note="the gain from playing the hands by these cards is not included",
    )  # fmt: skip
