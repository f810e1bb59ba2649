"""Report sections on the wagers: timing, settlement, every outcome with its combinations, and the game as played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import floor, fsum, log10

from msgspec.structs import replace

from pitboss.documents.analysis_tables import likely
from pitboss.documents.blocks import (
    Block,
    Grid,
    GridCell,
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
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.charts import bars, nets_chart
from pitboss.documents.sections.summary import edge_at_best_play, names_of
from pitboss.games.procedure import procedure_of
from pitboss.play.bets import Bet
from pitboss.play.refused import Refused
from pitboss.play.words import without_rulings
from pitboss.solving.answers.analysis import BetOdds, Outcome, Played
from pitboss.solving.answers.figure_text import ways
from pitboss.statistics.exactness import Number, is_exact, total

_MAX_NETS = 60
_MIN_BARS = 3
_NOT_COUNTED = "not counted"


def wagers_part(material: Material) -> Section:
    """Build the section on each wager: timing, limits, settlement and payout odds."""
    rows = tuple(_wager(material, bet) for bet in material.bets)
    heads = ("wager", "made", "minimum", "maximum", "requires", "wins if", "settled")
    table = Grid("Every wager", heads, rows, wide=("wins if",), key="wagers")
    pays = tuple((bet.title, bet.payout) for bet in material.bets)
    posted = Grid("Payout odds as posted", ("wager", "pays"), pays, wide=("pays",), key="posted")
    lead = Paragraph(
        words('All wagers of one seat. Odds are stated as "to": a winning stake is returned in addition (C-2).')
    )
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
            "Amounts are in units of the wager; −1 is its loss. Combinations are exact counts of equally likely"
            " deals, or the exact probability as a fraction if the counts are too long to print. A figure that is not"
            " exact is followed by its error."
        )
    )
    inner = tuple(_bet_section(material, group) for group in material.groups)
    return Section("figures", "Wagers: outcomes and figures", (lead, *inner, _compared(material)))


def _bet_section(material: Material, group: list[BetOdds]) -> Section:
    bet = group[0]
    return Section(
        f"wager-{bet.name}", names_of(material, group), (_outcomes(material, group), _figures(material, bet))
    )


def _outcomes(material: Material, group: list[BetOdds]) -> Grid:
    bet = group[0]
    counted = ways(bet)
    heads: tuple[str, ...] = ("outcome", "combinations", "probability", "pays", "return")
    rows: list[tuple[GridCell, ...]] = [
        (
            in_halves(each.name),
            _combinations(each, counted[1][at] if counted else None),
            _chance(each),
            _pays(each.pays),
            number(each.pays * each.probability),
        )
        for at, each in enumerate(bet.outcomes)
    ]
    whole = count(counted[0]) if counted else ""
    rows.append(("sum", whole, share(_whole(bet)), "", number(bet.ev)))
    title, made = f"{names_of(material, group)}: every outcome", tuple(rows)
    if all(row[1] == _NOT_COUNTED for row in made[:-1]):
        heads, made = (heads[0], *heads[2:]), tuple((row[0], *row[2:]) for row in made)
    return Grid(title, heads, made, bet.note, sums=1, key=f"outcomes {bet.name}")


_FRACTION = re.compile(r"\b(\d+)/2 bets")


def in_halves(name: str) -> str:
    """
    Return the name of an outcome with halves as they are spoken.

    >>> in_halves("wins 3/2 bets"), in_halves("loses 1/2 bets")
    ('wins 1½ bets', 'loses ½ bet')
    """
    return _FRACTION.sub(lambda found: f"{int(found[1]) // 2 or ''}½ bet{'s' * (found[1] != '1')}", name)


def _combinations(outcome: Outcome, counted: int | None) -> GridCell:
    if counted is not None:
        return count(counted)
    if is_exact(outcome.probability):
        exact = Fraction(outcome.probability)
        text = f"{exact.numerator}/{exact.denominator}"
        return text if len(text) <= 30 else "exact, attached"
    return _NOT_COUNTED


def _whole(bet: BetOdds) -> Number:
    listed = [outcome.probability for outcome in bet.outcomes]
    return total(listed) if is_exact(*listed) else round(fsum(map(float, listed)), 9)


def _chance(outcome: Outcome) -> Quantity:
    """Return the probability, with its error in the same unit if that changes a printed digit."""
    shown = share(outcome.probability)
    if not outcome.error:
        return shown
    return replace(shown, shown=likely(outcome.probability, outcome.error).replace("-", "−"), error=outcome.error)


def _pays(pays: Number) -> GridCell:
    if pays == -1:
        return "loses"
    if pays == 0:
        return "push"
    return odds_to(pays) if pays > 0 and is_exact(pays) else number(pays, signed=True)


def _figures(material: Material, bet: BetOdds) -> Grid:
    """Tabulate true odds, payout odds, edge and the other figures derived from the outcomes."""
    rows = tuple((name, value) for name, value in bet_figures(bet, material.analysis.played))
    return Grid("Figures", ("figure", "value"), rows, key=f"figures {bet.name}")


def bet_figures(bet: BetOdds, played: Played | None = None) -> Iterator[tuple[str, GridCell]]:
    """Yield every figure of a bet; if it can grow during play, take the element of risk from an equivalent `played`."""
    lost = total(outcome.probability for outcome in bet.outcomes if outcome.pays < 0)
    if bet.hit:
        won = total(outcome.pays * outcome.probability for outcome in bet.outcomes if outcome.pays > 0)
        yield "true odds against", odds_to(lost / bet.hit)
        yield "average payout when it wins", odds_to(won / bet.hit)
    yield "house edge", share(bet.house_edge)
    if min(float(outcome.pays) for outcome in bet.outcomes) >= -1:
        yield "element of risk", share(bet.house_edge)
    elif played is not None and played.initial_bet == 1 and played.ev == bet.ev:
        yield "element of risk", share(played.element_of_risk)
    yield "expected value of one unit", number(bet.ev)
    yield "hit rate", share(bet.hit)
    yield "pushes", share(bet.push)
    yield "standard deviation", number(bet.sd)
    yield "skewness", number(skewness(bet), digits=4)
    top = max((outcome for outcome in bet.outcomes if outcome.probability), key=lambda outcome: outcome.pays)
    yield "top award listed", _pays(top.pays)
    yield "once in", _one_in(top)


def _one_in(outcome: Outcome) -> Quantity:
    """Return the inverse of a chance, with no more digits than its error justifies."""
    chance = outcome.probability if isinstance(outcome.probability, float) else Fraction(outcome.probability)
    inverse = 1 / chance
    off = outcome.error / float(chance) * float(inverse)
    if off < 0.05:
        return number(inverse, digits=1 if inverse < 1000 else 0)
    places = max(0, floor(log10(float(inverse) / off)))
    rounded = float(f"{float(inverse):.{places}e}")
    return replace(number(inverse), shown=f"about {rounded:,.0f}", error=off)


def skewness(bet: BetOdds) -> float:
    """Return the skewness of the outcome distribution."""
    mean, sd = float(bet.ev), float(bet.sd)
    third = fsum((float(each.pays) - mean) ** 3 * float(each.probability) for each in bet.outcomes)
    return third / sd**3 if sd else 0.0


def _compared(material: Material) -> Section:
    rows: list[tuple[GridCell, ...]] = [
        (names_of(material, group), share(bet.house_edge), odds_to(_against(bet)), share(bet.hit), share(bet.push),
         number(bet.sd), number(skewness(bet), digits=3), share(edge_at_best_play(material, bet)))
        for group in material.groups
        for bet in group[:1]
    ]  # fmt: skip
    heads: tuple[str, ...] = ("wager", "house edge", "true odds", "hit", "push", "sd", "skewness", "edge at best play")
    bets = [group[0] for group in material.groups]
    note = "House edge: of the wager as in its own table. Edge at best play: as in the summary."
    if all(share(edge_at_best_play(material, bet)).shown == share(bet.house_edge).shown for bet in bets):
        heads, rows, note = heads[:-1], [row[:-1] for row in rows], ""
    named = [(names_of(material, group), float(group[0].house_edge)) for group in material.groups]
    title = "House edge of each wager, as in its own table"
    alt = f"Bars: {title}. " + "; ".join(f"{name} {edge:.2%}" for name, edge in named) + "."
    picture = Picture(bars(title, named), alt, title, 160.0)
    table = Grid("All wagers", heads, tuple(rows), note, key="together")
    return Section("figures-together", "All wagers together", (table, picture))


def _net(net: Number) -> Quantity:
    return number(net, signed=True, digits=0 if float(net).is_integer() else 2)


def _against(bet: BetOdds) -> Number:
    lost = total(outcome.probability for outcome in bet.outcomes if outcome.pays < 0)
    return lost / bet.hit if bet.hit else 0


def game_part(material: Material) -> Section:
    """Build the section on the game as played: its figures and the distribution of a round."""
    played = material.analysis.played
    if played is None:
        return Section("game", "The game as played", (Paragraph(words("The game as a whole was not analysed.")),))
    rows = (
        ("expected value of a round", number(played.ev)),
        ("initial bet", number(played.initial_bet)),
        ("average total bet", number(played.average_bet)),
        ("house edge, of the initial bet", share(played.house_edge)),
        ("element of risk, of all money bet", share(played.element_of_risk)),
        ("standard deviation of a round", number(played.sd)),
    )
    nets = sorted(played.distribution, key=lambda result: -float(result[1]))[:_MAX_NETS]
    errors = dict(zip((net for net, _ in played.distribution), played.errors, strict=False))
    net_rows = tuple(
        (_net(net), _chance(Outcome("", net, chance, error=errors.get(net, 0.0))))
        for net, chance in sorted(nets, key=lambda one: one[0])
    )
    left = len(played.distribution) - len(nets)
    note = f"The {len(nets)} most likely results; {left} more are attached (odds.json)." if left else ""
    blocks: list[Block] = [
        Paragraph(words(f"{played.note} In units of one ante or main bet.")),
        Grid("The game as played", ("figure", "value"), rows, key="played", fold=2),
    ]
    if len(played.distribution) >= _MIN_BARS:
        drawn, pooled = nets_chart(sorted((float(net), float(chance)) for net, chance in played.distribution))
        alt = f"Bars: the probability of each of the {len(nets)} most likely net results of a round, in units. {pooled}"
        blocks.append(Picture(drawn, alt, f"Net result of a round, in bets. {pooled}".rstrip(), 150.0))
    blocks.append(Grid("Net result of a round", ("net", "probability"), net_rows, note, key="nets"))
    return Section("game", "The game as played", tuple(blocks))
