"""Tests of the shuffle tests: right on known cases, deterministic, and able to detect a bad shuffle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from math import exp, fsum, lgamma, log
from random import Random

import numpy as np
import pytest

from helpers.at_the_terminal import command
from pitboss.compute.bulk_shuffles import Orders, simulated_orders
from pitboss.compute.streams import U, draw, stream
from pitboss.lab import shuffles
from pitboss.lab.shuffles import SHUFFLES as KINDS
from pitboss.lab.shuffles import ShuffleTest, shuffle_tests
from pitboss.lab.shuffles.drawn_shuffles import ShuffleKind
from pitboss.lab.shuffles.generators import generator_families
from pitboss.lab.shuffles.shuffle_counts import Counted
from pitboss.statistics.chi_squared import chi_squared_tail


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [(6.6348966, 1, 0.01), (18.3070381, 10, 0.05), (67.5048065, 50, 0.05), (0.5542981, 5, 0.99)],
)
def test_p_values_match_published_tables(statistic: float, freedom: int, chance: float) -> None:
    assert chi_squared_tail(statistic, freedom) == pytest.approx(chance, rel=1e-6)


@pytest.mark.parametrize("freedom", [2, 4, 50, 2600])
@pytest.mark.parametrize("ratio", [0.5, 0.9, 1, 1.1, 1.5])
def test_p_values_with_even_freedom_match_a_poisson_sum(freedom: int, ratio: float) -> None:
    half = ratio * freedom / 2
    terms = [exp(count * log(half) - half - lgamma(count + 1)) for count in range(freedom // 2)]
    assert chi_squared_tail(2 * half, freedom) == pytest.approx(fsum(terms), rel=1e-9, abs=1e-12)


def test_every_order_once_has_a_statistic_of_zero() -> None:
    counted = Counted(4, 1)
    counted.add(np.array(list(permutations(range(4))), np.uint16))
    families = {family.name: family for family in counted.families(24)}
    assert set(families) == {"places-by-card", "cards-by-place", "places", "next-card", "pairs-by-place"}
    assert all(value == 0 for family in families.values() for value in family.statistics)
    assert families["places"].freedom == 9
    assert families["pairs-by-place"].freedom == 11


def test_one_shuffle_counted_by_hand() -> None:
    counted = Counted(3, 1)
    counted.add(np.array([[2, 0, 1]], np.uint16))
    families = {family.name: family for family in counted.families(1)}
    # each card at one place of three: (1 − 1/3)²·3 + 2·(1/3)²·3 = 2
    assert families["places-by-card"].statistics == pytest.approx((2, 2, 2))
    assert families["places"].statistics == pytest.approx((6 * 2 / 3,))
    assert families["next-card"].statistics == pytest.approx((2, 2, 2))
    assert counted.after.tolist() == [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]]


def test_simulation_draws_like_its_kernels() -> None:
    orders = simulated_orders(52, 3, 9, 4)
    state = stream(9, "shuffle-test", 4)
    for row in orders:
        pack = np.arange(52).astype(np.uint8)
        drawn = [int(draw(state, pack, U(place))) for place in range(52)]
        assert drawn == row.tolist()


def test_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    first, repeated, other = (shuffle_tests(10, 2_500, seed) for seed in (3, 3, 4))
    assert first == repeated
    assert all(one.p_values != two.p_values for one, two in zip(first, other, strict=True))
    assert [test.name for test in first] == list(KINDS)
    assert all(test.is_fair for test in first)


def _naive_shuffle(cards: int, many: int, seed: int, chunk: int) -> Orders:
    """Swap every card with any card, a common wrong shuffle."""
    rng, rows = Random(f"{seed} {chunk}"), []
    for _ in range(many):
        order = list(range(cards))
        for place in range(cards):
            other = rng.randrange(cards)
            order[place], order[other] = order[other], order[place]
        rows.append(order)
    return np.array(rows, np.uint16)


def _cut_only(cards: int, many: int, seed: int, chunk: int) -> Orders:
    """Only cut the deck: every place is equally likely for a card, but its neighbours are always the same."""
    rng = Random(f"{seed} {chunk}")
    return np.array([np.roll(np.arange(cards), rng.randrange(cards)) for _ in range(many)], np.uint16)


@pytest.mark.parametrize(("wrong", "finds"), [(_naive_shuffle, "places"), (_cut_only, "next-card")])
def test_bad_shuffle_is_detected(wrong: object, finds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = ShuffleKind("bad", ("It is wrong.",), wrong)  # type: ignore[arg-type]
    monkeypatch.setattr(shuffles, "SHUFFLES", {"bad": bad})
    (found,) = shuffle_tests(12, 6_000, 1)
    assert not found.is_fair
    assert min(next(family.p_values for family in found.families if family.name == finds)) < 1e-6
    assert "chance alone gives this less than once in" in found.verdict


def test_progress_is_reported() -> None:
    reported: list[tuple[str, float]] = []
    shuffle_tests(5, 4_000, 1, lambda name, share: reported.append((name, share)))
    assert [name for name, _ in reported] == [name for name in KINDS for _ in range(2)]
    assert [share for _, share in reported] == pytest.approx([n / 6 for n in range(1, 7)])


def _values(test: ShuffleTest) -> Iterator[str]:
    for family in test.families:
        yield from (f"{value:.4f}" for value in family.p_values)


def test_command_shows_every_p_value_and_how_to_repeat_it() -> None:
    done = command("shuffle-test", "--shuffles", "500", "--seed", "7")
    assert done.code == 0
    for test in shuffle_tests(52, 500, 7):
        assert all(value in done.out for value in _values(test))
    repeat = done.out.splitlines()[-1].removeprefix("Repeat it with: pitboss ")
    assert command(*repeat.split()).out == done.out


def test_deck_of_a_game_is_shuffled() -> None:
    data = json.loads(
        command(
            "shuffle-test", "flip-it", "--set", "decks=1", "--set", "cut_card=10", "--shuffles", "400", "--json"
        ).out
    )
    assert data["cards"] == 76
    names = [family["name"] for family in data["tests"][0]["families"]]
    assert "next-card" in names
    assert "pairs-by-place" not in names  # too few shuffles for 76 cards


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--shuffles", "200"], "200 shuffles of 52 cards are too few to test: use at least 260"),
        (["--set", "decks=2"], "--rules and --set need a game"),
        (["chess"], "chess"),
        (["--shuffles", "many"], "'many' is not a number of rounds"),
    ],
)
def test_invalid_arguments_are_refused(words: list[str], says: str) -> None:
    done = command("shuffle-test", *words)
    assert done.code == 2
    assert says in done.err


def test_bad_generator_is_detected() -> None:
    """Detect counting words, a stuck bit and repeated words, and accept a good generator."""
    good = np.frombuffer(Random(5).randbytes(4 * 65_536), np.uint32)
    assert min(value for family in generator_families(good) for value in family.p_values) > 1e-4
    for wrong in (np.arange(65_536, dtype=np.uint32), good | np.uint32(8), np.repeat(good[::2], 2)):
        assert min(value for family in generator_families(wrong) for value in family.p_values) < 1e-9


def test_bits_of_a_generator_counted_by_hand() -> None:
    words = np.array([0xFFFFFFFF, 0, 0xFFFFFFFF, 0xFFFFFFFF], np.uint32)
    bits, *_ = generator_families(words)
    assert (bits.statistics, bits.freedom) == ((32.0,), 32)  # three ones and a zero at every place: (3 - 1)² / 4
