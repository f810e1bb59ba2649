"""Page 1: house earnings, a verdict on each wager, the largest liability, the worst threats, and open decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.documents.blocks import (
    Block,
    Definitions,
    Grid,
    Mark,
    Paragraph,
    Picture,
    Points,
    Section,
    See,
    Words,
    count,
    money,
    number,
    share,
    words,
)
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.figures.bar_chart import bars
from pitboss.documents.figures.threat_words import bet_words, dealt_of, told_ways
from pitboss.documents.inputs.liability import CostliestRound
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.summary import names_of
from pitboss.solving.answers.analysis import BetOdds

UNIT = 1_000
"""The bet assumed for dollars per hour, in cents."""
LOW, HIGH, EXTREME = 0.01, 0.10, 0.20
"""House edges below, above and far above the usual range."""
_NOTHING = 1e-9
_MOST_BARS = 8
_MOST_DECISIONS = 5


def verdict_part(material: Material) -> Section:
    """Build the front page."""
    blocks: list[Block] = [
        Paragraph(_earns(material), "lead"),
        _wagers(material),
        *_chart(material),
        Definitions(tuple(_exposure(material))),
        Section("decide", "To decide before opening", (Points(tuple(_decisions(material))),)),
    ]
    return Section("summary", "Summary", tuple(blocks), front=True)


def _earns(material: Material) -> Words:
    risk = material.risk
    if material.analysis.played is None:
        return words(material.game.sentence)
    return words(
        "At ", money(UNIT), " a bet and ", count(risk.hour), " rounds an hour the house earns ",
        money(round(risk.cost_an_hour * UNIT)), " an hour from each seat: ", share(risk.house.edge, digits=2),
        " of the initial bets, against best play. A round has a standard deviation of ",
        number(risk.round_sd, digits=1), " units.",
    )  # fmt: skip


def edge_at_best_play(material: Material, bet: BetOdds) -> float:
    """Return the house edge of this bet under optimal play."""
    values = {value.bet: value.value for value in material.values}
    return -values[bet.name] if bet.name in values else float(bet.house_edge)


def _wagers(material: Material) -> Grid:
    heads = ("wager", "house edge at best play", "wins", "largest award", "verdict")
    rows = tuple(_row(material, group) for group in material.groups)
    note = (
        "Edges include all that may follow from the wager; of wagers offered after the deal, as if always made."
        " Largest award: of one wager at its limit, by itself. Full precision is in the chapters."
    )
    return Grid("The wagers", heads, rows, note, key="glance")


def _row(material: Material, group: list[BetOdds]) -> tuple[GridCell, ...]:
    bet = group[0]
    edge = edge_at_best_play(material, bet)
    tops = {name: most * top for name, most, top in material.liability.bets}
    award = max((tops.get(each.name, 0.0) for each in group), default=0.0)
    return (
        names_of(material, group), share(edge, digits=2), share(bet.hit, digits=1),
        money(round(award)) if award else None, _verdict(material, bet, edge),
    )  # fmt: skip


def _is_choice(material: Material, bet: BetOdds) -> bool:
    """Whether the dealer offers the bet later, so that optimal play makes it only when it pays."""
    return any(each.in_play for each in material.bets if each.name == bet.name)


def _verdict(material: Material, bet: BetOdds, edge: float) -> Mark:
    if _is_choice(material, bet):
        return Mark("if always made; best play chooses", "fair")
    if edge < -_NOTHING:
        return Mark("favours the player", "bad")
    if edge < LOW:
        return Mark("low", "good")
    if edge <= HIGH:
        return Mark("usual", "good")
    return Mark("high", "fair") if edge <= EXTREME else Mark("very high: expect questions", "bad")


def _chart(material: Material) -> Iterator[Block]:
    groups = [group for group in material.groups if not _is_choice(material, group[0])]
    if 1 < len(groups) <= _MOST_BARS:
        named = [(names_of(material, group), edge_at_best_play(material, group[0])) for group in groups]
        told = "; ".join(f"{name} {edge:.2%}" for name, edge in named)
        title = "House edge at best play"
        yield Picture(bars(title, named), f"Bars: {title.lower()}. {told}.", f"{title}, by wager", 160.0)


def _exposure(material: Material) -> Iterator[tuple[str, Words]]:
    found = material.liability
    yield (
        "Largest liability of one round",
        words(*_cost(found.seat), " to one seat, ", *_cost(found.table), f" to a full table of {found.table.seats};",
              " see ", See("liability"), "."),
    )  # fmt: skip
    for row in told_ways(material.protection["threats"], dealt_of(material))[:2]:
        yield "Threat: " + row["name"], _threat(material, row)


def _cost(found: CostliestRound) -> Words:
    return (money(found.most),) if found.is_exact else ("at most ", money(found.bound))


def _threat(material: Material, row: dict[str, Any]) -> Words:
    return words(
        f"A player who knows {row['knows']} wins ", money(round(row["an_hour"]) * 100),
        f" an hour at the limit on {bet_words(material, row['bet'])}. Countermeasure: {row['closed_by']}"
        f" ({row['clause']}).",
    )  # fmt: skip


def _decisions(material: Material) -> Iterator[Words]:
    """Yield the decisions a casino must make, shortest first; the chapter on what it must know has the rest."""
    found = [
        words(f"How to read the sheet where it contradicts itself ({ruling.number}): {_options(ruling.options)}.")
        for ruling in material.rulings
        if ruling.contradiction
    ]
    if material.mix is not None:
        found.append(
            words("Whether to allow the mix of bets that wins ", money(material.mix.mean), " a round for the player.")
        )
    extreme = [
        names_of(material, group)
        for group in material.groups
        if not _is_choice(material, group[0]) and edge_at_best_play(material, group[0]) > EXTREME
    ]
    if extreme:
        found.append(words(f"Whether to offer wagers with an edge over 20%: {'; '.join(extreme)}."))
    found += [
        words(f"Whether to adopt the countermeasure against: {row['name']}.")
        for row in told_ways(material.protection["threats"], dealt_of(material))[:2]
    ]
    yield from found[:_MOST_DECISIONS]
    yield words("Details and reasons: ", See("must-know"), ".")


def _options(options: tuple[str, ...]) -> str:
    return f"option {', '.join(options)}" if options else "no option; the reading in this report holds"
