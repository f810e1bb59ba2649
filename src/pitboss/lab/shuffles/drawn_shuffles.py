"""The shuffles in use, drawn by the same functions that deal, with descriptions of their generators."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import islice
from random import Random
from typing import NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.compute.bulk_shuffles import Orders, simulated_orders
from pitboss.compute.streams import next_word, stream
from pitboss.lab.shuffles.generators import Words
from pitboss.table.seal.seeded_shuffle import hmac_words, players_digest, shuffled


class ShuffleKind(NamedTuple):
    """One kind of shuffle: its name, its description, and a function that draws many of them."""

    name: str
    how: tuple[str, ...]
    orders: Callable[[int, int, int, int], Orders]
    """Arguments: cards, shuffles, seed and chunk."""
    words: Callable[[int, int], Words] | None = None
    """32-bit words from the underlying generator, by seed and count."""


def _served(cards: int, shuffles: int, seed: int, chunk: int) -> Orders:
    """Shuffle as the browser table does, each time with a new house seed and one player's seed."""
    box = [Card(code) for code in range(cards)]
    rows = (
        shuffled(box, _house_seed(seed, chunk, number), {1: f"shuffle {number}"}) for number in range(shuffles)
    )  # fmt: skip
    return _rows(rows, cards)


def _house_seed(seed: int, chunk: int, number: int) -> bytes:
    """Return a reproducible replacement for 32 bytes from the operating system's generator."""
    return sha256(f"pitboss shuffle-test {seed} {chunk} {number}".encode()).digest()


def _dealt(cards: int, shuffles: int, seed: int, chunk: int) -> Orders:
    """Shuffle as the terminal does with a seed."""
    rng, box = Random(f"pitboss shuffle-test {seed} {chunk}"), [Card(code) for code in range(cards)]

    def rows() -> Iterable[list[Card]]:
        for _ in range(shuffles):
            order = list(box)
            rng.shuffle(order)
            yield order

    return _rows(rows(), cards)


def _served_words(seed: int, count: int) -> Words:
    return np.fromiter(islice(hmac_words(_house_seed(seed, 0, 0), players_digest({1: "shuffle"})), count), np.uint32)


def _dealt_words(seed: int, count: int) -> Words:
    bits = Random(f"pitboss shuffle-test {seed} words").randbytes(4 * count)
    return np.frombuffer(bits, np.uint32)


def _simulated_words(seed: int, count: int) -> Words:
    state = stream(seed, "shuffle-test words", 0)
    drawn = np.fromiter((int(next_word(state)) for _ in range(count // 2)), np.uint64)
    return drawn.view(np.uint32)


def _rows(orders: Iterable[Iterable[Card]], cards: int) -> Orders:
    codes = (card.code for order in orders for card in order)
    return np.fromiter(codes, np.uint16).reshape(-1, cards)


_FISHER_YATES = (
    "Fisher-Yates shuffle: each card in turn is swapped with one of the cards not yet fixed, all equally likely"
)

SHUFFLES = {
    kind.name: kind
    for kind in (
        ShuffleKind(
            "browser table",
            (
                "Deals at the browser table, each pack sealed before the bets (docs/honest-deal.md).",
                "The house's seed is 32 bytes of the operating system's generator; in this test, bytes derived from the"
                " test's seed. HMAC-SHA-256 under it, over the players' seeds and a counter, gives words of 32 bits,"
                " eight at a time.",
                f"{_FISHER_YATES}: the card is a word modulo the number of cards; a word in the last, incomplete range"
                " is drawn again, so that no position is favoured.",
            ),
            _served,
            _served_words,
        ),
        ShuffleKind(
            "terminal",
            (
                "Deals in the terminal: pitboss deal.",
                "Bits come from the operating system's generator, and with --seed, as in this test, from Python's"
                " Mersenne Twister.",
                f"{_FISHER_YATES}: as many bits are drawn as the number of cards has; a number that is too large is"
                " drawn again (Python's random.shuffle).",
            ),
            _dealt,
            _dealt_words,
        ),
        ShuffleKind(
            "simulation",
            (
                "Rounds of pitboss simulate; never used for a deal to players.",
                "Words of 64 bits come from xoshiro256++, a stream for each chunk of rounds.",
                f"{_FISHER_YATES}: the position is the upper half of the product of 32 bits and the number of cards; if"
                " the lower half is in the incomplete last range, the bits are drawn again (Lemire's method).",
            ),
            simulated_orders,
            _simulated_words,
        ),
    )
}
"""The shuffles by name; those used to deal to players come first."""
