"""
A shuffle that neither side chooses alone: the house's seed and the players' seeds fix the order of the pack.

Every text that is hashed begins with the name of the scheme and a byte that says what it is for, and every field in it
has a fixed width or its length before it: two different things never give the same bytes. `docs/honest-deal.md` tells
the whole scheme to a stranger.
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
LONGEST_SEED = 64
_SEED = re.compile(rf"[ -~]{{1,{LONGEST_SEED}}}")
_WORD = 1 << 32
_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What RFC 2104 adds to the bytes of a key, as tables for `bytes.translate`."""

PlayersSeeds = Mapping[int, str]
"""The seed of every seat that has one."""


def check_seed(seed: str) -> str:
    """The seed of a player, or `Refused`: 1 to 64 printable ASCII characters, the same on every keyboard."""
    if not _SEED.fullmatch(seed):
        raise Refused(
            "bad-seed", f"a seed is 1 to {LONGEST_SEED} letters, digits, signs and blanks of ASCII, not {seed[:80]!r}"
        )
    return seed


def keyed(key: bytes, tag: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 of the tag and a message, for many messages: what hangs on the key alone is worked out once."""
    block = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner, outer = sha256(block.translate(_INNER) + tag), sha256(block.translate(_OUTER))

    def mark(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return mark


def house_seal(seed: bytes) -> str:
    """What the house publishes of its seed before the players' seeds are fixed."""
    return sha256(HOUSE + seed).hexdigest()


def players_digest(seeds: PlayersSeeds) -> bytes:
    """The players' seeds as one hash: how many, then seat, length and text of each, in the order of the seats."""
    parts = [bytes([seat, len(text)]) + text.encode("ascii") for seat, text in sorted(seeds.items())]
    return sha256(PLAYERS + bytes([len(parts)]) + b"".join(parts)).digest()


def shuffled(box: Iterable[Card], seed: bytes, seeds: PlayersSeeds) -> tuple[Card, ...]:
    """The cards in the order that the seeds give them; before it they are sorted by their codes."""
    cards = sorted(box)
    words = hmac_words(seed, players_digest(seeds))
    for last in range(len(cards) - 1, 0, -1):
        fair = _WORD - _WORD % (last + 1)
        while (word := next(words)) >= fair:
            pass  # it would favour some places
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def hmac_words(seed: bytes, players: bytes) -> Iterator[int]:
    """Numbers below 2 to the 32, eight from each HMAC."""
    mark, block = keyed(seed, WORDS + players), 0
    while True:
        drawn = mark(block.to_bytes(4, "big"))
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1
