"""
A shuffle that neither side controls alone: the house seed and the players' seeds determine the order.

Every hashed text begins with the name of the scheme and a tag byte for its purpose. Every field has a fixed width or
a length prefix, so different inputs never give the same bytes. `docs/honest-deal.md` explains the whole scheme.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from pitboss.cards import Card
from pitboss.play.refused import Refused

SCHEME = b"pitboss-seal-2"
HOUSE, SALT, LINK, WORDS, PLAYERS = (SCHEME + bytes([tag]) for tag in range(5))
SEED_BYTES = 32
MAX_SEED_LENGTH = 64
_SEED = re.compile(rf"[ -~]{{1,{MAX_SEED_LENGTH}}}")
_WORD = 1 << 32
_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""The XOR pads of RFC 2104, as tables for `bytes.translate`."""

PlayersSeeds = Mapping[int, str]
"""The seeds of the players, by seat."""


def check_seed(seed: str) -> str:
    """Return a player's seed, or raise `Refused` unless it is 1 to 64 printable ASCII characters."""
    if not _SEED.fullmatch(seed):
        raise Refused(
            "bad-seed",
            f"a seed is 1 to {MAX_SEED_LENGTH} letters, digits, signs and spaces in ASCII, not {seed[:80]!r}",
        )
    return seed


def keyed(key: bytes, tag: bytes) -> Callable[[bytes], bytes]:
    """Return a function for HMAC-SHA-256 of the tag and a message, with the key's part computed once."""
    block = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner, outer = sha256(block.translate(_INNER) + tag), sha256(block.translate(_OUTER))

    def mark(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return mark


def house_seal(seed: bytes) -> str:
    """Hash the house seed, for publication before the players' seeds are fixed."""
    return sha256(HOUSE + seed).hexdigest()


def players_digest(seeds: PlayersSeeds) -> bytes:
    """Hash the players' seeds: their count, then the seat, length and text of each, in seat order."""
    parts = [bytes([seat, len(text)]) + text.encode("ascii") for seat, text in sorted(seeds.items())]
    return sha256(PLAYERS + bytes([len(parts)]) + b"".join(parts)).digest()


def shuffled(box: Iterable[Card], seed: bytes, seeds: PlayersSeeds) -> tuple[Card, ...]:
    """Sort the cards by code, then shuffle them with the seeds."""
    cards = sorted(box)
    words = hmac_words(seed, players_digest(seeds))
    for last in range(len(cards) - 1, 0, -1):
        fair = _WORD - _WORD % (last + 1)
        while (word := next(words)) >= fair:
            pass  # reject it to avoid modulo bias
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def hmac_words(seed: bytes, players: bytes) -> Iterator[int]:
    """Yield 32-bit numbers, eight from each HMAC."""
    mark, block = keyed(seed, WORDS + players), 0
    while True:
        drawn = mark(block.to_bytes(4, "big"))
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1
