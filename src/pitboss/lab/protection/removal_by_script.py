"""Game protection for a game with only a script: the exact effect of removing one card."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import structs

from pitboss.cards import Card, rank_name
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.solving.answers.threats import Closing, Removal, Tell, Threat, sd_of
from pitboss.solving.script.script_odds import analyse
from pitboss.statistics.exactness import Number, is_exact

BURN = Closing("burn cards face down and shuffle as the sheet says", "C-3", 0.0)


def removal(game: Game, rules: Any, tell: Tell) -> Removal:
    """
    Return the effect of removal by bet and rank: the script's odds without one card of that rank, minus those of the
    full pack.
    """
    whole = analyse(game, rules)
    start: dict[str, Number] = {bet.name: bet.ev for bet in whole.bets}
    if not is_exact(*start.values()):
        reason = (
            f"the odds of {game.title} are simulated, and one card changes them by less than their error: effects of"
            " removal need exact odds"
        )
        raise Refused("not-exact", reason)
    best: dict[str, dict[str, Number]] = {bet: {} for bet in start}
    for name, card in _ranks(game, rules).items():
        tell(f"a {name} gone")
        for bet in analyse(_without(game, card), rules).bets:
            if bet.name in best:
                best[bet.name][name] = bet.ev - start[bet.name]
    note = "From the game's script alone (exact, over every deal); one card of each rank stands for its suits."
    return Removal(best, {}, start, note)


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
            "one card gone known", f"the rank of one card that is out of the pack{names}", "who sees it burned",
            bet, edge, share, gain, sd_of(float(share), edge, 1.0), BURN, exact=True,
            note="from the script alone: counts and exposed cards need a room of the game's own",
        )  # fmt: skip


def _without(game: Game, card: Card) -> Game:
    """Return the game with one card missing from its pack."""

    def pack(rules: Any) -> tuple[Card, ...]:
        cards = list(game.whole_pack(rules))
        cards.remove(card)
        return tuple(cards)

    return structs.replace(game, whole_pack=pack)


def _name(card: Card) -> str:
    return "joker" if card.is_joker else rank_name(card.rank)


def _ranks(game: Game, rules: Any) -> dict[str, Card]:
    """Return one card of each rank in the pack."""
    found: dict[str, Card] = {}
    for card in game.whole_pack(rules):
        found.setdefault(_name(card), card)
    return found


def _times(pack: tuple[Card, ...], name: str) -> int:
    return sum(_name(card) == name for card in pack)
