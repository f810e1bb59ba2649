"""Report sections on the wagers: timing, settlement, every outcome with its combinations, and the game as played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import fsum

from pitboss.documents.blocks import (
    Block,
    Grid,
    Paragraph,
    Picture,
    Quantity,
    Section,
    count,
    money,
    number,
    odds_to,
    share,
    words,
)
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.bar_chart import bars
from pitboss.documents.sections.summary import names_of
from pitboss.games.procedure import procedure_of
from pitboss.lab.odds_answers import PlayedResult
from pitboss.play.bets import Bet
from pitboss.play.refused import Refused
from pitboss.play.words import without_rulings
from pitboss.solving.answers.analysis import BetOdds, Outcome, Played
from pitboss.solving.answers.figure_text import ways
from pitboss.statistics.exactness import Number, is_exact, total

_MOST_NETS = 60


def wagers_part(material: Material) -> Section:
    """Build the section on each wager: timing, limits, settlement and payout odds."""
    rows = tuple(_wager(material, bet) for bet in material.bets)
    heads = ("wager", "made", "least", "most", "needs", "wins if", "settled")
    table = Grid("Every wager", heads, rows, wide=("wins if",), key="wagers")
    pays = tuple((bet.title, bet.payout) for bet in material.bets)
    posted = Grid("Payout odds as posted", ("wager", "pays"), pays, wide=("pays",), key="posted")
    lead = Paragraph(words('Every wager of one seat. Odds are printed "to": the stake comes back beside them (C-2).'))
    return Section("wagers", "Wagers", (lead, table, posted))


def _wager(material: Material, bet: Bet) -> tuple[GridCell, ...]:
    made = "when the dealer offers it" if bet.in_play else "before the deal"
    if bet.compulsory:
        made += ", compulsory"
    needs = [material.title([name]) for name in bet.needs]
    if bet.equals:
        needs.append(f"equals {material.title([bet.equals])}")
    return (
        bet.title, made, money(bet.least), money(bet.most), "; ".join(needs), without_rulings(bet.meaning),
        _settled(material, bet),
    )  # fmt: skip


def _settled(material: Material, bet: Bet) -> str:
    """Return the motions that settle a bet, by clause."""
    try:
        motions = procedure_of(material.game.name)
    except Refused:
        return ""
    base = bet.name.rpartition("-")[0] if bet.name.rpartition("-")[2].isalnum() and "-" in bet.name else bet.name
    clauses = [
        motions[f"{verb}-{name}"].clause
        for name in (bet.name, base)
        for verb in ("pay", "take")
        if f"{verb}-{name}" in motions
    ]
    return (
        f"by the dealer: {', '.join(dict.fromkeys(clauses))}" if clauses else "by the dealer, at the end of the round"
    )


def figures_part(material: Material) -> Section:
    """Build a subsection for each group of wagers with the same odds, then a comparison of all figures."""
    lead = Paragraph(
        words(
            "In units of the wager: −1 is its loss. Combinations are exact counts of equally likely ways, or the exact"
            " probability as a fraction where the ways are too many to print; where a figure is not exact"
            " its error stands"
            " beside it."
        )
    )
    inner = tuple(_bet_section(material, group) for group in material.groups)
    return Section("figures", "Wagers: outcomes and figures", (lead, *inner, _compared(material)))


def _bet_section(material: Material, group: list[BetOdds]) -> Section:
    bet = group[0]
    blocks: list[Block] = [_outcomes(material, group)]
    if bet.note:
        blocks.append(Paragraph(words(bet.note), "note"))
    blocks.append(_figures(material, bet))
    return Section(f"wager-{bet.name}", names_of(material, group), tuple(blocks))


def _outcomes(material: Material, group: list[BetOdds]) -> Grid:
    bet = group[0]
    counted = ways(bet)
    heads = ("outcome", "combinations", "probability", "pays", "return")
    rows: list[tuple[GridCell, ...]] = [
        (
            each.name,
            _combinations(each, counted[1][at] if counted else None),
            _chance(each),
            _pays(each.pays),
            number(each.pays * each.probability),
        )
        for at, each in enumerate(bet.outcomes)
    ]
    whole = count(counted[0]) if counted else ""
    rows.append(("sum", whole, share(_whole(bet)), "", number(bet.ev)))
    return Grid(f"{names_of(material, group)}: every outcome", heads, tuple(rows), sums=1, key=f"outcomes {bet.name}")


def _combinations(outcome: Outcome, counted: int | None) -> GridCell:
    if counted is not None:
        return count(counted)
    if is_exact(outcome.probability):
        exact = Fraction(outcome.probability)
        text = f"{exact.numerator}/{exact.denominator}"
        return text if len(text) <= 30 else "exact, attached"
    return "±" + f"{outcome.error:.1e}" if outcome.error else "rounded"


def _whole(bet: BetOdds) -> Number:
    listed = [outcome.probability for outcome in bet.outcomes]
    return total(listed) if is_exact(*listed) else round(fsum(map(float, listed)), 9)


def _chance(outcome: Outcome) -> Quantity:
    return share(outcome.probability)


def _pays(pays: Number) -> GridCell:
    if pays == -1:
        return "loses"
    if pays == 0:
        return "push"
    return odds_to(pays) if pays > 0 and is_exact(pays) else number(pays, signed=True)


def _figures(material: Material, bet: BetOdds) -> Grid:
    """Tabulate true odds, payout odds, edge and the other figures derived from the outcomes."""
    rows = tuple((name, value) for name, value in bet_figures(bet, material.analysis.played))
    return Grid("Figures", ("figure", "value"), rows, key=f"figures {bet.name}", fold=2)


def bet_figures(bet: BetOdds, played: Played | None = None) -> Iterator[tuple[str, GridCell]]:
    """Yield every figure of a bet; if it grows in play, take the element of risk from an equivalent game as played."""
    lost = total(outcome.probability for outcome in bet.outcomes if outcome.pays < 0)
    if bet.hit:
        won = total(outcome.pays * outcome.probability for outcome in bet.outcomes if outcome.pays > 0)
        yield "true odds against winning", odds_to(lost / bet.hit)
        yield "payout odds, on average when it wins", odds_to(won / bet.hit)
    yield "house edge, of the initial bet", share(bet.house_edge)
    if min(float(outcome.pays) for outcome in bet.outcomes) >= -1:
        yield "element of risk, of all money on it", share(bet.house_edge)
    elif played is not None and played.initial_bet == 1 and played.ev == bet.ev:
        yield "element of risk, of all money on it", share(played.element_of_risk)
    else:
        yield "element of risk, of all money on it", "with the game as played"
    yield "expected value of one unit", number(bet.ev)
    yield "hit rate", share(bet.hit)
    yield "pushes", share(bet.push)
    yield "standard deviation", number(bet.sd)
    yield "skewness", number(skewness(bet), digits=4)
    top = max((outcome for outcome in bet.outcomes if outcome.probability), key=lambda outcome: outcome.pays)
    yield "top award", _pays(top.pays)
    yield "top award, 1 in", number(1 / _exact(top.probability), digits=1)


def _exact(value: Number) -> Number:
    return value if isinstance(value, float) else Fraction(value)


def skewness(bet: BetOdds) -> float:
    """Return the skewness of the outcome distribution."""
    mean, sd = float(bet.ev), float(bet.sd)
    third = fsum((float(each.pays) - mean) ** 3 * float(each.probability) for each in bet.outcomes)
    return third / sd**3 if sd else 0.0


def _compared(material: Material) -> Section:
    rows = tuple(
        (names_of(material, group), share(bet.house_edge), odds_to(_against(bet)), share(bet.hit), share(bet.push),
         number(bet.sd), number(skewness(bet), digits=3))
        for group in material.groups
        for bet in group[:1]
    )  # fmt: skip
    heads = ("wager", "house edge", "true odds", "hit", "push", "sd", "skewness")
    named = [(names_of(material, group), float(group[0].house_edge)) for group in material.groups]
    picture = Picture(
        bars("House edge of each wager", named),
        "Bars: house edge of each wager. " + "; ".join(f"{name} {edge:.2%}" for name, edge in named) + ".",
    )
    return Section("figures-together", "All wagers together", (Grid("", heads, rows, key="together"), picture))


def _against(bet: BetOdds) -> Number:
    lost = total(outcome.probability for outcome in bet.outcomes if outcome.pays < 0)
    return lost / bet.hit if bet.hit else 0


def game_part(material: Material) -> Section:
    """Build the section on the game as played: its figures and the distribution of a round."""
    played = material.analysis.played
    if played is None:
        return Section("game", "The game as played", (Paragraph(words("No round as a whole was analysed.")),))
    rows = (
        ("ev of a round", number(played.ev)),
        ("initial bet", number(played.initial_bet)),
        ("average bet, all money put down", number(played.average_bet)),
        ("house edge, of the initial bet", share(played.house_edge)),
        ("element of risk, of all money bet", share(played.element_of_risk)),
        ("standard deviation of a round", number(played.sd)),
    )
    nets = sorted(played.distribution, key=lambda result: -float(result[1]))[:_MOST_NETS]
    told = tuple((number(net, signed=True), share(chance)) for net, chance in sorted(nets, key=lambda one: one[0]))
    left = len(played.distribution) - len(nets)
    note = f"The likeliest {len(nets)}; {left} more are attached (odds.json)." if left else ""
    blocks: list[Block] = [
        Paragraph(words(f"{played.note} In units of one ante or main bet.")),
        Grid("The game as played", ("figure", "value"), rows, key="played"),
    ]
    shown = PlayedResult(**{name: getattr(played, name) for name in played.__struct_fields__}).charts()
    if shown:
        alt = f"Bars: the chance of each of the {len(nets)} likeliest nets of a round, in units."
        blocks.append(Picture(shown["distribution"], alt))
    blocks.append(
        Grid("What a round wins or loses", ("net", "chance"), told, note, key="nets", fold=4 if len(told) > 12 else 1)
    )
    return Section("game", "The game as played", tuple(blocks))
