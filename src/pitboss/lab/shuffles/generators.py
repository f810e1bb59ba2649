"""Chi-squared tests of the random generators behind the shuffles: bits, bytes, blocks and lags."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.shuffles.shuffle_answer import ShuffleFamily
from pitboss.statistics.chi_squared import chi_squared_tail

WORDS = 1 << 16
"""Number of 32-bit words tested per generator: two million bits."""
_BITS = 32
_BLOCK = 128
_LAGS = (1, 2, 8, 32)

Words = NDArray[np.uint32]


def generator_families(words: Words) -> Iterator[ShuffleFamily]:
    """Yield every test of these words, with its p-values."""
    bits = np.unpackbits(words.astype(">u4").view(np.uint8)).astype(np.int64)
    yield _family("bits", "Ones and zeros at each of the 32 positions of a word: equally often.", *_places(bits))
    yield _family("bytes", "The 256 values of a byte: equally often.", *_bytes(words))
    yield _family("blocks", f"Ones in blocks of {_BLOCK} bits: binomially distributed.", *_blocks(bits))
    yield _family(
        "lags",
        "Bits equal to the bit 1, 2, 8 or 32 positions before: half of them.",
        *_autocorrelation(bits),
    )


def _family(name: str, what: str, labels: list[str], statistics: list[float], freedom: int) -> ShuffleFamily:
    values = tuple(chi_squared_tail(each, freedom) for each in statistics)
    return ShuffleFamily(f"generator-{name}", what, freedom, tuple(labels), tuple(statistics), values)


def _places(bits: NDArray[np.int64]) -> tuple[list[str], list[float], int]:
    words = len(bits) // _BITS
    ones = bits.reshape(words, _BITS).sum(axis=0)
    return ["all"], [float(((2 * ones - words) ** 2 / words).sum())], _BITS


def _bytes(words: Words) -> tuple[list[str], list[float], int]:
    counts = np.bincount(words.view(np.uint8), minlength=256)
    expected = counts.sum() / 256
    return ["all"], [float(((counts - expected) ** 2 / expected).sum())], 255


def _blocks(bits: NDArray[np.int64]) -> tuple[list[str], list[float], int]:
    ones = bits[: len(bits) // _BLOCK * _BLOCK].reshape(-1, _BLOCK).sum(axis=1)
    return ["all"], [float((((2 * ones - _BLOCK) ** 2) / _BLOCK).sum())], len(ones)


def _autocorrelation(bits: NDArray[np.int64]) -> tuple[list[str], list[float], int]:
    found = []
    for lag in _LAGS:
        same = int((bits[lag:] == bits[:-lag]).sum())
        every = len(bits) - lag
        found.append((2 * same - every) ** 2 / every)
    return ["all"], [sum(found)], len(_LAGS)
