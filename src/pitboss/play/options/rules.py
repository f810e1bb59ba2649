"""House rules: the options of a rule sheet as a frozen, self-documenting record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Self, cast, get_type_hints

from msgspec import Struct

from pitboss.money import FREE, Cents, Pays, parse_money, show_money
from pitboss.paytable import Named, Paytable, PaytableError
from pitboss.play.options.option_values import TextForm, choices_of, read, to_plain, typed
from pitboss.play.refused import Refused, one_of, rather

Money = Annotated[Cents, TextForm(parse_money, show_money)]
"""An amount in a rules file: dollars, as in "$10"."""

Payout = Annotated[Pays, TextForm(Pays.parse, str)]
"""A payout in a rules file: "10:1", "3:2", or N for N to 1."""

COMMON = "C"
"""The prefix of ruling numbers that apply to all games, as in C-1."""
Lines = Mapping[str, object]
SHEET = "sheet"
"""The name of the rule sheet's own pay table."""
_STRANGE = 3
"""The number of unknown options at which a file is assumed to belong to another game."""


class HouseRules(Struct, frozen=True):
    """The options of one game; the defaults follow its rule sheet."""

    title: ClassVar[str]
    rulings: ClassVar[str] = COMMON
    """The prefix of this game's ruling numbers, as in F22-4."""
    named: ClassVar[Mapping[str, Mapping[str, Named]]] = {}
    """Published pay tables of other casinos, by option and name."""

    chip: Money = Cents(100)
    """The smallest chip: every wager is a multiple of it (C-1)."""

    def __post_init__(self) -> None:
        """
        Raise on values a rules file could not contain, and on a chip at which some payout is not whole cents (C-1).
        """
        for name, default in self.options().items():
            if (value := getattr(self, name)) is not default:
                self._check(name, value, default)
        if self.chip <= 0:
            raise ValueError("chip must be more than $0, for example $1")
        for name, pays in self.payouts():
            if not pays.is_whole_for(self.chip):
                raise ValueError(
                    f"{name} pays {pays}, which is not whole cents on a chip of {show_money(self.chip)}:"
                    f" the chip must be a multiple of {show_money(pays.per)}"
                )

    def check_limit(self, name: str, least: Cents = FREE) -> None:
        """Raise if a limit is too low for a bet of at least `least` in whole chips (C-1)."""
        most: Cents = getattr(self, name)
        chips = max(-(-least // self.chip), 1)
        if chips * self.chip > most:
            raise ValueError(
                f"{name} of {show_money(most)} leaves no bet: it must be at least {show_money(chips * self.chip)}"
            )

    @classmethod
    def options(cls) -> Mapping[str, Any]:
        """Return the options in order, with their defaults."""
        return dict(zip(cls.__struct_fields__, cls.__struct_defaults__, strict=True))

    @classmethod
    def read(cls, data: object) -> Self:
        """Parse rules from the data of a rules file; raise `Refused` with a sentence for each error."""
        if not isinstance(data, Mapping):
            raise Refused("bad-rules", f"the rules of {cls.title} must be a table of option = value")
        strange = [str(name) for name in data if name not in cls.__struct_fields__]
        if len(strange) >= _STRANGE:
            raise Refused("other-game", cls._unknown_options(strange))
        values: dict[str, Any] = {}
        faults: list[str] = []
        for name, value in data.items():
            try:
                values[name] = cls._value(str(name), value)
            except ValueError as error:
                faults.append(str(error))
        try:
            if not faults:
                return cls(**values)
        except ValueError as error:
            faults.append(str(error))
        raise Refused("bad-rules", "; ".join(faults))

    @classmethod
    def _value(cls, name: str, given: object) -> object:
        """Parse the value of one option."""
        if name not in cls.__struct_fields__:
            raise ValueError(cls._unknown(name))
        try:
            default = cls.options()[name]
            return cls._table(name, default, given) if isinstance(default, Paytable) else read(kinds(cls)[name], given)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    @classmethod
    def _table(cls, name: str, default: Paytable, given: object) -> Paytable:
        """Parse a pay table, given by name or by the lines that differ from the sheet's."""
        if not isinstance(given, str):
            return default.read(given)
        names = cls.table_names(name)
        called = given.strip().casefold()
        if called not in names:
            raise PaytableError(f"unknown pay table {given!r}: write a line of the table, or {one_of(names)}")
        return default.read(names[called].lines)

    @classmethod
    def table_names(cls, name: str) -> Mapping[str, Named]:
        """Return the named pay tables of an option; `sheet` is the rule sheet's own."""
        return {SHEET: Named({}, "the sheet"), **cls.named.get(name, {})}

    @classmethod
    def _check(cls, name: str, value: object, default: object) -> None:
        """Raise unless a value survives a round trip through its rules-file form."""
        if type(value) is not type(default):
            raise ValueError(f"{name}: must be of type {type(default).__name__}, as {default!r} is, not {value!r}")
        if value != default and value != (read_back := cls._value(name, to_plain(value, kinds(cls)[name]))):
            raise ValueError(f"{name}: must be {read_back!r}, not {value!r}")

    def as_data(self) -> dict[str, Any]:
        """Return every option in rules-file form; `read` restores the same rules."""
        return {name: to_plain(getattr(self, name), kind) for name, kind in kinds(type(self)).items()}

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Apply `name=value` settings; `table.line=payout` changes one line, `table=name` the whole table."""
        pairs = [setting.partition("=") for setting in settings]
        for setting, equals, _ in pairs:
            if not equals:
                raise Refused("bad-setting", f"{setting!r} is not a setting: write name=value, as in chip=$5")
        return self._with((name.strip(), text.strip()) for name, _, text in pairs)

    def with_changes(self, **options: object) -> Self:
        """
        Return these rules with some options changed, in the syntax of a rules file or of `--set`.

        A pay table may be given in part; its other lines are unchanged. Raise `Refused` on any error.
        """
        return self._with(options.items())

    def _with(self, changes: Iterable[tuple[str, object]]) -> Self:
        data, lines = self.as_data(), dict[str, dict[str, object]]()
        for words, value in changes:
            name, _, line = words.partition(".")
            name = name.strip().replace("-", "_")
            current = getattr(self, name) if name in data else None
            if isinstance(current, Paytable) and (line or isinstance(value, Mapping)):
                lines.setdefault(name, {}).update({line.strip(): value} if line else dict(cast(Lines, value)))
            elif line and name in data:
                raise Refused("bad-rules", f"{name} is not a paytable: write {name}=value")
            else:
                data[name] = typed(value, current) if isinstance(value, str) else value
                lines.pop(name, None)
        return self.read(data | {name: self._part(name, data[name], part) for name, part in lines.items()})

    @classmethod
    def _part(cls, name: str, before: object, lines: object) -> Paytable:
        """Return a pay table with these lines changed."""
        try:
            table = cls.options()[name].read(before) if isinstance(before, Mapping) else cls._value(name, before)
            assert isinstance(table, Paytable)
            return table.read(lines)
        except ValueError as error:
            raise Refused("bad-rules", f"{name}: {error}") from None

    @classmethod
    def _unknown(cls, name: str) -> str:
        return f"{cls.title} has no option {name!r}: {rather(name, cls.options())}"

    @classmethod
    def _unknown_options(cls, strange: list[str]) -> str:
        """Return a single message for all options that this game does not have."""
        first, *others = strange
        return (
            f"{cls.title} has no option {first!r}, nor {len(others)} others in this file:"
            " these look like the rules of another game"
        )

    def changed(self) -> dict[str, object]:
        """Return the options that differ from the defaults, as stored in a record or rules file."""
        return {
            name: to_plain(value, kinds(type(self))[name])
            for name, default in self.options().items()
            if (value := getattr(self, name)) != default
        }

    def payouts(self) -> Iterable[tuple[str, Pays]]:
        """Yield every payout in these rules, with the name of its option."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, Pays):
                yield name, value
            elif isinstance(value, Paytable):
                yield from ((name, pays) for pays in value.all_pays())

    def __repr__(self) -> str:
        return f"<{self.title}: {'; '.join(self.settings()) or 'default'}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415  (needed only in notebooks)

        rows = [(name, str(value), self.meaning(name)) for name, value in self.as_data().items()]
        cells = ("".join(f"<td>{escape(words)}</td>" for words in row) for row in rows)
        return f"<b>{escape(self.title)}</b><table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def settings(self) -> list[str]:
        """Return the `name=value` settings that turn the defaults into these rules."""
        result = []
        for name, value in self.changed().items():
            if isinstance(value, Mapping):
                before = self.options()[name].as_data()
                payouts = {line: ",".join(cells) if isinstance(cells, list) else cells for line, cells in value.items()}
                result += [
                    f"{name}.{line}={cells}" for line, cells in payouts.items() if before.get(line) != value[line]
                ]
            else:
                result.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
        return result

    @classmethod
    def meaning(cls, name: str) -> str:
        """Return the description of an option: the docstring below it."""
        return meanings(cls)[name]

    @classmethod
    def ruling(cls, name: str) -> str:
        """Return the ruling numbers mentioned in an option's description."""
        numbered = rf"\b(?:{COMMON}|{re.escape(cls.rulings)})-\d+\b"
        return ", ".join(dict.fromkeys(re.findall(numbered, cls.meaning(name))))

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """Return the allowed values of an enumerated option; empty for other options."""
        return tuple(map(str, choices_of(kinds(cls)[name])))


@cache
def kinds(rules: type[HouseRules]) -> Mapping[str, Any]:
    """Return the type annotation of each option, in order."""
    hints = get_type_hints(rules, include_extras=True)
    return {name: hints[name] for name in rules.__struct_fields__}


@cache
def meanings(rules: type[HouseRules]) -> Mapping[str, str]:
    """Return the docstring below each option, parsed from the source on demand to keep command start-up fast."""
    import ast  # noqa: PLC0415
    import inspect  # noqa: PLC0415
    import textwrap  # noqa: PLC0415

    found: dict[str, str] = {}
    for owner in reversed(rules.__mro__):
        if issubclass(owner, HouseRules):
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
            assert isinstance(body, ast.ClassDef)
            for option, under in pairwise(body.body):
                match option, under:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                        found[name] = " ".join(words.split())
    return {name: found.get(name, "") for name in rules.__struct_fields__}
