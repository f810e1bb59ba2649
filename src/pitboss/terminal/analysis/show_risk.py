"""`pitboss risk`: the risk of a session, as text or data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from pitboss.lab.risk import MAX_SESSION_ROUNDS, risk_of
from pitboss.lab.risk.risk_answer import Risk
from pitboss.lab.risk.risk_text import risk_lines
from pitboss.play.refused import Refused
from pitboss.simulation.number_reading import read_rounds, read_stake
from pitboss.terminal.long_work import game_and_rules
from pitboss.terminal.screen import print_result

_AMOUNT = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?")


def show_risk(
    game: str, *, rules: str | None, settings: Sequence[str], stakes: Sequence[str], rounds: str, bankroll: str,
    goal: str | None, hour: int, month: str, limit: str | None, actual: str | None, unit: str | None, seed: int,
    svg: str | None, output: str,
) -> None:  # fmt: skip
    """Compute the risk and print it."""
    chosen, base = game_and_rules(game, rules, settings)
    value = None if unit is None else read_amount("--unit", unit)
    if value is not None and value <= 0:
        raise Refused("bad-amount", "--unit must be more than $0: it is the value of one unit")
    found = risk_of(
        chosen, base, dict(map(read_stake, stakes)), read_rounds(rounds, MAX_SESSION_ROUNDS),
        read_amount("--bankroll", bankroll, value), None if goal is None else read_amount("--goal", goal, value),
        hour, read_rounds(month), None if limit is None else read_amount("--limit", limit, value),
        None if actual is None else read_actual(actual, value), seed,
    )  # fmt: skip
    if svg is not None:
        write_charts(found, Path(svg))
    shown = None if value is None else float(value)
    print_result(found, output, lambda screen: screen.lines(risk_lines(found, chosen.title, shown), 0))


def read_amount(name: str, text: str, unit: Fraction | None = None) -> Fraction:
    """Parse an amount in units, or in dollars with a leading $ if the value of a unit is known."""
    plain = text.replace(",", "").replace("_", "").strip()
    sign, dollars = ("-", plain[2:]) if plain.startswith("-$") else ("", plain.removeprefix("$"))
    if not _AMOUNT.fullmatch(sign + dollars):
        raise Refused("bad-amount", f"{name} takes an amount below a billion, as in 500 units or $500, not {text!r}")
    amount = Fraction(sign + dollars)
    if "$" in plain and name != "--unit":
        if unit is None:
            raise Refused("bad-amount", f"{name} in dollars needs --unit, the value of one unit")
        return amount / unit
    return amount


def read_actual(text: str, unit: Fraction | None) -> tuple[Fraction, Fraction]:
    """Parse the house's win and the amount bet from won/bet."""
    won, slash, bet = text.partition("/")
    if not slash:
        raise Refused("bad-actual", f"--actual takes won/bet, as in 1200/100000, not {text!r}")
    return read_amount("--actual", won, unit), read_amount("--actual", bet, unit)


def write_charts(found: Risk, folder: Path) -> None:
    """Write the four charts as SVG files to a folder."""
    from pitboss.lab.risk.risk_charts import all_charts  # noqa: PLC0415

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in all_charts(found).items():
            (folder / f"{found.game}-{name}.svg").write_text(svg, encoding="utf-8")
    except OSError as error:
        raise Refused("no-file", f"{str(folder)!r} cannot be written: {error.strerror or error}") from None
