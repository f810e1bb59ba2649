"""
Expressions over undecided cards: built as a script runs, and evaluated for a whole table of deals at a time.

Equal expressions are the same object. Common subexpressions are evaluated only once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards import JOKER
from pitboss.ranking.leaf import HandRule
from pitboss.solving.script.deals import Column, Deals
from pitboss.solving.script.fast_rules import FAST_RULES

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
CARD, LEAF = "card", "leaf"
_OPERATIONS = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "floor_divide": np.floor_divide,
    "mod": np.mod, "right_shift": np.right_shift, "left_shift": np.left_shift, "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor, "eq": np.equal, "ne": np.not_equal, "lt": np.less,
    "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip
_MAX_STORED = 1 << 18


class Expression:
    """An integer or boolean that depends on cards."""

    __slots__ = ("looks", "names_suits", "needs_suits", "operands", "operator")

    def __init__(self, operator: str, operands: tuple[Any, ...]) -> None:
        self.operator, self.operands = operator, operands
        below = [operand for operand in operands if isinstance(operand, Expression)]
        self.looks: dict[tuple[int, ...], HandRule | None] = {}
        """The cards that it looks at: as a group with the rule for a leaf rule, one by one otherwise."""
        for one in below:
            self.looks |= one.looks
        self.needs_suits: bool = any(one.needs_suits for one in below)
        """Whether it depends on more than ranks."""
        self.names_suits: bool = any(one.names_suits for one in below)
        """Whether it depends on the suit of a card, not only on which cards share a suit."""
        if operator == CARD:
            self.looks[(operands[0],)] = None
            self.needs_suits = self.names_suits = operands[1] != "rank"
        elif operator == LEAF:
            self.looks[operands[1]] = operands[0]
            self.needs_suits, self.names_suits = operands[0].of == "codes", not operands[0].suits_alike
        elif operator in ("eq", "ne") and _are_alike(operands):
            self.names_suits = False

    @property
    def asks_joker(self) -> int | None:
        """The card, if the expression only asks whether it is a joker."""
        if self.operator == "eq" and self.operands[1] == JOKER.rank and isinstance(self.operands[0], Expression):
            card = self.operands[0]
            if card.operator == CARD and card.operands[1] == "rank":
                number: int = card.operands[0]
                return number
        return None

    def __repr__(self) -> str:
        return f"{self.operator}{self.operands}"


def _are_alike(operands: tuple[Any, ...]) -> bool:
    """Return whether both operands are suits of cards, or both are card codes."""
    found = {one.operands[1] if isinstance(one, Expression) and one.operator == CARD else None for one in operands}
    return found in ({"suit"}, {"code"})


_made: dict[tuple[Any, ...], Expression] = {}


def expression(operator: str, *operands: Any) -> Expression:
    """Return the unique expression of an operator and its operands."""
    key = (operator, *operands)
    found = _made.get(key)
    if found is None:
        if len(_made) > _MAX_STORED:
            _made.clear()
        found = _made[key] = Expression(operator, operands)
    return found


def column_of(wanted: Expression, deals: Deals) -> Column:
    """Return the value of an expression for each row; all cards it looks at must have columns."""
    if wanted.operator == LEAF:
        if wanted not in deals.leaves:
            deals.leaves[wanted] = _answers(deals, *wanted.operands)
        return deals.leaves[wanted]
    if wanted in deals.memo:
        return deals.memo[wanted]  # type: ignore[no-any-return]
    if wanted.operator == CARD:
        column = _attribute(deals.cards[wanted.operands[0]], wanted.operands[1], by_suit=deals.pack.by_suit)
    elif wanted.operator == "abs":
        column = np.abs(_operand(wanted.operands[0], deals))
    else:
        column = _OPERATIONS[wanted.operator](*(_operand(operand, deals) for operand in wanted.operands))
    deals.memo[wanted] = column
    return column


def _operand(operand: Any, deals: Deals) -> Any:
    if not isinstance(operand, Expression):
        return operand
    column = column_of(operand, deals)
    return column.astype(np.int64) if column.dtype == bool else column


def _attribute(kinds: Column, attribute: str, *, by_suit: bool) -> Column:
    if attribute == "rank":
        return (kinds // 4 if by_suit else kinds).astype(np.int64) + 2
    return kinds.astype(np.int64) if attribute == "code" else (kinds % 4).astype(np.int64)


def _answers(deals: Deals, rule: HandRule, cards: tuple[int, ...], known: tuple[int, ...]) -> Column:
    """Return the results of a leaf rule, vectorised if there is a fast version, otherwise hand by hand."""
    columns = [deals.cards[card] for card in cards]
    constant = [np.full(len(deals), code if deals.pack.by_suit else code // 4, np.uint8) for code in known]
    hands = np.stack([*columns, *constant])
    if rule.of == "ranks":
        hands = (hands // 4 if deals.pack.by_suit else hands) + 2
    fast = FAST_RULES.get(rule)
    return fast(hands) if fast is not None else _one_by_one(rule, np.sort(hands, axis=0))


def _one_by_one(rule: HandRule, hands: Column) -> Column:
    code = np.zeros(hands.shape[1], np.int64)
    for cards in hands:
        code = code * 64 + cards
    _, at, back = np.unique(code, return_index=True, return_inverse=True)
    answers = [int(rule.function(tuple(hand))) for hand in hands[:, at].T.tolist()]
    return np.array(answers, np.int64)[back]
