"""
Tables of all deals that are possible at a point in a script: a row is one combination of the cards looked at so far.

A card that nothing has looked at has no column, since it is equally likely to be any of the cards left. Cards that are
only looked at together form a group whose order does not matter, so its rows are sets. If no suit is named, suits are
interchangeable: rows that differ only by a permutation of suits are merged into one row with more weight.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations
from math import comb, perm
from random import Random
from typing import Any, NamedTuple
from weakref import ref

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
_LARGEST = 1 << 62
"""Weights below this are 64-bit integers; larger ones are Python integers."""
_JOKER_KIND = 52
_ROWS_REMEMBERED = 1 << 21


class RecentSplits:
    """A queue of cached splits, which evicts the oldest ones to limit memory."""

    def __init__(self, most_rows: int = _ROWS_REMEMBERED) -> None:
        self.most_rows, self.rows = most_rows, 0
        self._recent: deque[tuple[ref[Deals], Hashable, int]] = deque()

    def add(self, table: Deals, name: Hashable) -> None:
        """Add a split; evicted ones are recomputed if a path needs them."""
        self._recent.append((ref(table), name, len(table)))
        self.rows += len(table)
        while self.rows > self.most_rows and len(self._recent) > 1:
            oldest, its_name, rows = self._recent.popleft()
            if (still_there := oldest()) is not None:
                still_there.memo.pop(its_name, None)
            self.rows -= rows


class Whole(NamedTuple):
    """The columns of a table that other tables are parts of, without its cache, which refers to those parts."""

    cards: Columns
    leaves: Columns
    weight: Column
    suits: Column | None
    keys: tuple[Column, ...]


class PackKinds(NamedTuple):
    """The number of cards of each kind in the pack before the deal; a kind is a card code, or a rank counted from 0."""

    counts: tuple[int, ...]
    by_suit: bool
    alike: bool
    """Whether suits are interchangeable."""
    recent: RecentSplits

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    @property
    def base(self) -> int:
        """The number of kinds."""
        return len(self.counts)

    @property
    def joker(self) -> int:
        """The kind of a joker."""
        return len(self.counts) - 1


class Columns:
    """Columns by name, each reduced to the rows of a smaller table when it is first read."""

    __slots__ = ("_base", "_names", "_own", "_rows")

    def __init__(self, own: dict[Any, Column], base: Columns | None = None, rows: Column | None = None) -> None:
        self._own, self._base, self._rows = own, base, rows
        self._names: dict[Any, None] = dict.fromkeys(own) if base is None else {**base._names, **dict.fromkeys(own)}

    def __getitem__(self, name: Hashable) -> Column:
        found = self._own.get(name)
        if found is None:
            if self._base is None:
                raise KeyError(name)
            found = self._own[name] = self._base[name][self._rows]
        return found

    def __setitem__(self, name: Hashable, column: Column) -> None:
        self._own[name] = column
        self._names[name] = None

    def __contains__(self, name: Hashable) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[Any]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def columns(self) -> list[Column]:
        """Return every column."""
        return [self[name] for name in self._names]

    def without(self, other: Columns) -> list[Any]:
        """Return the names that `other` lacks."""
        return [name for name in self._names if name not in other]


class Deals:
    """A table of deals: the kind of each card looked at, and the number of deals that each row represents."""

    def __init__(
        self, pack: PackKinds, cards: Columns, weight: Column, total: int,
        groups: frozenset[frozenset[int]] = frozenset(), suits: Column | None = None, keys: tuple[Column, ...] = (),
        leaves: Columns | None = None,
    ) -> None:  # fmt: skip
        self.pack, self.cards, self.total, self.groups = pack, cards, total, groups
        self.leaves = Columns({}) if leaves is None else leaves
        self._weight: Column | None = weight
        self._suits, self._keys = suits, keys
        self._base: Whole | None = None
        """The table of which this one is a part; its columns are copied from there when they are first read."""
        self._rows: Column = weight
        self.plain: frozenset[int] = frozenset()
        """Cards known only not to be jokers. Their weight is applied at the end of a path."""
        self.memo: dict[Hashable, Any] = {}
        """A cache of columns, parts and larger tables derived from this one, shared by all paths through it."""

    @classmethod
    def undealt(cls, pack: PackKinds) -> Deals:
        """Return the table of an unseen pack: a single row."""
        suits = np.zeros(1, np.uint8) if pack.alike else None
        return cls(pack, Columns({}), np.ones(1, np.int64), 1, suits=suits)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def weight(self) -> Column:
        """The number of deals that each row represents."""
        if self._weight is None:
            assert self._base is not None
            self._weight = self._base.weight[self._rows]
        return self._weight

    @property
    def suits(self) -> Column | None:
        """The suits seen in each row, as bits; None if suits are not interchangeable."""
        if self._suits is None and self._base is not None and self._base.suits is not None:
            self._suits = self._base.suits[self._rows]
        return self._suits

    @property
    def keys(self) -> tuple[Column, ...]:
        """The codes of what the seat knew at each question so far."""
        if not self._keys and self._base is not None and self._base.keys:
            self._keys = tuple(key[self._rows] for key in self._base.keys)
        return self._keys

    def growth(self, count: int) -> int:
        """Return the maximum number of rows that one row becomes when a group of `count` cards is looked at."""
        left = self.pack.size - len(self.cards)
        most = comb(self.pack.base + count - 1, count)
        return max(1, min(comb(left, count), most))

    def take(self, rows: Column) -> Deals:
        """Return a table of some of the rows."""
        base = self._base or Whole(self.cards, self.leaves, self.weight, self.suits, self.keys)
        composed = rows if self._base is None else self._rows[rows]
        part = Deals(self.pack, Columns({}, base.cards, composed), composed, self.total, self.groups)
        part.leaves = Columns({}, base.leaves, composed)
        part._weight, part._base, part.plain = None, base, self.plain
        for name in self.leaves.without(base.leaves):
            part.leaves[name] = self.leaves[name][rows]
        return part

    def parts(self, rows: int) -> list[Deals]:
        """Split the table into parts of `rows` rows."""
        return [self.take(np.arange(at, min(at + rows, len(self)))) for at in range(0, len(self), rows)]

    def split(self, name: Hashable, column: Column) -> dict[int, Deals]:
        """Split the table by the values of a column."""
        if ("split", name) not in self.memo:
            values = _distinct(column)
            parts = {value: self.take(np.flatnonzero(column == value)) for value in values} if len(values) > 1 else {}
            if not parts:
                return {values[0]: self}
            self.memo["split", name] = parts
            self.pack.recent.add(self, ("split", name))
            return parts
        parts_by_value: dict[int, Deals] = self.memo["split", name]
        return parts_by_value

    def open(self, cards: tuple[int, ...]) -> Deals:
        """Look at these cards, as a set if there are several: every row becomes one row per possible value."""
        if cards not in self.memo:
            opened = self
            for place, card in enumerate(cards):
                opened = opened._open_one(card, cards[:place], alone=len(cards) == 1)
            if len(cards) > 1:
                opened = opened._as_sets(cards, first=not self.cards)
            self.memo[cards] = opened
        found: Deals = self.memo[cards]
        return found

    def sample(self, cards: tuple[int, ...], size: int, draw: Random) -> Deals:
        """Look at these cards in `size` random deals only, to probe what a script may do."""
        rows = [draw.randrange(len(self)) for _ in range(size)]
        found: list[list[int]] = []
        for row in rows:
            left = list(self.pack.counts)
            for column in self.cards.columns():
                left[column[row]] -= 1
            kinds = list[int]()
            for _ in cards:
                kinds.append(draw.choices(range(len(left)), left)[0])
                left[kinds[-1]] -= 1
            found.append(sorted(kinds))
        sampled = self.take(np.array(rows))
        for at, card in enumerate(cards):
            sampled.cards[card] = np.array([kinds[at] for kinds in found], np.uint8)
        sampled = sampled._whole(sampled.keys)
        sampled.groups |= {frozenset(cards)} if len(cards) > 1 else set()
        return sampled

    def _open_one(self, card: int, before: tuple[int, ...], *, alone: bool) -> Deals:
        """Look at one card; within a set, its kind is not lower than that of the cards in `before`."""
        kinds = self.pack.base
        number = np.int8 if max(self.pack.counts) * 4 < 1 << 7 else np.int32
        left = np.repeat(np.array([self.pack.counts], number), len(self), axis=0)
        rows = np.arange(len(self))
        for column in self.cards.columns():
            left[rows, column] -= 1
        if before:
            left[np.arange(kinds)[None, :] < self.cards[before[-1]][:, None]] = 0
        if card in self.plain:
            left[:, self.pack.joker] = 0
        if self.suits is not None and alone:
            left *= _suit_weights(kinds).astype(number)[self.suits]
        at, kind = np.nonzero(left > 0)
        copies = left[at, kind].astype(np.int64)
        total = self.total * (self.pack.size - len(self.cards))
        weight = self.weight[at]
        if total >= _LARGEST or weight.dtype == object:
            weight, copies = weight.astype(object), copies.astype(object)
        weight = weight * copies
        if before:  # a set of n cards is counted once, not n! times
            same = sum((self.cards[one][at] == kind).astype(np.int64) for one in before)
            weight //= 1 + same
            total //= len(before) + 1
        suits = None if self.suits is None else self.suits[at] | _SUIT_BITS[kind]
        opened = Deals(
            self.pack, Columns({card: kind.astype(np.uint8)}, self.cards, at), weight, total, self.groups, suits,
            tuple(key[at] for key in self.keys), Columns({}, self.leaves, at),
        )  # fmt: skip
        opened.plain = self.plain - {card}
        return opened

    def split_joker(self, card: int) -> dict[bool, Deals]:
        """Split the table by whether an unseen card is a joker; if not, nothing else is known about it."""
        name = ("joker", card)
        if name not in self.memo:
            other = self._whole(self.keys)
            other.plain = self.plain | {card}
            parts = {False: other}
            if card not in self.plain and (joker := self.fix(card, self.pack.joker)) is not None:
                parts[True] = joker
            self.memo[name] = parts
        found: dict[bool, Deals] = self.memo[name]
        return found

    def finished(self) -> Deals:
        """Return the table with weights that include the cards of which it is only known that they are not jokers."""
        if not self.plain:
            return self
        if "finished" not in self.memo:
            jokers = np.zeros(len(self), np.int64)
            for column in self.cards.columns():
                jokers += column == self.pack.joker
            plain = self.pack.size - self.pack.counts[self.pack.joker]
            left = plain - (len(self.cards) - jokers)
            most = perm(self.pack.size - len(self.cards), len(self.plain))
            weight = self.weight.astype(object) if self.total * most >= _LARGEST else self.weight.copy()
            for place in range(len(self.plain)):
                weight = weight * np.maximum(left - place, 0)
            self.memo["finished"] = Deals(
                self.pack, self.cards, weight, self.total * most, self.groups, self.suits, self.keys, self.leaves
            )
        found: Deals = self.memo["finished"]
        return found

    def _as_sets(self, cards: tuple[int, ...], *, first: bool) -> Deals:
        """Mark these cards as a group, and merge sets that differ only by a permutation of suits."""
        self.groups |= {frozenset(cards)}
        if self.suits is None or not first:
            return self
        sets = np.stack([self.cards[card] for card in cards], axis=1)
        own = _code_of(sets)
        least, alike = own.copy(), np.zeros(len(self), np.int64)
        for names in permutations(range(4)):
            renamed = _renamed(sets, names)
            np.minimum(least, renamed, out=least)
            alike += renamed == own
        first_named = self.take(np.flatnonzero(own == least))
        first_named._weight = first_named.weight * (24 // alike[own == least])
        return first_named._whole(first_named.keys)

    def fix(self, card: int, kind: int) -> Deals | None:
        """Return the deals in which this card is of this kind, suit included; None if there are none."""
        if card in self.cards:
            rows = np.flatnonzero(self.cards[card] == kind)
            return self.take(rows) if len(rows) else None
        named = Deals(self.pack, self.cards, self.weight, self.total, self.groups, None, self.keys, self.leaves)
        named.plain = self.plain
        fixed = named.open((card,)).fix(card, kind)
        if fixed is not None and self.suits is not None:
            fixed._suits = np.bitwise_or.reduce([_SUIT_BITS[column] for column in fixed.cards.columns()])
            fixed = fixed._whole(fixed.keys)
        return fixed

    def asked(self, cards: Sequence[int]) -> Deals:
        """Add a column that encodes these cards: what the seat knows at a question."""
        name = ("asked", *cards)
        if name not in self.memo:
            code = np.zeros(len(self), np.int64)
            for card in cards:
                code = code * self.pack.base + self.cards[card]
            self.memo[name] = self._whole((*self.keys, code))
        found: Deals = self.memo[name]
        return found

    def _whole(self, keys: tuple[Column, ...]) -> Deals:
        """Return a copy of the table that is not part of another, with these keys."""
        whole = Deals(self.pack, self.cards, self.weight, self.total, self.groups, self.suits, keys, self.leaves)
        whole.plain = self.plain
        return whole

    def without_one(self, rank: int) -> Deals:
        """
        Return the table for a pack without one card of this rank (from 0), of a random suit.

        A row of k cards out of n that holds c of the rank's m cards remains possible if the missing card is one of the
        other m - c. Each of its deals is then n / (n - k) times as likely.
        """
        name = ("without", rank)
        if name not in self.memo:
            held = np.zeros(len(self), np.int64)
            for column in self.cards.columns():
                held += (column // 4 if self.pack.by_suit else column) == rank
            kinds = range(rank * 4, min(rank * 4 + 4, self.pack.base)) if self.pack.by_suit else (rank,)
            there, size = sum(self.pack.counts[kind] for kind in kinds), self.pack.size
            left, weight = there - held, self.weight
            total = self.total * there * (size - len(self.cards))
            if total >= _LARGEST or weight.dtype == object:
                weight, left = weight.astype(object), left.astype(object)
            self.memo[name] = Deals(self.pack, self.cards, weight * left * size, total, self.groups, keys=self.keys)
        found: Deals = self.memo[name]
        return found

    def sums(self) -> tuple[Column, Column]:
        """Return the distinct codes at the seat's last question, and the number of deals for each."""
        if "sums" not in self.memo:
            self.memo["sums"] = sums_by(self.keys[-1], self.weight)
        found: tuple[Column, Column] = self.memo["sums"]
        return found

    def weight_of_all(self) -> int:
        """Return the number of deals that all rows represent."""
        return sum(self.weight.tolist()) if self.weight.dtype == object else int(self.weight.sum())


def sums_by(key: Column, weight: Column) -> tuple[Column, Column]:
    """Return the distinct keys in order, and the sum of the weights for each."""
    if len(key) > 1 and np.any(key[1:] < key[:-1]):
        order = np.argsort(key, kind="stable")
        key, weight = key[order], weight[order]
    starts = np.concatenate([[0], np.flatnonzero(key[1:] != key[:-1]) + 1])
    return key[starts], np.add.reduceat(weight, starts)


def _distinct(column: Column) -> list[int]:
    if column.dtype == bool:
        return [bool(value) for value in (True, False) if np.any(column == value)]
    low, high = int(column.min()), int(column.max())
    if low == high:
        return [low]
    if high - low < 1 << 16:
        return [low + int(value) for value in np.flatnonzero(np.bincount(column - low))]
    return [int(value) for value in np.unique(column)]


def _code_of(sets: Column) -> Column:
    code = np.zeros(len(sets), np.int64)
    for place in range(sets.shape[1]):
        code = code * (_JOKER_KIND + 1) + sets[:, place]
    return code


def _renamed(sets: Column, names: tuple[int, ...]) -> Column:
    """Return the code of each set with its suits renamed."""
    table = np.arange(_JOKER_KIND + 1, dtype=np.uint8)
    for code in range(_JOKER_KIND):
        table[code] = code // 4 * 4 + names[code % 4]
    return _code_of(np.sort(table[sets], axis=1))


_SUIT_BITS = np.array([*(1 << code % 4 for code in range(_JOKER_KIND)), 0], np.uint8)
"""The suit of each kind as a bit; a joker has none."""


def _suit_weights(kinds: int) -> Column:
    """Return how many suits each kind represents, by suits seen: the first unseen suit represents all unseen ones."""
    table = np.zeros((16, kinds), np.int32)
    for seen in range(16):
        unseen = [suit for suit in range(4) if not seen >> suit & 1]
        weights = [1 if seen >> suit & 1 else len(unseen) if suit == unseen[0] else 0 for suit in range(4)]
        table[seen] = [weights[kind % 4] if kind < _JOKER_KIND else 1 for kind in range(kinds)]
    return table
