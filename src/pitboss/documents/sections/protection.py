"""Report section on game protection: effects of removal, and the value of extra information."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import floor, log10
from typing import Any

from msgspec.structs import replace

from pitboss.documents.blocks import (
    Block,
    Grid,
    GridCell,
    Paragraph,
    Points,
    Quantity,
    Section,
    count,
    money,
    number,
    share,
    words,
)
from pitboss.documents.inputs.input_cache import unpacked
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.option_words import clause_words

_MAX_THREATS = 3
_SIGNIFICANT = 3
"""Minimum size of a simulated edge to be printed, in standard errors."""
_DEALT = re.compile(r", (\d+)% dealt$")
_PUBLIC = "the sheet gives this to everybody"
"""Prefix of the notes on information visible to every player, which is part of the game as played."""


def bet_words(material: Material, names: str) -> str:
    """
    Return the titles of a threat's wagers; "red or black" names two.

    A name that is not a wager is unchanged.
    """
    either = [material.title([part]) for part in names.split(" or ")]
    both = [material.title([part]) for part in names.split(" and ")]
    return " or ".join(either) if len(either) > 1 else _listed(both)


def _listed(titles: list[str]) -> str:
    """Join titles by commas, or by semicolons if a title contains a comma."""
    *most, last = titles
    comma = "; " if any("," in title for title in titles) and len(most) > 1 else ", "
    return f"{comma.join(most)}{comma.rstrip(', ')} and {last}" if most else last


def dealt_of(material: Material) -> int:
    """Return the share of the shoe that is dealt, in percent; 100 without a cut card."""
    game, rules = material.game, material.rules
    if game.cut_card is None:
        return 100
    whole = len(game.whole_pack(rules))
    return 100 * (whole - game.cut_card(rules)) // whole


def top_threats(rows: Iterable[dict[str, Any]], dealt: int) -> list[dict[str, Any]]:
    """
    Return the most profitable threats: each kind of exposed card once, and the best shoe count.

    Of threats that depend on the cut card, only those at this casino's penetration count, no matter who could use them.

    >>> def way(name, wins):
    ...     return {"name": name, "bet": "main", "per_100": wins, "an_hour": wins, "note": ""}
    >>> rows = [way("hand 1 seen", 9), way("hand 2 seen", 8), way("counts, 50% dealt", 2), way("counts, 90% dealt", 7)]
    >>> [row["name"] for row in top_threats(rows, 75)]
    ['hand 1 seen', 'counts, 50% dealt']
    """
    best = sorted((row for row in rows if not row["note"].startswith(_PUBLIC)), key=lambda row: -row["an_hour"])
    depths = [_depth(row) for row in best if _depth(row)]
    own = max((depth for depth in depths if depth <= dealt), default=min(depths, default=0))
    shoe = [row for row in best if _depth(row) == own and row["per_100"] > 0 and own]
    seen: dict[str, dict[str, Any]] = {}
    for row in best:
        if not _depth(row) and row["per_100"] > 0:
            seen.setdefault(re.sub(r"\d+", "", row["name"]), row)
    return [*list(seen.values())[: _MAX_THREATS - bool(shoe)], *shoe[:1]]


def is_known(row: dict[str, Any]) -> bool:
    """Return whether a row is significant: its edge is exact, or larger than three standard errors."""
    return bool(row["exact"]) or abs(row["edge"]) > _SIGNIFICANT * row["se"]


def _depth(row: dict[str, Any]) -> int:
    """Return the penetration a threat assumes, in percent; 0 if it does not matter."""
    found = _DEALT.search(row["name"])
    return int(found[1]) if found else 0


_RANKS_A_TABLE = 7


def protection_part(material: Material) -> Section:
    """Build the section from the results of `pitboss protect`."""
    found = material.protection
    lead = Paragraph(
        words(
            "The value to a player of information beyond the rule sheet, in units of the bet, and the procedure that"
            " removes it, at ", count(found["hour"]), " rounds an hour (pitboss protect).",
        )
    )  # fmt: skip
    threats = Section("threats", "Counting and exposed cards", tuple(_threats(material, found)))
    removal = Section("removal", "Effects of removal", tuple(_removal(material, found)))
    return Section("protection", "Game protection", (lead, threats, removal))


def _threats(material: Material, found: dict[str, Any]) -> Iterator[Block]:
    named = [{**row, "bet": bet_words(material, row["bet"])} for row in found["threats"]]
    rows = tuple(_threat(row) for row in named if is_known(row))
    heads = (
        "threat",
        "wager",
        "player's edge",
        "rounds bet",
        "bets per round",
        "units per 100",
        "per hour at the limit",
        "N0",
    )
    note = (
        "Player's edge per unit bet; share of rounds with a bet; units bet in such a round; units won per 100 rounds."
        " ± is one standard error; a figure without it is exact to rounding."
    )
    yield Grid("Value of information", heads, rows, note, key="threats")
    unknown = [f"{row['name']} ({row['bet']})" for row in named if not is_known(row)]
    if unknown:
        yield Paragraph(
            words(f"Omitted, because the bet is made too rarely for a significant result: {'; '.join(unknown)}."),
            "note",
        )
    closing_heads = ("threat", "wager", "information", "who", "countermeasure", "cost, rounds per hour")
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in named:
        alike.setdefault((row["knows"], row["who"], row["closed_by"]), []).append(row)
    closings = tuple(
        (_once(same, "name"), _once(same, "bet"), knows, who,
         f"{closing} ({clause_words(material.rules, same[0]['clause'])})",
         number(same[0]["rounds_lost_an_hour"], digits=1))
        for (knows, who, closing), same in alike.items()
    )  # fmt: skip
    yield Grid("Countermeasures", closing_heads, closings, wide=("information", "countermeasure"), key="closings")
    yield from _notes(named)


def _notes(rows: list[dict[str, Any]]) -> Iterator[Block]:
    """Yield the notes on rows, grouping rows with the same note."""
    alike: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        if row["note"]:
            alike.setdefault((row["name"], row["note"]), []).append(row)
    if alike:
        yield Points(
            tuple(words(f"{name.capitalize()} ({_once(same, 'bet')}): {note}.") for (name, note), same in alike.items())
        )


def _once(rows: list[dict[str, Any]], name: str) -> str:
    """Return the distinct names of rows; only the first and the last if there are more than two."""
    found = list(dict.fromkeys(row[name] for row in rows))
    return ", ".join(found) if len(found) <= 2 else f"{found[0]} … {found[-1]}"


def _threat(row: dict[str, Any]) -> tuple[GridCell, ...]:
    edge = unpacked(row["edge_exact"]) if row["edge_exact"] else float(row["edge"])
    shown_edge = share(edge, signed=True)
    often, wins = share(row["share"]), number(row["per_100"], digits=3, signed=True)
    earns = money(round(row["an_hour"] * 100))
    if not row["exact"]:
        shown_edge = _with_error(shown_edge, row["se"], percent=True)
        often = _with_error(often, row["share_se"], percent=True) if row["share_se"] else often
        wins = _with_error(wins, row["per_100_se"], percent=False) if row["per_100_se"] else wins
        earns = _about(row["an_hour"], row["per_100_se"], row["per_100"])
    ways = None if row["n0"] is None else _rounds(row)
    bets = None if not row["bets_a_round"] else _bets(row)
    return row["name"], row["bet"], shown_edge, often, bets, wins, earns, ways


def _with_error(quantity: Quantity, error: float, *, percent: bool) -> Quantity:
    """Format a simulated figure with its standard error, and no more digits than the error justifies."""
    scale = 100 if percent else 1
    places = max(0, min(4, 1 - floor(log10(error * scale)))) if error > 0 else 4
    sign = "+" if quantity.shown.startswith("+") else ""
    unit = "%" if percent else ""
    value = f"{sign}{quantity.number * scale:,.{places}f}{unit} ± {error * scale:.{places}f}{unit}"
    return replace(quantity, shown=value.replace("-", "−"), error=error)


def _rounds(row: dict[str, Any]) -> Quantity:
    """Return N0. If the units won were simulated, its relative error is twice theirs."""
    if row["exact"] or not row["per_100_se"]:
        return number(row["n0"], digits=0)
    off = 2 * row["n0"] * row["per_100_se"] / abs(row["per_100"])
    places = -max(0, floor(log10(max(off, 1))) - 1)
    text = f"{round(row['n0'], places):,.0f} ± {round(off, places):,.0f}"
    return replace(number(row["n0"], digits=0), shown=text, error=off)


def _bets(row: dict[str, Any]) -> Quantity:
    """Return the number of bets per round."""
    if abs(row["bets_a_round"] - 1) < _ONE_BET or row["exact"]:
        return number(row["bets_a_round"], digits=2)
    off = row["bets_a_round"] * (row["se"] / abs(row["edge"]) + row["per_100_se"] / abs(row["per_100"]))
    return _with_error(number(row["bets_a_round"], digits=2), off, percent=False)


_ONE_BET = 1e-6


def _about(dollars: float, error: float, per_100: float) -> Quantity:
    """Format dollars per hour with the relative error of the units won."""
    off = abs(dollars * error / per_100) if per_100 else 0.0
    if not off:
        return money(round(dollars * 100))
    amount = money(dollars * 100)
    text = f"{money(round(dollars) * 100).shown} ± {money(max(1, round(off)) * 100).shown}"
    return replace(amount, shown=text, error=off)


def _removal(material: Material, found: dict[str, Any]) -> Iterator[Block]:
    effects = found["removal_exact"]
    if not effects:
        yield Paragraph(words("Effects of removal were not computed for this game."))
        return
    yield Paragraph(words("The change of the player's edge when one card of a rank is missing from the pack."))
    ranks = list(dict.fromkeys(rank for each in effects.values() for rank in each))
    alike: dict[str, list[str]] = {}
    for bet, each in effects.items():
        alike.setdefault(repr((each, found["start_exact"].get(bet))), []).append(bet)
    for at in range(0, len(ranks), _RANKS_A_TABLE):
        part = ranks[at : at + _RANKS_A_TABLE]
        rows = tuple(
            (_names(material, bets), *(_effect(effects[bets[0]].get(rank)) for rank in part))
            for bets in alike.values()
            if any(rank in effects[bets[0]] for rank in part)
        )
        title = f"Effect of removing one card, {part[0]} to {part[-1]}"
        yield Grid(
            title,
            ("wager", *part),
            rows,
            found["note"] if at + _RANKS_A_TABLE >= len(ranks) else "",
            key=f"removal {part[0]}",
        )


def _names(material: Material, bets: list[str]) -> str:
    titles = [bet_words(material, bet) for bet in bets]
    return ", ".join(titles) if len(titles) <= 3 else f"{titles[0]} … {titles[-1]}"


def _effect(change: Any) -> GridCell:
    return None if change is None else share(unpacked(change), signed=True)
