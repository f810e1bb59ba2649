"""The risk of a session as text: figures, the fan of results, and bars."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from pitboss.lab.display import StyledLine
from pitboss.lab.risk.session import SHARES

if TYPE_CHECKING:
    from pitboss.lab.risk.risk_answer import Risk

_BAR = 40
_BARS_SHOWN = 21
_FAN_SHOWN = 8


def risk_lines(found: Risk, title: str, unit: float | None = None) -> Iterator[StyledLine]:
    """Yield the lines of the text output; `unit` is the value of one unit in dollars, if it is known."""
    yield (f"{title}: the risk of {found.rounds:,} rounds", "bold")
    yield found.how
    units = f"a unit is ${unit:,g}" if unit else "amounts in units of a bet"
    yield f"Bankroll {found.bankroll:g}, initial bet {found.initial_bet:g}; {units}."
    for part in (_player(found, unit), _house(found, unit), _charts(found)):
        yield ""
        yield from part


def _player(found: Risk, unit: float | None) -> Iterator[str]:
    exact, curve = found.session, found.normal
    yield f"{'the player':<34}{found.found:>14}{'normal':>14}"
    yield f"{'ahead at the end':<34}{exact.ahead:>14.4%}{curve.ahead:>14.4%}"
    yield f"{'mean':<34}{exact.mean:>14.2f}{curve.mean:>14.2f}"
    yield f"{'standard deviation':<34}{exact.sd:>14.2f}{curve.sd:>14.2f}"
    for share in map(str, SHARES):
        name = f"{float(share) * 100:g} in 100 end at or below"
        yield f"{name:<34}{exact.quantiles[share]:>14.2f}{curve.quantiles[share]:>14.2f}"
    yield f"{'ruin within these rounds':<34}{_chance(exact.ruin_within):>14}{_chance(curve.ruin_within):>14}"
    yield f"{'ruin ever':<34}{_chance(exact.ruin_ever):>14}{_chance(curve.ruin_ever):>14}"
    if exact.goal_first is not None and curve.goal_first is not None:
        name = f"{found.goal:g} reached before ruin"
        yield f"{name:<34}{_chance(exact.goal_first):>14}{_chance(curve.goal_first):>14}"
    yield f"{'N0, rounds':<34}{_rounds(found.n0):>14}"
    yield f"{'volatility index (1.645 sd)':<34}{found.volatility_index:>14.4f}"
    dollars = _dollars(found.cost_an_hour, unit)
    yield f"{f'cost an hour, {found.hour} rounds':<34}{found.cost_an_hour:>14.4f}{dollars}"
    yield "Ruin means that the bankroll is smaller than the initial bet."
    yield f"Rounding error of any probability: at most {exact.error:.1e}."
    if found.uncertainty:
        most = min(found.uncertainty * found.rounds, 1.0)
        yield f"The stated errors of one round's probabilities total {2 * found.uncertainty:.1e}: over"
        yield f"{found.rounds:,} rounds, they move a probability by at most {most:.1e}."
    if found.round_error:
        shift = found.round_error * found.rounds
        yield f"The distribution of a round is simulated: standard error of the session's mean {shift:.2f}."


def _house(found: Risk, unit: float | None) -> Iterator[str]:
    house = found.house
    yield f"{'the house':<34}{found.found:>14}{'normal':>14}"
    yield f"{'edge on the initial bet':<34}{house.edge:>14.4%}"
    sure = f"{_rounds(house.sure_after):>14}{_rounds(house.sure_after_normal):>14}"
    yield f"{'rounds to be 95% sure to be ahead':<34}{sure}"
    yield f"{'largest win of a seat in a round':<34}{house.liability:>14g}{_dollars(house.liability, unit)}"
    month = f"one month in 20 ({house.month_rounds:,} rounds)"
    yield f"{month:<34}{house.one_in_20:>14.1f}{_dollars(house.one_in_20, unit)} won, or less"
    if house.largest_limit is not None:
        money = _dollars(house.largest_limit, unit)
        yield f"{'largest limit for the accepted loss':<34}{house.largest_limit:>13.4f}{money}, every bet at the limit"
    elif house.one_in_20 >= 0:
        yield "No limit is needed for a loss accepted once in 20 months: the house still wins that month."
    yield ""
    yield f"{'hold by rounds':<16}" + "".join(f"{name:>11}" for name in ("2.5%", "25%", "median", "75%", "97.5%"))
    for rounds, row in house.bands:
        yield f"{rounds:<16,}" + "".join(f"{row[place]:>11.2%}" for place in (0, 2, 3, 4, 6))
    if house.month:
        found_month = house.month
        usual = "within" if found_month.is_usual else "OUTSIDE"
        yield (
            f"The month: {found_month.hold:.3%} held over {found_month.rounds:,} rounds, {found_month.expected:.3%}"
            f" expected; {found_month.percentile:.2%} of months hold this much or less: {usual} the 95% band."
        )


def _charts(found: Risk) -> Iterator[str]:
    yield "where the session ends"
    yield from _histogram(found)
    yield ""
    yield f"{'during the session':<16}" + "".join(f"{name:>11}" for name in ("5%", "25%", "median", "75%", "95%"))
    fan = found.curves.fan
    for place in range(_FAN_SHOWN):
        rounds, row = fan[(place + 1) * len(fan) // _FAN_SHOWN - 1] if len(fan) >= _FAN_SHOWN else fan[-1]
        if place == 0 or len(fan) >= _FAN_SHOWN:
            yield f"{rounds:<16,}" + "".join(f"{net:>11.1f}" for net in row)
    yield ""
    yield "ruin by bankroll"
    for bankroll, chance in found.curves.ruin[:: max(len(found.curves.ruin) // 12, 1)]:
        yield f"{bankroll:>10g} {chance:>9.3%} {'█' * round(chance * _BAR)}".rstrip()


def _histogram(found: Risk) -> Iterator[str]:
    bars = found.curves.bars
    per_bar = -(-len(bars) // _BARS_SHOWN)
    groups = [bars[begin : begin + per_bar] for begin in range(0, len(bars), per_bar)]
    chances = [sum(chance for *_, chance in group) for group in groups]
    for group, chance in zip(groups, chances, strict=True):
        ends = f"{group[0][0]:g} to {group[-1][1]:g}"
        yield f"{ends:>22} {chance:>8.3%} {'█' * round(_BAR * chance / max(chances))}".rstrip()


def _dollars(units: float, unit: float | None) -> str:
    """Return an amount in dollars to append to units, or an empty string if the value of a unit is unknown."""
    return f" (${units * unit:,.2f})".replace("$-", "-$") if unit else ""


def _chance(share: float) -> str:
    return f"{share:.4%}" if share >= 1e-6 or share == 0 else f"{share:.2e}"


def _rounds(rounds: float) -> str:
    return f"{rounds:,.0f}" if isfinite(rounds) else "never"
