"""Report sections for the operator: hourly win, bands, volatility, liability, and the risk of sessions and months."""

from __future__ import annotations

from math import isfinite

from pitboss.documents.blocks import (
    Block,
    Grid,
    Paragraph,
    Picture,
    RoundColumns,
    Section,
    count,
    money,
    number,
    share,
    words,
)
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.figures.dealt_rows import dealt_rows
from pitboss.documents.figures.report_charts import hold_chart, session_chart
from pitboss.documents.inputs.liability import CostliestRound, Liability
from pitboss.documents.inputs.material import Material
from pitboss.games.odds import analysis_of
from pitboss.lab.risk.lattice import lattice_of
from pitboss.lab.risk.round_distribution import law_of
from pitboss.statistics.exactness import is_exact

_ROUNDS = (100, 1_000, 10_000, 100_000)
_BANDS = (0.90, 0.95, 0.99)
_BET = 1_000
"""The main bet assumed for dollars per hour, in cents."""
_MANY_ROUNDS = 10_000
_SMALL = 1e-3
_NO_LIMIT = "$1000000"


def operator_part(material: Material) -> Section:
    """Build the section with the figures an operator plans by."""
    risk = material.risk
    unit = _BET / 100
    found = material.liability
    hour = (
        ("decisions an hour, assumed", count(risk.hour)),
        ("theoretical win an hour and seat, in units", number(risk.cost_an_hour)),
        (f"the same at ${unit:g} a unit", money(risk.cost_an_hour * _BET)),
        ("theoretical win, of the initial bets", share(risk.house.edge)),
        ("standard deviation of a round, in units", number(risk.round_sd)),
        ("volatility index, 1.645 standard deviations", number(risk.volatility_index)),
        ("rounds until the house is ahead with 95%", _rounds(risk.house.sure_after)),
    )
    blocks: list[Block] = [
        Paragraph(words(risk.how)),
        Grid("Win an hour and volatility", ("figure", "value"), hour, key="operator"),
        _bands(material),
        Section(
            "liability",
            "Largest liability of one round",
            (_lead(found), _liability(material, found), *_aggregate(material, found), *_deal(found)),
        ),
    ]
    return Section("operator", "Operator's figures", tuple(blocks))


def _rounds(rounds: float) -> GridCell:
    return number(rounds, digits=0) if isfinite(rounds) else "never"


def _bands(material: Material) -> Grid:
    """
    Tabulate the hold, relative to the initial bets, after various numbers of rounds: exact quantiles by convolution.
    """
    law = law_of(material.game, material.rules, {})
    lattice, initial = lattice_of(law.nets), float(law.initial_bet)
    rows = []
    for rounds in _ROUNDS:
        ends = [((1 - band) / 2, 1 - (1 - band) / 2) for band in _BANDS]
        nets = lattice.after(rounds).quantiles([end for pair in ends for end in pair])
        holds = [-float(net * lattice.step) / (rounds * initial) for net in nets]
        digits = 1 if rounds < _MANY_ROUNDS else 2
        cells = [share(holds[at], digits=digits) for pair in range(len(_BANDS)) for at in (2 * pair + 1, 2 * pair)]
        rows.append((count(rounds), *cells))
    heads = ("rounds", *(f"{band:.0%} {end}" for band in _BANDS for end in ("from", "to")))
    note = "As a share of the initial bets. The hold of a sample lies between the two with this probability."
    return Grid("Bands of the house's hold", heads, tuple(rows), note, key="bands")


def _lead(found: Liability) -> Paragraph:
    exact = found.seat.is_exact and found.table.is_exact
    how = (
        "The maximum over all deals, bets and decisions, found by search and reached by the rounds attached as"
        " liability.jsonl (pitboss replay)."
        if exact
        else "The largest round found, with a bound that no round exceeds; the rounds are attached as liability.jsonl."
    )
    return Paragraph(words(how, " Winnings only: stakes that come back are not counted, nor are losing bets deducted."))


def _liability(material: Material, found: Liability) -> Grid:
    rows: list[tuple[GridCell, ...]] = [
        (material.title([bet]), money(most), number(top, digits=_digits(top)), money(round(most * top)))
        for bet, most, top in found.bets
    ]
    rows.append(("one seat, in one round", "", "", _cost(found.seat)))
    rows.append((f"a full table of {found.table.seats}, in one round", "", "", _cost(found.table)))
    note = (
        "Each wager by itself, then the most that one round can bring: awards that exclude each other are not added."
        f" Their plain sum, {money(found.together).shown}, cannot be dealt."
        if found.together > found.seat.most
        else "Each wager by itself, then the most that one round can bring."
    )
    if found.played is not None:
        note += f" Best play at the limit wins {money(found.played).shown} at most."
    heads = ("wager", "limit", "top award, units", "award at the limit")
    return Grid("Awards at the limits", heads, tuple(rows), note, sums=2, key="liability")


def _digits(value: float) -> int:
    """Return the number of decimals: 0 for whole units."""
    return 0 if value == int(value) else 1


def _cost(found: CostliestRound) -> GridCell:
    return money(found.most) if found.is_exact else f"{money(found.most).shown} to {money(found.bound).shown}"


def _deal(found: Liability) -> list[Block]:
    return [RoundColumns("The round that costs most to one seat", dealt_rows(found.seat.lines))]


def _aggregate(material: Material, found: Liability) -> list[Block]:
    """Describe how often an aggregate limit applies to a seat at the table maximum, if the rules have one."""
    if found.aggregate is None:
        return [Paragraph(words("The rules have no aggregate: nothing holds a round's awards down."))]
    free = material.rules.but(aggregate=_NO_LIMIT)
    here, there = material.analysis.played, analysis_of(material.game, free).played
    assert here is not None
    assert there is not None
    ours, without = dict(here.distribution), dict(there.distribution)
    bound = sum((without[net] - ours.get(net, 0) for net in without if without[net] > ours.get(net, 0)), 0)
    said = words(
        "One seat alone, as played at the limit: the aggregate of ",
        money(found.aggregate),
        " binds in ",
        share(bound),
        " of the rounds.",
    )
    return [Paragraph(said)]


def risk_part(material: Material) -> Section:
    """Build the section on a player's session and the house's month."""
    risk = material.risk
    rows = tuple(
        (_figure(name), _risk_cell(name, exact), _risk_cell(name, curve)) for name, exact, curve in risk.rows()
    )
    lead = words(
        "A session of ", count(risk.rounds), " rounds with a bankroll of ", number(risk.bankroll, digits=0),
        " units, and a month of ", count(risk.house.month_rounds),
        f" rounds: sums of the distribution of a round ({_law(material)}; pitboss risk).",
    )  # fmt: skip
    caption = {"session": "Where a session ends", "hold": "Bands of the house's hold, narrowing with the rounds"}
    pictures = (
        Picture(session_chart(risk), "Bars: how likely the session is to end at each net.", caption["session"], 150.0),
        Picture(hold_chart(risk), "Bands of the house's hold, narrowing with the rounds.", caption["hold"], 150.0),
    )
    least = risk.house.one_in_20
    month = words(
        f"Once in twenty months of this many rounds the house {'loses' if least < 0 else 'wins'} ",
        number(abs(least), digits=0),
        f" units or {'more' if least < 0 else 'less'}.",
    )
    table = Grid("A session", ("figure", "by convolution", "by the normal curve"), rows, key="risk")
    return Section("risk", "Risk", (Paragraph(lead), table, Paragraph(month), *pictures))


def _law(material: Material) -> str:
    """Say how the distribution of a round is known."""
    played = material.analysis.played
    if played is None:
        return "simulated"
    if is_exact(*(chance for _, chance in played.distribution)):
        return "which is exact"
    return f"known to {sum(played.errors):.0e}" if any(played.errors) else "exact but for rounding"


def _figure(name: str) -> str:
    words_of = {
        "mean": "mean net, units", "sd": "standard deviation, units", "ahead": "chance to end ahead",
        "ruin_within": "chance of ruin within the session", "ruin_ever": "chance of ruin ever",
        "n0": "rounds until the mean is a standard deviation (N0)", "volatility_index": "volatility index",
        "cost_an_hour": "cost an hour, units", "house_sure_after": "rounds until the house is ahead with 95%",
        "goal_first": "chance to reach the goal first",
    }  # fmt: skip
    return words_of.get(name, name.replace("quantile", "net, quantile"))


def _risk_cell(name: str, value: float | None) -> GridCell:
    if value is None or not isfinite(value):
        return "never"
    if name in ("ahead", "ruin_within", "ruin_ever", "goal_first"):
        return share(value, digits=2) if value >= _SMALL else share(value)
    return number(float(value), digits=0 if name in ("n0", "house_sure_after") or "quantile" in name else 2)
