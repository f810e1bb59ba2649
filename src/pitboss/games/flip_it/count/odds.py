"""Exact odds of flip~it: every bet, averaged off the top of a shoe and on any board."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.flip_it.count.advise import SITUATION, advise, advise_seat
from pitboss.games.flip_it.count.best_bets import SHOWN, BestBets, Picks, best_bets
from pitboss.games.flip_it.count.shoe import Counts, bonus_anywhere, bonus_by_type, full_shoe, plain_bets
from pitboss.games.flip_it.count.together import covariances
from pitboss.games.flip_it.deal.rules import CALL_RANKS, Rules, bets, call_bet
from pitboss.solving.answers.analysis import Analysis, BetOdds, Chart

__all__ = ["SITUATION", "advise", "advise_seat", "analyse"]


def analyse(rules: Rules) -> Analysis:
    """Return the complete analysis of flip~it under these rules."""
    shoe = full_shoe(rules)
    best = best_bets(rules)
    return Analysis(
        game="flip-it",
        rules=rules.as_data(),
        bets=tuple(_bets(rules, shoe)),
        played=best.played,
        strategy=(_best_chart(best), _showing_chart(best.picks), _boards_chart(rules, shoe)),
        assumptions=tuple(_assumptions(rules)),
        covariances=covariances(rules, shoe),
    )


def _bets(rules: Rules, shoe: Counts) -> Iterator[BetOdds]:
    titles = {bet.name: bet.title for bet in bets(rules)}
    for name, outcomes in plain_bets(rules, shoe).items():
        yield BetOdds(name, outcomes, titles[name], ways=sum(shoe))
        if name == call_bet(CALL_RANKS[-1]):
            yield BetOdds("call", outcomes, "Call It, on any rank", ways=sum(shoe))
    bonus = bonus_anywhere(rules, shoe)
    often = f"On the {float(bonus.chance):.4%} of boards on which it may be bet ({bonus.chance})."
    yield BetOdds("bonus", bonus.outcomes, titles["bonus"], often)


def _best_chart(best: BestBets) -> Chart:
    rows = tuple((name, (best.often[name], best.worth[name])) for name in sorted(best.often, key=_LAYOUT.index))
    return Chart(
        "best", "The best bet on the four cards", ("how often best", "ev"), rows, "bet",
        "The side with the fewest cards on the board; Call It on a rank that is not on it. Of equal bets, the first"
        " one.",
    )  # fmt: skip


_LAYOUT = ("colour", "parity", "height", "call", "bonus")


def _showing_chart(picks: Picks) -> Chart:
    """Build the chart of expected values by how many of the winning cards are face up already (FI-3, FI-4)."""
    rows = []
    for showing in range(SHOWN + 1):
        inside = [picks.inside_pick(bet, bet, showing, 0) for bet in ("red", "odd")]
        rows.append((f"{showing} of them", tuple(map(picks.worth, (*inside, picks.call_pick(showing))))))
    columns = ("colour", "parity or height", "call")
    return Chart(
        "showing", "Value of a bet by the number of its winning cards showing", columns, tuple(rows), "showing",
        "Parity and height on boards without an ace: an ace on the board leaves one push fewer.",
    )  # fmt: skip


def _boards_chart(rules: Rules, shoe: Counts) -> Chart:
    """Build the chart of how often the bonus may be bet, and its expected value, by type of board (FI-5, FI-6)."""
    rows = []
    boards = bonus_by_type(rules, shoe) | {"any of these": bonus_anywhere(rules, shoe)}
    for name, bonus in boards.items():
        odds = BetOdds(name, bonus.outcomes)
        rows.append((name, (bonus.chance, odds.ev, odds.hit, odds.sd)))
    columns = ("how often", "ev", "hit", "sd")
    return Chart("bonus", "The bonus by type of board", columns, tuple(rows), "the four cards hold")


def _assumptions(rules: Rules) -> Iterator[str]:
    yield "Every figure is exact, counted over the cards of a full shoe; decimals are the fractions rounded."
    yield (
        "Each bet is averaged over all boards of a full shoe: the flip card is then any of the"
        f" {52 * rules.decks + rules.jokers} cards. The charts are by the four cards, whatever jokers were discarded"
        " while dealing them."
    )
    yield (
        "With four known cards and no joker discarded, the probabilities differ slightly by board (FI-4): use advise"
        " --board, and --gone for other cards out of the shoe."
    )
    yield "The game as played is one unit per flip on the best bet for the four cards, including the bonus."
