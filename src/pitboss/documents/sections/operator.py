"""Report sections for the operator: hourly win, bands, liability, typical players, hold of drop, months and risk."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from msgspec import Struct

from pitboss.documents.blocks import (
    Block,
    Grid,
    GridCell,
    Paragraph,
    Picture,
    Piece,
    RoundColumns,
    Section,
    count,
    money,
    number,
    share,
    words,
)
from pitboss.documents.inputs.liability import CostliestRound, Liability
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.charts import hold_chart, session_chart
from pitboss.documents.sections.rules import dealt_rows
from pitboss.games.odds import analysis_of
from pitboss.lab.risk.lattice import lattice_of
from pitboss.lab.risk.normal import ruin_within
from pitboss.lab.risk.round_distribution import RoundDistribution, law_of
from pitboss.statistics.exactness import Number, is_exact

_ROUNDS = (100, 1_000, 10_000, 100_000)
_BANDS = (0.90, 0.95, 0.99)
_BET = 1_000
"""The main bet assumed for dollars per hour, in cents."""
_MANY_ROUNDS = 10_000
_SMALL = 1e-3
_NO_LIMIT = "$1000000"


def operator_part(material: Material) -> Section:
    """Build the section with the figures that an operator needs for planning."""
    risk = material.risk
    unit = _BET / 100
    found = material.liability
    hour = (
        ("decisions an hour, assumed", count(risk.hour)),
        ("theoretical win per hour and seat, units", number(risk.cost_an_hour)),
        (f"theoretical win per hour and seat at ${unit:g} a unit", money(risk.cost_an_hour * _BET)),
        ("theoretical win, of the initial bets", share(risk.house.edge)),
        ("standard deviation of a round, units", number(risk.round_sd)),
        ("volatility index, 1.645 standard deviations", number(risk.volatility_index)),
        ("rounds until the house is ahead with 95% probability", _rounds(risk.house.sure_after)),
    )
    blocks: list[Block] = [
        Paragraph(words(risk.how)),
        Grid("Win per hour and volatility", ("figure", "value"), hour, key="operator"),
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
    note = "Share of the initial bets. The hold of a sample lies between the two limits with the stated probability."
    return Grid("Probability bands of the hold", heads, tuple(rows), note, key="bands")


def _lead(found: Liability) -> Paragraph:
    exact = found.seat.is_exact and found.table.is_exact
    how = (
        "The maximum over all deals, bets and decisions, established by search. The rounds that reach it are attached"
        " as liability.jsonl (pitboss replay)."
        if exact
        else "The largest round found and an upper bound. The rounds are attached as liability.jsonl (pitboss replay)."
    )
    return Paragraph(words(how, " Winnings only: returned stakes are not counted and losing bets are not deducted."))


def _liability(material: Material, found: Liability) -> Grid:
    rows: list[tuple[GridCell, ...]] = [
        (material.title([bet]), money(most), number(top, digits=_digits(top)), money(round(most * top)))
        for bet, most, top in found.bets
    ]
    rows.append(("one seat, in one round", "", "", _cost(found.seat)))
    rows.append((f"a full table of {found.table.seats}, in one round", "", "", _cost(found.table)))
    note = (
        "Each wager alone, then the maximum of one round. Awards that exclude each other are not added; their sum,"
        f" {money(found.together).shown}, cannot occur."
        if found.together > found.seat.most
        else "Each wager alone, then the maximum of one round."
    )
    if any(bet.grows > 1 for bet in material.bets):
        note += " The top award of a hand assumes every split and double allowed, some of which best play never makes."
    if found.played is not None:
        note += f" Under best play at the limits, a seat wins at most {money(found.played).shown}."
    heads = ("wager", "limit", "top award, units", "award at the limit")
    return Grid("Awards at the limits", heads, tuple(rows), note, sums=2, key="liability")


def _digits(value: float) -> int:
    """Return the number of decimals: 0 for whole units."""
    return 0 if value == int(value) else 1


def _cost(found: CostliestRound) -> GridCell:
    return money(found.most) if found.is_exact else f"{money(found.most).shown} to {money(found.bound).shown}"


def _deal(found: Liability) -> list[Block]:
    return [RoundColumns("The costliest round of one seat", dealt_rows(found.seat.lines))]


def _aggregate(material: Material, found: Liability) -> list[Block]:
    """Describe how often an aggregate limit applies to a seat at the table maximum, if the rules have one."""
    if found.aggregate is None:
        return [Paragraph(words("The rules have no aggregate limit."))]
    free = material.rules.with_changes(aggregate=_NO_LIMIT)
    here, there = material.analysis.played, analysis_of(material.game, free).played
    assert here is not None
    assert there is not None
    ours, without = dict(here.distribution), dict(there.distribution)
    bound = sum((without[net] - ours.get(net, 0) for net in without if without[net] > ours.get(net, 0)), 0)
    if not bound:
        none = words(
            "At best play at the limits, the aggregate of ", money(found.aggregate), " reduces no award of a seat."
        )
        return [Paragraph(none)]
    sentence = words(
        "For one seat at the limits, the aggregate of ", money(found.aggregate), " reduces awards in ", share(bound),
        " of rounds.",
    )  # fmt: skip
    return [Paragraph(sentence)]


def risk_part(material: Material) -> Section:
    """Build the section on a player's session and the house's month."""
    risk = material.risk
    rows = tuple(
        (_figure(name), _risk_cell(name, exact), _risk_cell(name, curve)) for name, exact, curve in risk.rows()
    )
    lead = words(
        "A session of ", count(risk.rounds), " rounds with a bankroll of ", number(risk.bankroll, digits=0),
        " units, and a month of ", count(risk.house.month_rounds),
        f" rounds, by convolution of the distribution of a round ({_law(material)}; pitboss risk).",
    )  # fmt: skip
    caption = {"session": "Net result of a session", "hold": "Probability bands of the hold by number of rounds"}
    pictures = (
        Picture(
            session_chart(risk), "Bars: the probability of each net result of the session.", caption["session"], 150.0
        ),
        Picture(
            hold_chart(risk),
            "Probability bands of the hold, narrowing with the number of rounds.",
            caption["hold"],
            150.0,
        ),
    )
    least = risk.house.one_in_20
    month = words(
        f"In one of twenty such months the house {'loses' if least < 0 else 'wins'} ",
        number(abs(least), digits=0),
        f" units or {'more' if least < 0 else 'less'}.",
    )
    table = Grid("A session", ("figure", "by convolution", "normal approximation"), rows, key="risk")
    return Section("risk", "Risk", (Paragraph(lead), table, Paragraph(month), *pictures))


def _law(material: Material) -> str:
    """Return a sentence on how the distribution of a round was computed."""
    played = material.analysis.played
    if played is None:
        return "simulated"
    if is_exact(*(chance for _, chance in played.distribution)):
        return "exact"
    off = 100 * sum(played.errors)
    return f"probabilities accurate to {off:.1g}% in total" if off else "exact to rounding"


def _figure(name: str) -> str:
    words_of = {
        "mean": "mean net, units", "sd": "standard deviation, units", "ahead": "probability to end ahead",
        "ruin_within": "probability of ruin within the session", "ruin_ever": "probability of ruin ever",
        "n0": "rounds until the mean equals one standard deviation (N0)", "volatility_index": "volatility index",
        "cost_an_hour": "cost an hour, units", "house_sure_after": "rounds until the house is ahead with 95%"
        " probability",
        "goal_first": "probability to reach the goal first",
    }  # fmt: skip
    return words_of.get(name, name.replace("quantile", "net, quantile"))


def _risk_cell(name: str, value: float | None) -> GridCell:
    if value is None or not isfinite(value):
        return "never"
    if name in ("ahead", "ruin_within", "ruin_ever", "goal_first"):
        return share(value, digits=2) if value >= _SMALL else share(value)
    return number(float(value), digits=0 if name in ("n0", "house_sure_after") or "quantile" in name else 2)


UNIT = 1_000
"""The bet assumed for dollars, in cents."""
HOURS = (50, 100, 200, 400, 720)
"""Table hours per month, for each row of the monthly sheet."""
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip
_OHIO = 0.04
"""The difference from the lifetime payout that must be investigated in Ohio (3772-10-08)."""


def practice_part(material: Material) -> Section:
    """Build the section on typical players, hold of drop and the cut card."""
    law = law_of(material.game, material.rules, {})
    blocks: list[Block] = [_typical(material, law), *_cut_card(material)]
    return Section("practice", "Typical player, hold of drop and cut card", tuple(blocks))


def _typical(material: Material, law: RoundDistribution) -> Grid:
    """Tabulate the edge, hourly win and hold of drop of several kinds of players."""
    risk = material.risk
    bankroll = float(risk.bankroll)
    rows: list[tuple[GridCell, ...]] = []
    for who, ev in _players(material):
        player = _kind_of_player(material, law, float(ev))
        rows.append((
            who, share(player.edge, digits=2), money(round(-float(ev) * risk.hour * UNIT / 100) * 100),
            count(round(player.rounds)), share(player.hold, digits=0),
        ))  # fmt: skip
    note = (
        f"Edge of the initial bets; win per hour and seat at {money(UNIT).shown} a unit and {risk.hour} rounds an hour."
        f" Hold of drop: a buy-in of {bankroll:g} units is played for {risk.rounds} rounds or until it is lost"
        " (trip-ruin formula, with the standard deviation of best play). The typical player follows the simple strategy"
        " and makes no side bets."
    )
    heads = ("player", "house edge", "win per hour", "rounds played", "hold of drop")
    return Grid(
        "House edge and hold of drop by kind of player", heads, tuple(rows), note, wide=("player",), key="typical"
    )


class KindOfPlayer(Struct, frozen=True):
    """The value of a kind of player to the house."""

    edge: float
    """House edge of the initial bets."""
    rounds: float
    """Rounds of a session until the bankroll is lost or the time is up."""
    hold: float
    """The share of the bankroll that the house wins."""


def _kind_of_player(material: Material, law: RoundDistribution, ev: float) -> KindOfPlayer:
    risk, initial, bankroll = material.risk, float(law.initial_bet), float(material.risk.bankroll)
    rounds = rounds_played(ev, law.sd, risk.rounds, bankroll - initial)
    return KindOfPlayer(-ev / initial, rounds, -ev * rounds / bankroll)


def typical_player(material: Material) -> KindOfPlayer | None:
    """Return the player who uses the simple strategy, or None if the game has none."""
    if material.analysis.played is None or material.simple is None:
        return None
    return _kind_of_player(material, law_of(material.game, material.rules, {}), float(material.simple.ev))


def _players(material: Material) -> Iterator[tuple[str, Number]]:
    played = material.analysis.played
    if played is None:
        return
    yield "best play", played.ev
    if material.simple is not None:
        yield "typical player: simple strategy", material.simple.ev
    worst = sorted((play for play in material.plays if play.kind == "error"), key=lambda play: float(play.mean))
    if worst:
        yield f"costliest common error: {worst[0].words}", worst[0].mean
    yield from ((f"random play: {play.words}", play.mean) for play in material.plays if play.kind == "random")


def rounds_played(mean: float, sd: float, rounds: int, depth: float) -> float:
    """Return the expected number of rounds of a session that ends when the net falls by `depth`."""
    return 1 + sum(1 - ruin_within(depth, mean, sd, played) for played in range(1, rounds))


def _cut_card(material: Material) -> Iterator[Block]:
    found = material.cut_card
    if material.game.cut_card is None:
        return
    if found is None:
        yield Paragraph(words("The cut-card effect was not simulated: the report was made with --rounds 0."))
        return
    left = material.game.cut_card(material.rules)
    what = f"a unit on {material.title([found.bet])}" if found.bet else "a round"
    lead: list[Piece] = [
        "Dealt from a shoe until fewer than ", count(left), f" cards are left, {what} has an expected value of ",
        number(found.mean, digits=5), " ± ", number(found.se, digits=5), " units over ", count(found.rounds),
        " rounds; from a fresh shoe it is ", number(found.fresh, digits=5), ". ",
    ]  # fmt: skip
    if found.is_measured:
        lead += ["The cut card costs the player ", share(found.effect, digits=3), " ± ", share(found.se, digits=3), "."]
    else:
        most = abs(found.effect) + 2 * found.se
        lead += ["With 95% confidence, the cut-card effect is smaller than ", share(most, digits=3), " of the bet."]
    yield Section("cut-card", "Cut-card effect", (Paragraph(words(*lead)),))


def monthly_part(material: Material) -> Section:
    """Build the sheet on which a casino compares each month with the theoretical figures."""
    law = law_of(material.game, material.rules, {})
    lattice, initial = lattice_of(law.nets), float(law.initial_bet)
    edge, hour = material.risk.house.edge, material.risk.hour
    rows = []
    for hours in HOURS:
        rounds = hours * hour
        low, high = lattice.after(rounds).quantiles([0.975, 0.025])
        holds = [-float(net * lattice.step) / (rounds * initial) for net in (low, high)]
        rows.append((count(hours), count(rounds), share(edge, digits=2), *(share(each, digits=2) for each in holds)))
    heads = ("hours of one seat", "rounds", "theoretical hold", "95% from", "to")
    note = (
        "Hold as a share of the initial bets, with best play and equal bets. By chance alone, one month in twenty is"
        " outside the band. To compare with the drop, multiply by rounds × average bet ÷ drop."
    )
    blank = tuple((month, *(["\u00a0" * 11] * 8)) for month in _MONTHS)
    form = ("month", "drop", "win", "hours", "rounds", "theoretical win", "actual hold", "band", "outside?")
    how = (
        f"Theoretical win = rounds × average initial bet × {float(edge):.4%}. Report results outside the band to"
        f" the regulator, in Ohio also a payout more than {_OHIO:.0%} from the table's lifetime payout (3772-10-08)."
    )
    blocks = (
        Grid("Theoretical hold and band by hours", heads, tuple(rows), note, key="monthly bands"),
        Grid("Monthly comparison", form, blank, how, key="monthly"),
    )
    return Section("monthly", "Monthly comparison sheet", blocks)
