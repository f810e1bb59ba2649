"""Report summary: key figures on one page, and what a casino must know before it opens the game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.documents.blocks import (
    Block,
    Paragraph,
    Points,
    Section,
    See,
    Words,
    bound,
    money,
    number,
    share,
    words,
)
from pitboss.documents.blocks.tree import Piece
from pitboss.documents.figures.threat_words import bet_words, dealt_of, told_ways
from pitboss.documents.inputs.material import Material
from pitboss.money import show_money
from pitboss.solving.answers.analysis import BetOdds

OUT_OF_LINE = Fraction(1, 5)
"""House edge above which a bet is pointed out."""


def overview_part(material: Material) -> Section:
    """Build the section on the game, the house edge, and what a casino must know."""
    game, rules = material.game, material.rules
    house = "; ".join(rules.settings()) or "default"
    blocks: list[Block] = [Paragraph(words(f"{game.sentence} Sheet: {game.sheet}. House rules: {house}."))]
    if material.analysis.played:
        played = material.analysis.played
        blocks.append(
            Paragraph(
                words(
                    "As played (", played.note.rstrip("."), "): the house keeps ", share(played.house_edge),
                    " of the initial bet and ", share(played.element_of_risk), " of all money bet; standard deviation ",
                    number(played.sd), " a round.",
                )
            )
        )  # fmt: skip
    found = tuple(must_know(material))
    none = Paragraph(words("Nothing was found that a house must be warned of."))
    blocks.append(Section("must-know", "What a house must know before it opens", (Points(found) if found else none,)))
    return Section("overview", "Overview", tuple(blocks))


def names_of(material: Material, group: list[BetOdds]) -> str:
    """Return the titles of a group of bets, abbreviated if there are many."""
    titles = [material.title([bet.name]) for bet in group]
    if len(titles) > 4:
        return f"{titles[0]}, {titles[1]} … {titles[-1]}"
    return ", ".join(titles)


def must_know(material: Material) -> Iterator[Words]:
    """Yield findings: player advantages, unusual edges, exposed cards, the largest liability, and contradictions."""
    yield from _players_edge(material)
    yield from _when_made(material)
    yield from _out_of_line(material)
    yield from _seen(material)
    yield from _largest(material)
    yield from _contradictions(material)


def _players_edge(material: Material) -> Iterator[Words]:
    for value in material.values:
        if value.value > 1e-9:
            alone = "" if _stands_alone(material, value.bet) else ", though it cannot be made without other bets"
            yield words(
                f"{material.title([value.bet])} favours the player: at best play it adds ", number(value.value),
                f" a unit to the bets that it needs{alone}.",
            )  # fmt: skip
    mix = material.mix
    if mix is not None:
        laid = ", ".join(f"{show_money(amount)} on {material.title([bet])}" for bet, amount in mix.amounts.items())
        yield words(
            "A mix of bets that the rules allow has an edge for the player: ", laid, " wins ", money(mix.mean),
            " a round on average, ", share(mix.edge), " of what is put down.",
        )  # fmt: skip
    elif not any(value.value > 1e-9 for value in material.values):
        yield words(f"No bet, and no mix of bets within the limits, has an edge for the player {_fresh(material)}.")
    else:
        yield words(f"No mix of bets within the limits has an edge for the player {_fresh(material)}.")


def _fresh(material: Material) -> str:
    return "off the top of a fresh shoe" if material.game.cut_card is not None else "from a fresh pack"


def _when_made(material: Material) -> Iterator[Words]:
    """Yield bets that the dealer offers later and that optimal play makes only when they are favourable."""
    known = {value.bet for value in material.values}
    offered = {bet.name for bet in material.bets if bet.in_play}
    found = [group for group in material.groups if group[0].name in offered - known and float(group[0].house_edge) < 0]
    if found:
        said = "Made only where best play makes them, these bets favour the player, and the bets they need pay for it: "
        pieces: list[Piece] = [said]
        for at, group in enumerate(found):
            pieces += ["; " * (at > 0) + f"{names_of(material, group)} ", share(-group[0].house_edge)]
        yield (*pieces, ".")


def _stands_alone(material: Material, name: str) -> bool:
    bet = next(bet for bet in material.bets if bet.name == name)
    return (
        not bet.needs
        and bet.equals is None
        and not any(other.compulsory for other in material.bets if other.name != name)
    )


def _out_of_line(material: Material) -> Iterator[Words]:
    """List bets with a house edge far above that of other games, in one sentence."""
    found = [group for group in material.groups if float(group[0].house_edge) > OUT_OF_LINE]
    if found:
        pieces: list[Piece] = ["The house keeps more than ", bound(OUT_OF_LINE), " of these wagers, far out of line: "]
        for at, group in enumerate(found):
            pieces += ["; " * (at > 0) + f"{names_of(material, group)} ", share(group[0].house_edge)]
        yield (*pieces, ". Regulators and players will ask.", *_among_others(material, found))


def _among_others(material: Material, found: list[list[BetOdds]]) -> Iterator[Piece]:
    """Yield the edge of the whole game for those bets that cannot be made alone."""
    must = {bet.name for bet in material.bets if bet.compulsory}
    within = [names_of(material, group) for group in found if group[0].name in must]
    if within and material.analysis.played:
        yield f" {', '.join(within)} comes with the other bets of the game as played, of which the house keeps "
        yield share(material.analysis.played.house_edge)
        yield " in all."


def _seen(material: Material) -> Iterator[Words]:
    rows = told_ways(material.protection["threats"], dealt_of(material))
    for row in rows:
        yield words(
            f"{row['name'].capitalize()} ({bet_words(material, row['bet'])}): a player who knows {row['knows']} wins ",
            number(row["per_100"], digits=3), " units in a hundred rounds, ", money(round(row["an_hour"] * 100)),
            f" an hour at the limit. Closed by: {row['closed_by']} ({row['clause']}).",
        )  # fmt: skip
    if not rows:
        yield words("Nothing that can be counted or seen gives a player an edge; see ", See("protection"), ".")


def _largest(material: Material) -> Iterator[Words]:
    found = material.liability
    exact = found.seat.is_exact and found.table.is_exact
    seat, table = (money(each.most if exact else each.bound) for each in (found.seat, found.table))
    yield words(
        "Largest liability of one round: ", "" if exact else "not more than ", seat, " to one seat and ", table,
        f" to a full table of {found.table.seats}; see ", See("liability"), ".",
    )  # fmt: skip


def _contradictions(material: Material) -> Iterator[Words]:
    for ruling in material.rulings:
        if ruling.contradiction:
            yield words(f"The sheet says two things ({ruling.number}): {ruling.plain}")
