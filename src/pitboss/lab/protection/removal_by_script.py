"""Game protection for a game that has only a script: the exact effect of removing one card."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pitboss.cards import JOKER, Card, rank_name
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.solving.answers.threats import Countermeasure, Progress, Removal, Threat, sd_of
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget
from pitboss.statistics.exactness import Number

BURN = Countermeasure("burn cards face down and shuffle as the sheet says", "C-3", 0.0)


def removal(game: Game, rules: Any, progress: Progress) -> Removal:
    """
    Return the effect of removal by bet and rank: the odds without one card of that rank, minus those of the full pack.

    Only bets that can be computed exactly over all deals have one: a card changes the odds by less than a
    simulation's error.
    """
    exact = ExactOdds(Bets(game, rules), Budget())
    best: dict[str, dict[str, Number]] = {}
    start: dict[str, Number] = {}
    for bet in exact.bets.before:
        progress(f"one card removed, {bet.name}")
        if (found := exact.without_one(bet)) is not None:
            start[bet.name], without = found
            best[bet.name] = {rank_called(rank): ev - start[bet.name] for rank, ev in without.items()}
    left_out = [bet.name for bet in exact.bets.before if bet.name not in best]
    if not best:
        raise Refused("not-exact", f"effects of removal need exact odds, and {game.title} has none: {exact.why_not}")
    note = "From the game's script alone, exact over every deal; the player knows the missing rank, not the suit."
    why = f" Not counted: {', '.join(left_out)}, because {exact.why_not}." if left_out else ""
    return Removal(best, {}, start, note + why)


def rank_called(rank: int) -> str:
    """Return the name of a rank; ranks are numbered from 0."""
    return "joker" if rank == JOKER.code // 4 else rank_name(rank + 2)


def threats(game: Game, rules: Any, found: Removal) -> Iterator[Threat]:
    """
    Yield, for each bet, the threat of knowing one removed card; the bet is made only if that gives the player the
    edge.
    """
    pack = game.whole_pack(rules)
    for bet, start in found.start.items():
        chances = {name: Fraction(_times(pack, name), len(pack)) for name in found.best[bet]}
        good = {name: start + change for name, change in found.best[bet].items() if start + change > 0}
        share = sum((chances[name] for name in good), Fraction(0))
        gain = sum(float(chances[name]) * float(worth) for name, worth in good.items())
        edge = gain / float(share) if share else 0.0
        names = f" (bet on {' '.join(good)})" if good else ""
        yield Threat(
            "one missing card known", f"the rank of one missing card{names}", "a player who sees it burned",
            bet, edge, share, gain, sd_of(float(share), edge, 1.0), BURN, exact=True,
            note="from the script alone: card counts and exposed cards need the game's own simulate folder",
        )  # fmt: skip


def _times(pack: tuple[Card, ...], name: str) -> int:
    return sum(rank_called(card.code // 4) == name for card in pack)
