"""The value of extra information at Free Bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from pitboss.compute.streams import copy_stream, stream
from pitboss.games.free_bet import GAME
from pitboss.games.free_bet.count.odds import side_bets
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.deal.rules import Rules, cut_card
from pitboss.games.free_bet.simulate.all_seats import all_seats
from pitboss.games.free_bet.simulate.counted import BUCKETS, MIDDLE, SQUARES, SUM, TIMES, Counts, Floats, deal_shoes
from pitboss.games.free_bet.simulate.removal import removal
from pitboss.games.free_bet.simulate.simulation import VOID, Simulation, read_cells
from pitboss.games.odds import analysis_of
from pitboss.solving.answers.threats import (
    DEPTHS,
    Countermeasure,
    Progress,
    Removal,
    Threat,
    ignore_progress,
    sd_of,
    shuffling,
)
from pitboss.solving.blackjack.known_card import by_first_card, with_hole_card
from pitboss.solving.blackjack.rules import VALUES
from pitboss.solving.blackjack.solve import solved
from pitboss.solving.count_tags import fit_tags
from pitboss.statistics.exactness import Number

CHUNKS, SHOES = 60, 3000
PILOT = 12
"""The number of chunks used to choose the triggers. The results are measured on the other chunks."""
_SEED = 44
_VALUE_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
_IN_A_DECK = (4,) * 9 + (16,)
_MIN_STEP = 0.005
BETS = ("main", "pot-of-gold", "push-22", "insurance")
ROUND_CARDS = 5.5
LOW_SEAT = "a low seat and a careless dealer"
PEEK = Countermeasure("check the hole card with a reader, and never lift it off the table", "FB-1", 1.0)
FIRST = Countermeasure(
    "cut with a blank card behind the last card seen, and burn one card face down", "FB-1, C-10", 0.2
)


class CountSystem(NamedTuple):
    """A card count for one bet: its description, and whether a person can keep it."""

    bet: str
    name: str
    knows: str
    who: str
    by_hand: bool


def threats(rules: Rules, progress: Progress = ignore_progress, chunks: int = CHUNKS) -> Iterator[Threat]:
    """Yield card counting for every bet at each cut card, then the value of single cards and of all seats' cards."""
    found = removal(rules, progress)
    systems, counts = _systems(rules, found)
    tallies = _deal(rules, counts, chunks, progress)
    for number, system in enumerate(systems):
        yield from _rows(rules, system, tallies[:, number])
    progress("the hole card known")
    yield from _seen(rules)
    progress("the cards of all seats known")
    yield from all_seats(rules, tuple(side_bets(rules))[:2])


def _systems(rules: Rules, found: Removal) -> tuple[list[CountSystem], Counts]:
    """Return two counts for each bet: one that a person can keep, and one by the exact effects of every card."""
    systems, tags, scale, offset, late = [], [], [], [], []
    cards = 52 * rules.decks
    for bet in BETS:
        effects = [float(found.best[bet][rank]) for rank in _VALUE_NAMES]
        fitted = fit_tags(effects, _IN_A_DECK)
        tag_words = ", ".join(f"{name} {tag:+d}" for name, tag in zip(_VALUE_NAMES, fitted.tags, strict=True) if tag)
        words = f"a running count, divided by the decks left: {tag_words}; correlation {fitted.correlation:.0%}"
        systems.append(CountSystem(bet, "counts", words, "a practised counter", True))
        systems.append(
            CountSystem(bet, "all cards known", "all cards dealt so far, by their exact effects", "a phone", False)
        )
        tags += [np.array(fitted.tags, float), np.array(effects)]
        scale += [52.0, (cards - 1) / _MIN_STEP]
        offset += [0.0, float(found.start[bet]) / _MIN_STEP]
        late += [bet == "insurance"] * 2
    by_bet = nets_by_bet(rules)
    nets = np.repeat(np.array([by_bet[bet] for bet in BETS]), 2, axis=0)
    return systems, Counts(np.array(tags), np.array(scale), np.array(offset), np.array(late), nets)


def nets_by_bet(rules: Rules) -> Mapping[str, Floats]:
    """Return the net of one unit, by bet and cell."""
    pays = np.array(pot_of_gold(rules))
    net, _, tokens, _, is_22, insurance, blackjack = read_cells(np.arange(VOID))
    insured = np.where(insurance % 2 == 0, 2.0, -1.0)
    nets = {
        "main": np.where(blackjack, float(rules.blackjack_pays.ratio), net),
        "pot-of-gold": pays[np.minimum(tokens, len(pays) - 1)],
        "push-22": np.where(is_22, float(rules.push_22_pays.ratio), -1.0),
        "insurance": np.where(insurance > 0, insured, np.nan),
    }
    return {bet: np.append(net, np.nan) for bet, net in nets.items()}


def _deal(rules: Rules, counts: Counts, chunks: int, progress: Progress) -> Floats:
    """Deal all rounds. Axes: chunk, count, depth, bucket, figure."""
    made = Simulation(rules, 1, "best", {})
    limits = np.array([len(made.pack) * depth // 100 for depth in DEPTHS], np.int64)
    tallies = np.zeros((chunks, len(counts.scale), len(DEPTHS), BUCKETS, 3))
    done = 0

    def work(chunk: int) -> None:
        nonlocal done
        cells, workspace = copy_stream(np.zeros(1, np.int64)), np.zeros(made.cells, np.int64)
        state = stream(_SEED, "free-bet", chunk)
        deal_shoes(state, SHOES, made.pack, limits, made.book, made.house, counts, cells, workspace, tallies[chunk])
        done += 1
        progress(f"{done * SHOES:,} of {chunks * SHOES:,} shoes")

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(work, range(chunks)))
    return tallies


def _rows(rules: Rules, system: CountSystem, tallies: Floats) -> Iterator[Threat]:
    """Yield one count at each cut card. The trigger is chosen on some chunks, and its result measured on the others."""
    pilot = max(len(tallies) // 5, 1) if len(tallies) < CHUNKS else PILOT
    for place, depth in enumerate(DEPTHS):
        trial, measured = (part[:, : place + 1].sum(axis=(0, 1)) for part in (tallies[:pilot], tallies[pilot:]))
        trigger = _trigger(trial) if system.by_hand else MIDDLE
        bets = measured[trigger:].sum(axis=0)
        rounds = _rounds(tallies[pilot:, : place + 1], system.bet)
        knows = f"{system.knows}; bet from {trigger - MIDDLE:+d}" if system.by_hand else system.knows
        name = f"{system.name}, {depth}% dealt"
        closing = _closing(rules, system.bet)
        if bets[TIMES] < 100:
            yield Threat(name, knows, system.who, system.bet, 0.0, 0.0, 0.0, 0.0, closing, 0.0, False, "never worth it")
            continue
        edge, share = bets[SUM] / bets[TIMES], bets[TIMES] / rounds
        sd = float(np.sqrt(bets[SQUARES] / bets[TIMES] - edge**2))
        se = sd / float(np.sqrt(bets[TIMES]))
        spread = sd_of(share, edge, sd)
        share_se, gain_se = _errors(tallies[pilot:, : place + 1, trigger:], rounds)
        yield Threat(
            name,
            knows,
            system.who,
            system.bet,
            float(edge),
            float(share),
            float(edge * share),
            spread,
            closing,
            se,
            False,
            share_se=share_se,
            per_round_se=gain_se,
        )


def _errors(tallies: Floats, rounds: float) -> tuple[float, float]:
    """Return the standard errors of the share of rounds bet and of units per round; each chunk of shoes is a sample."""
    chunks = len(tallies)
    times, won = (tallies[..., what].sum(axis=(1, 2)) for what in (TIMES, SUM))
    scale = float(np.sqrt(chunks)) / rounds
    return (float(times.std(ddof=1)) * scale, float(won.std(ddof=1)) * scale) if chunks > 1 else (0.0, 0.0)


def _trigger(trial: Floats) -> int:
    """Return the first bucket in which a straight line fitted to all buckets is positive."""
    times, boxes = trial[:, TIMES], np.arange(BUCKETS) - MIDDLE + 0.5
    whole = times.sum()
    middle, mean = times @ boxes / whole, trial[:, SUM].sum() / whole
    slope = (trial[:, SUM] @ (boxes - middle)) / max(times @ (boxes - middle) ** 2, 1e-9)
    if slope <= 0:
        return BUCKETS
    return int(np.clip(np.ceil(middle - mean / slope - 0.5) + MIDDLE, 0, BUCKETS))


def _rounds(tallies: Floats, bet: str) -> float:
    """Return the number of rounds dealt. Insurance is offered in one round out of 13, so its number is scaled up."""
    return float(tallies[..., TIMES].sum()) * (13 if bet == "insurance" else 1)


def _closing(rules: Rules, bet: str) -> Countermeasure:
    """Return the countermeasure: a shallower cut, and for side bets also a low limit tied to the main bet."""
    now = max((52 * rules.decks - cut_card(rules)) / ROUND_CARDS, 1)
    half = max(shuffling(rules.decks, now, 52 * rules.decks / 2 / ROUND_CARDS), 0.0)
    if bet in ("main", "insurance"):
        return Countermeasure(
            "put the cut card halfway through the shoe and let nobody in before a shuffle", "FB-1", half
        )
    return Countermeasure(
        "tie the side bet to the main bet and to $25, and put the cut card at half", "C-7, FB-1", half
    )


def _seen(rules: Rules) -> Iterator[Threat]:
    """Yield the value of seeing the hole card, or the first card of the next hand."""
    full = solved(solver_rules(rules))
    hole = with_hole_card(full)
    sd = analysis_of(GAME, rules).bet("main").sd
    yield Threat(
        "the hole card seen", "both of the dealer's cards, all decisions re-optimised", LOW_SEAT,
        "main", hole.main, 1, hole.main, sd, PEEK, note="exact for one seat and a fresh shoe; without insurance",
    )  # fmt: skip
    insured: Number = hole.insured
    yield Threat(
        "the hole card seen", "a ten under the ace", LOW_SEAT, "insurance", 2, insured,
        2 * insured, sd_of(float(insured), 2.0, 0.0), PEEK,
    )  # fmt: skip
    firsts = by_first_card(full)
    good = [(chance, worth) for chance, worth in firsts if worth > 0]
    share = sum(chance for chance, _ in good)
    gain = sum(chance * worth for chance, worth in good)
    names = " or ".join(_VALUE_NAMES[value] for value in range(VALUES) if firsts[value][1] > 0)
    yield Threat(
        "the next card seen", f"the player's own first card: bet if it is {names}",
        "a player who sees the card behind the cut",
        "main", gain / share, share, gain, sd_of(share, gain / share, sd), FIRST,
    )  # fmt: skip
    burned = max(full.expected_value, 0.0)
    yield Threat(
        "the burn card seen", "one card removed from the shoe", "first base", "main", burned, 0, 0, 0.0,
        Countermeasure("burn it face down", "FB-1", 0.0),
        note="no missing card gives the player the edge on the main bet: see the effects of removal",
    )  # fmt: skip
