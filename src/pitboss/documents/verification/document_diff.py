"""`--diff`: the differences between two reports, in words and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isclose

from pitboss.documents.blocks import Document, Quantity
from pitboss.documents.report import making_of, rules_of
from pitboss.documents.verification.figure_places import Difference, both_shown, differences
from pitboss.play.refused import Refused

_MOST_OF_A_TABLE = 12


def diff_reports(one: Document, other: Document) -> list[str]:
    """
    Return the differences as sentences: how they were made, the rules, then every figure; empty if there are none.
    """
    here, there = making_of(one), making_of(other)
    if here["game"] != there["game"]:
        raise Refused("other-game", f"these are reports of two games, {here['game']} and {there['game']}")
    lines = [f"{name}: {here[name]} became {there[name]}." for name in here if here[name] != there.get(name)]
    lines += _of_rules(one, other)
    groups: dict[tuple[str, str], list[Difference]] = {}
    for each in differences(one, other):
        if _is_noise(each):
            continue
        if isinstance(each.one, Quantity) or isinstance(each.other, Quantity) or each.place.column:
            groups.setdefault((each.place.section, each.place.inside), []).append(each)
    for (section, inside), changed in groups.items():
        lines.append(f"{section}, {inside}: {len(changed)} change{'s' * (len(changed) != 1)}.")
        lines += [f"  {_told(each)}" for each in changed[:_MOST_OF_A_TABLE]]
        if len(changed) > _MOST_OF_A_TABLE:
            lines.append(f"  … and {len(changed) - _MOST_OF_A_TABLE} more")
    lines += _of_files(one, other)
    return lines


def _of_files(one: Document, other: Document) -> Iterator[str]:
    """Name the attached files that only one report has."""
    here, there = ({file.name for file in document.attachments} for document in (one, other))
    yield from (f"The file {name} is attached to the first report only." for name in sorted(here - there))
    yield from (f"The file {name} is attached to the second report only." for name in sorted(there - here))


def _told(each: Difference) -> str:
    where = ", ".join(filter(None, (each.place.row, each.place.column)))
    before, after = both_shown(each)
    return f"{where}: {before} became {after}{_by(each)}" if where else f"{before} became {after}"


def _is_noise(each: Difference) -> bool:
    """Whether two figures print the same and differ only by floating-point rounding."""
    one, other = each.one, each.other
    if not isinstance(one, Quantity) or not isinstance(other, Quantity):
        return False
    return one.shown == other.shown and one.exact == other.exact and isclose(one.number, other.number, rel_tol=1e-12)


def _by(each: Difference) -> str:
    if isinstance(each.one, Quantity) and isinstance(each.other, Quantity) and each.one.number == each.other.number:
        return " (printed differently: the figure is the same)"
    if isinstance(each.one, Quantity) and isinstance(each.other, Quantity) and "%" in each.one.shown + each.other.shown:
        return f" ({(each.other.number - each.one.number) * 100:+.4f} points)"
    return ""


def _of_rules(one: Document, other: Document) -> Iterator[str]:
    before, after = rules_of(one).as_data(), rules_of(other).as_data()
    for name, value in before.items():
        if isinstance(value, Mapping) and isinstance(after[name], Mapping):
            for line, pays in value.items():
                if pays != after[name].get(line):
                    yield f"The rules changed: {name}.{line} was {pays} and is {after[name].get(line)}."
        elif value != after[name]:
            yield f"The rules changed: {name} was {value} and is {after[name]}."
