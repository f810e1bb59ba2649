"""Parsers for varied options: a rules option or a pay table line, and its values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pitboss.money import Pays, parse_money, show_money
from pitboss.paytable import Paytable, PaytableError
from pitboss.play.options.option_values import Between, choices_of
from pitboss.play.options.rules import HouseRules, Money, kinds
from pitboss.play.refused import Refused, rather

EVERY = "*"
MAX_VALUES = 10_000


def read_vary(rules: HouseRules, text: str) -> tuple[str, list[object]]:
    """
    Parse an option and its values from `name=values`.

    >>> from pitboss.games import GAMES
    >>> rules = GAMES["free-bet"].rules()
    >>> read_vary(rules, "decks=1,6..8"), read_vary(rules, "push_22_pays=9:1..13:1..2")
    (('decks', ['1', '6', '7', '8']), ('push_22_pays', ['9:1', '11:1', '13:1']))
    """
    name, equals, values = text.partition("=")
    if not equals or not values.strip():
        raise Refused("bad-vary", f"{text!r} varies nothing: write name=values, as in decks=1,2,6..8")
    return name.strip(), values_of(rules, name.strip(), values)


def values_of(rules: HouseRules, name: str, given: object) -> list[object]:
    """Return the values of an option: a list, or text with commas, ranges a..b or a..b..step, or * for all."""
    held = _held(rules, name)
    if not isinstance(given, str):
        values = list(given) if isinstance(given, Iterable) else [given]
    elif given.strip() == EVERY:
        values = _every(rules, name, held)
    else:
        values = [value for word in given.split(",") for value in _range(rules, name, held, word.strip())]
    if not 0 < len(values) <= MAX_VALUES:
        raise Refused("bad-vary", f"{name} takes from 1 to {MAX_VALUES:,} values, not {len(values):,}")
    return values


def _held(rules: HouseRules, name: str) -> object:
    """Return the current value of an option, or the payout of one pay table line."""
    option, _, line = name.partition(".")
    option = option.strip().replace("-", "_")
    if option not in rules.options():
        raise Refused("bad-rules", f"{rules.title} has no option {option!r}: {rather(option, rules.options())}")
    held = getattr(rules, option)
    if not line:
        return held
    if not isinstance(held, Paytable):
        raise Refused("bad-rules", f"{option} is not a paytable: write {option}=values")
    try:
        return held.cell(line)
    except PaytableError as error:
        raise Refused("bad-rules", f"{option}: {error}") from None


def _every(rules: HouseRules, name: str, held: object) -> list[object]:
    option = name.replace("-", "_")
    if isinstance(held, bool):
        return [True, False]
    if isinstance(held, Paytable):
        return list(rules.table_names(option))
    kind = kinds(type(rules)).get(option)
    if choices := choices_of(kind):
        return list(choices)
    how = getattr(kind, "__metadata__", (None,))[0]
    if isinstance(how, Between) and how.most - how.least < MAX_VALUES:
        return list(range(how.least, how.most + 1))
    raise Refused("bad-vary", f"{name} takes unlimited values: list some of them, as in {name}=1..10")


def _range(rules: HouseRules, name: str, held: object, word: str) -> Sequence[object]:
    ends = [end.strip() for end in word.split("..")]
    if len(ends) == 1:
        return [word]
    try:
        if isinstance(held, Pays):
            numbers = _steps([Pays.parse(end).ratio for end in ends], 1)
            return [str(Pays(number.numerator, number.denominator)) for number in numbers]
        if kinds(type(rules)).get(name.replace("-", "_")) == Money:
            return [show_money(int(number)) for number in _steps([Fraction(parse_money(end)) for end in ends], 100)]
        if isinstance(held, int) and not isinstance(held, bool):
            return [str(number) for number in _steps([Fraction(int(end)) for end in ends], 1)]
    except ValueError:
        pass
    raise Refused(
        "bad-vary", f"{name}: {word!r} is not a range: write two numbers, the smaller one first, as in 1..8 or 1..9..2"
    )


def _steps(ends: Sequence[Fraction], unit: int) -> Sequence[Fraction]:
    """Return the numbers from the first end up to the second, by steps; the second is included if a step hits it."""
    low, high, step = (*ends, Fraction(unit))[:3]
    if len(ends) > 3 or step <= 0 or low > high or low < 0:
        raise ValueError(f"{ends} is not a range")
    if (high - low) / step >= MAX_VALUES:
        raise Refused("bad-vary", f"a range has at most {MAX_VALUES:,} values: take a larger step, as in 1..9..2")
    return [low + step * number for number in range(int((high - low) / step) + 1)]
