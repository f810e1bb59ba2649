"""Report section on game protection: effects of removal, and the value of extra information."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10
from typing import Any

from msgspec.structs import replace

from pitboss.documents.blocks import (
    Block,
    Grid,
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
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.figures.threat_words import bet_words, is_known
from pitboss.documents.inputs.input_cache import unpacked
from pitboss.documents.inputs.material import Material

_RANKS_A_TABLE = 7


def protection_part(material: Material) -> Section:
    """Build the section from the results of `pitboss protect`."""
    found = material.protection
    lead = Paragraph(
        words(
            "What knowing more than the sheet gives is worth to a player, in units of the bet, and the one"
                " procedure that"
            " closes it, at ", count(found["hour"]), " rounds an hour (pitboss protect).",
        )
    )  # fmt: skip
    threats = Section("threats", "What can be counted or seen", tuple(_threats(material, found)))
    removal = Section("removal", "Effects of removal", tuple(_removal(material, found)))
    return Section("protection", "Game protection", (lead, threats, removal))


def _threats(material: Material, found: dict[str, Any]) -> Iterator[Block]:
    named = [{**row, "bet": bet_words(material, row["bet"])} for row in found["threats"]]
    rows = tuple(_threat(row) for row in named if is_known(row))
    heads = ("way", "wager", "player's edge", "bet in", "bets a round", "per 100", "at the limit, an hour", "N0")
    note = (
        "The player's edge on each unit bet; the share of rounds with a bet, and units bet in such a round; units won"
        " in a hundred rounds. ± is one standard error; a figure without it is exact but for rounding."
    )
    yield Grid("Ways to know more", heads, rows, note, key="threats")
    unknown = [f"{row['name']} ({row['bet']})" for row in named if not is_known(row)]
    if unknown:
        yield Paragraph(
            words(f"Left out, because they are bet too rarely to be measured: {'; '.join(unknown)}."), "note"
        )
    closing_heads = ("way", "wager", "knows", "who", "closed by", "costs, rounds an hour")
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in named:
        alike.setdefault((row["knows"], row["who"], row["closed_by"]), []).append(row)
    told = tuple(
        (_once(same, "name"), _once(same, "bet"), knows, who, f"{closing} ({same[0]['clause']})",
         number(same[0]["rounds_lost_an_hour"], digits=1))
        for (knows, who, closing), same in alike.items()
    )  # fmt: skip
    yield Grid("What is known, and what closes it", closing_heads, told, wide=("knows", "closed by"), key="closings")
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
    told = share(edge, signed=True)
    often, wins = share(row["share"]), number(row["per_100"], digits=3, signed=True)
    earns = money(round(row["an_hour"] * 100))
    if not row["exact"]:
        told = _with_error(told, row["se"], percent=True)
        often = _with_error(often, row["share_se"], percent=True) if row["share_se"] else often
        wins = _with_error(wins, row["per_100_se"], percent=False) if row["per_100_se"] else wins
        earns = _about(row["an_hour"], row["per_100_se"], row["per_100"])
    ways = None if row["n0"] is None else _rounds(row)
    many = None if not row["bets_a_round"] else _bets(row)
    return row["name"], row["bet"], told, often, many, wins, earns, ways


def _with_error(told: Quantity, error: float, *, percent: bool) -> Quantity:
    """Format a simulated figure with its standard error, and no more digits than the error justifies."""
    scale = 100 if percent else 1
    places = max(0, min(4, 1 - floor(log10(error * scale)))) if error > 0 else 4
    sign = "+" if told.shown.startswith("+") else ""
    unit = "%" if percent else ""
    value = f"{sign}{told.number * scale:,.{places}f}{unit} ± {error * scale:.{places}f}{unit}"
    return replace(told, shown=value.replace("-", "−"), error=error)


def _rounds(row: dict[str, Any]) -> Quantity:
    """Return N0, with twice the relative error of the units won if they were simulated."""
    if row["exact"] or not row["per_100_se"]:
        return number(row["n0"], digits=0)
    off = 2 * row["n0"] * row["per_100_se"] / abs(row["per_100"])
    places = -max(0, floor(log10(max(off, 1))) - 1)
    told = f"{round(row['n0'], places):,.0f} ± {round(off, places):,.0f}"
    return replace(number(row["n0"], digits=0), shown=told, error=off)


def _bets(row: dict[str, Any]) -> Quantity:
    """Return the bets a round: one, unless several are made."""
    if abs(row["bets_a_round"] - 1) < _ONE_BET or row["exact"]:
        return number(row["bets_a_round"], digits=2)
    off = row["bets_a_round"] * (row["se"] / abs(row["edge"]) + row["per_100_se"] / abs(row["per_100"]))
    return _with_error(number(row["bets_a_round"], digits=2), off, percent=False)


_ONE_BET = 1e-6


def _about(dollars: float, error: float, per_100: float) -> Quantity:
    """Format dollars per hour with the relative error of the units won."""
    off = abs(dollars * error / per_100) if per_100 else 0.0
    told = money(round(dollars * 100))
    return replace(told, shown=f"{told.shown} ± {money(round(off) * 100).shown}", error=off) if off else told


def _removal(material: Material, found: dict[str, Any]) -> Iterator[Block]:
    effects = found["removal_exact"]
    if not effects:
        yield Paragraph(words("No effect of removal was worked out for this game."))
        return
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
        told = f"One card gone, {part[0]} to {part[-1]}"
        yield Grid(
            told,
            ("wager", *part),
            rows,
            found["note"] if at + _RANKS_A_TABLE >= len(ranks) else "",
            key=f"removal {part[0]}",
        )


def _names(material: Material, bets: list[str]) -> str:
    titles = [bet_words(material, bet) for bet in bets]
    return ", ".join(titles) if len(titles) <= 3 else f"{titles[0]} … {titles[-1]}"


def _effect(kept: Any) -> GridCell:
    return None if kept is None else share(unpacked(kept), signed=True)
