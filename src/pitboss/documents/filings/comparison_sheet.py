"""The operator's figures in practice: the typical player, hold of drop, the cut card, and the monthly comparison."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.documents.blocks import Block, Grid, Paragraph, Section, count, money, number, share, words
from pitboss.documents.blocks.tree import GridCell, Piece
from pitboss.documents.inputs.input_cache import unpacked
from pitboss.documents.inputs.material import Material
from pitboss.lab.risk.lattice import lattice_of
from pitboss.lab.risk.normal import ruin_within
from pitboss.lab.risk.round_distribution import RoundLaw, law_of
from pitboss.statistics.exactness import Number

UNIT = 1_000
"""The bet assumed for dollars, in cents."""
HOURS = (50, 100, 200, 400, 720)
"""Table hours of a month."""
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip
_OHIO = 0.04
"""The difference from the lifetime payout that Ohio wants investigated (3772-10-08)."""


def practice_part(material: Material) -> Section:
    """Build the section on typical players, hold of drop and the cut card."""
    law = law_of(material.game, material.rules, {})
    blocks: list[Block] = [_typical(material, law), *_cut_card(material)]
    return Section("practice", "Typical player, hold of drop and cut card", tuple(blocks))


def _typical(material: Material, law: RoundLaw) -> Grid:
    """Tabulate the edge, hourly win and hold of drop of several kinds of players."""
    risk, initial = material.risk, float(law.initial_bet)
    bankroll = float(risk.bankroll)
    rows: list[tuple[GridCell, ...]] = []
    for who, ev in _players(material):
        played = rounds_played(float(ev), law.sd, risk.rounds, bankroll - initial)
        rows.append((
            who, share(-float(ev) / initial, digits=2), money(round(-float(ev) * risk.hour * UNIT / 100) * 100),
            count(round(played)), share(-float(ev) * played / bankroll, digits=0),
        ))  # fmt: skip
    note = (
        f"Edge of the initial bets; win an hour and seat at {money(UNIT).shown} a unit and {risk.hour} rounds. Hold of"
        f" drop: buy-in of {bankroll:g} units, {risk.rounds} rounds or until it is lost (by the trip-ruin formula). A"
        " typical player is taken to play the simple strategy and no side bets."
    )
    heads = ("player", "house edge", "win an hour", "rounds played", "hold of drop")
    return Grid("Players as they are: edge and hold of drop", heads, tuple(rows), note, wide=("player",), key="typical")


def _players(material: Material) -> Iterator[tuple[str, Number]]:
    played = material.analysis.played
    if played is None:
        return
    yield "best play", played.ev
    if material.simple is not None:
        exact = material.simple["house_edge_exact"]
        edge = unpacked(exact) if exact is not None else float(material.simple["house_edge"])
        yield "typical player: simple strategy", -edge * played.initial_bet
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
    lead: list[Piece] = [
        "From shoes dealt until fewer than ", count(left), " cards are left, a round wins ",
        number(found.mean, digits=5), " ± ", number(found.se, digits=5), " units over ", count(found.rounds),
        " rounds; from fresh shoes it wins ", number(found.fresh, digits=5), ". ",
    ]  # fmt: skip
    if found.is_measured:
        lead += ["The cut card costs the player ", share(found.effect, digits=3), " ± ", share(found.se, digits=3), "."]
    else:
        lead += ["The cut-card effect is smaller than ", share(2 * found.se, digits=3), " of the bet."]
    yield Section("cut-card", "Cut-card effect", (Paragraph(words(*lead)),))


def monthly_part(material: Material) -> Section:
    """Build the sheet on which a house compares each month with the theory."""
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
        "Hold as a share of the initial bets, best play, equal bets. A month outside the band happens once in twenty"
        " months by chance. For drop, multiply by rounds times bet over drop."
    )
    blank = tuple((month, *(["\u00a0" * 11] * 8)) for month in _MONTHS)
    form = ("month", "drop", "win", "hours", "rounds", "theoretical win", "actual hold", "band", "outside?")
    how = (
        f"Theoretical win = rounds × average initial bet × {float(edge):.4%}. Report to the regulator what lies outside"
        f" the band, and in Ohio a payout more than {_OHIO:.0%} from the table's lifetime payout (3772-10-08)."
    )
    blocks = (
        Grid("Theoretical hold and band by hours", heads, tuple(rows), note, key="monthly bands"),
        Grid("Monthly comparison", form, blank, how, key="monthly"),
    )
    return Section("monthly", "Monthly comparison sheet", blocks)
