"""Page 1 with the verdict on every wager, and the overview with what a casino must know before it opens."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pitboss.documents.blocks import (
    Block,
    Definitions,
    Grid,
    GridCell,
    Mark,
    Paragraph,
    Picture,
    Piece,
    Points,
    Section,
    See,
    Words,
    bound,
    count,
    money,
    number,
    share,
    words,
)
from pitboss.documents.inputs.liability import CostliestRound
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.charts import bars
from pitboss.documents.sections.operator import typical_player
from pitboss.documents.sections.option_words import clause_words, option_title, setting_words
from pitboss.documents.sections.protection import bet_words, dealt_of, top_threats
from pitboss.games.interface import GameInterface
from pitboss.money import show_money
from pitboss.solving.answers.analysis import BetOdds

OUT_OF_LINE = Fraction(1, 5)
"""House edge above which a bet is flagged."""


def overview_part(material: Material) -> Section:
    """Build the section on the game, the house edge, and what a casino must know."""
    game, rules = material.game, material.rules
    house = setting_words(rules, rules.settings())
    blocks: list[Block] = [Paragraph(words(f"{game.sentence} Sheet: {game.sheet}. House rules: {house}."))]
    if material.analysis.played:
        played = material.analysis.played
        blocks.append(
            Paragraph(
                words(
                    "Game as played (", played.note.rstrip("."), "): the house edge is ", share(played.house_edge),
                    " of the initial bet and ", share(played.element_of_risk), " of all money bet; the standard"
                    " deviation of a round is ",
                    number(played.sd), " units.",
                )
            )
        )  # fmt: skip
    found = tuple(must_know(material))
    none = Paragraph(words("No finding requires the operator's attention."))
    blocks.append(Section("must-know", "Findings for the operator", (Points(found) if found else none,)))
    return Section("overview", "Overview", tuple(blocks))


def names_of(material: Material, group: list[BetOdds]) -> str:
    """Return the titles of a group of bets, abbreviated if there are many."""
    titles = [material.title([bet.name]) for bet in group]
    between = "; " if any("," in title for title in titles) else ", "
    return between.join(titles) if len(titles) <= 4 else f"{titles[0]}{between}{titles[1]} … {titles[-1]}"


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
            alone = "" if _stands_alone(material, value.bet) else ", but it cannot be made without other bets"
            yield words(
                f"{material.title([value.bet])} favours the player: with best play, one unit adds ",
                number(value.value, digits=3), f" units to the value of the bets it requires{alone}.",
            )  # fmt: skip
    mix = material.mix
    if mix is not None:
        laid = ", ".join(f"{show_money(amount)} on {material.title([bet])}" for bet, amount in mix.amounts.items())
        yield words(
            "A permitted combination of bets favours the player: ", laid, " has an expected gain of ", money(mix.mean),
            " per round, ", share(mix.edge, digits=2), " of the amount wagered.",
        )  # fmt: skip
    elif not any(value.value > 1e-9 for value in material.values):
        yield words(f"No bet and no combination of bets within the limits favours the player {_fresh(material)}.")
    else:
        yield words(f"No combination of bets within the limits favours the player {_fresh(material)}.")


def _fresh(material: Material) -> str:
    return "off the top of a fresh shoe" if material.game.cut_card is not None else "from a fresh pack"


def _when_made(material: Material) -> Iterator[Words]:
    """Yield bets that the dealer offers later and that optimal play makes only when they are favourable."""
    known = {value.bet for value in material.values}
    offered = {bet.name for bet in material.bets if bet.in_play}
    found = [group for group in material.groups if group[0].name in offered - known and float(group[0].house_edge) < 0]
    if found:
        sentence = (
            "Made only as best play prescribes, these bets favour the player; the bets they require bear the cost: "
        )
        pieces: list[Piece] = [sentence]
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
    """List bets with a house edge above `OUT_OF_LINE` in one sentence; skip later bets, which are optional."""
    edges = [(group, edge_at_best_play(material, group[0])) for group in material.groups]
    found = [(group, edge) for group, edge in edges if edge > OUT_OF_LINE and not _is_choice(material, group[0])]
    if found:
        pieces: list[Piece] = ["The house edge exceeds ", bound(OUT_OF_LINE), " on "]
        for at, (group, edge) in enumerate(found):
            pieces += ["; " * (at > 0) + f"{names_of(material, group)} ", share(edge, digits=2)]
        yield (*pieces, ", which regulators may question.", *_among_others(material, [group for group, _ in found]))


def _among_others(material: Material, found: list[list[BetOdds]]) -> Iterator[Piece]:
    """Yield the edge of the whole game if some of these bets are compulsory."""
    must = {bet.name for bet in material.bets if bet.compulsory}
    within = [names_of(material, group) for group in found if group[0].name in must]
    if within and material.analysis.played:
        yield f" {', '.join(within)} is compulsory; the house edge of the game as played is "
        yield share(material.analysis.played.house_edge, digits=2)
        yield "."


def _seen(material: Material) -> Iterator[Words]:
    rows = top_threats(material.protection["threats"], dealt_of(material))
    for row in rows:
        yield words(
            f"{row['name'].capitalize()} ({bet_words(material, row['bet'])}): worth ",
            number(row["per_100"], digits=3), " units per 100 rounds, ", money(round(row["an_hour"] * 100)),
            f" an hour at the limit, {_closed(material, row)}",
        )  # fmt: skip
    if not material.game.provides.has(GameInterface.threats):
        only = "Card counting and exposed cards were not examined, only a missing card; see "
        yield words(only, See("protection"), ".")
    elif not rows:
        yield words("No information that can be counted or seen gives a player an edge; see ", See("protection"), ".")


def _largest(material: Material) -> Iterator[Words]:
    found = material.liability
    exact = found.seat.is_exact and found.table.is_exact
    seat, table = (money(each.most if exact else each.bound) for each in (found.seat, found.table))
    yield words(
        "Largest liability of one round: ", "" if exact else "at most ", seat, " to one seat and ", table,
        f" to a full table of {found.table.seats}; see ", See("liability"), ".",
    )  # fmt: skip


def _contradictions(material: Material) -> Iterator[Words]:
    for ruling in material.rulings:
        if ruling.contradiction:
            yield words(f"Contradiction in the rule sheet ({ruling.number}): {ruling.plain}")


UNIT = 1_000
"""The bet assumed for dollars per hour, in cents."""
LOW, HIGH, EXTREME = 0.01, 0.10, 0.20
"""House edges below, above and far above the usual range."""
_NOTHING = 1e-9
_MAX_BARS = 8
_MAX_DECISIONS = 5


def verdict_part(material: Material) -> Section:
    """Build the front page."""
    blocks: list[Block] = [
        Paragraph((*_earns(material), " ", *_for_the_house(material)), "lead"),
        _wagers(material),
        *_chart(material),
        Definitions(tuple(_exposure(material))),
        Section("decide", "To decide before opening", tuple(_to_decide(material))),
    ]
    return Section("summary", "Summary", tuple(blocks), front=True)


def _earns(material: Material) -> Words:
    risk, played = material.risk, material.analysis.played
    if played is None:
        return words(material.game.sentence)
    units, one = float(played.initial_bet), money(UNIT)
    bets: Words = (one, " on the initial bet")
    if units > 1:
        bets = (money(units * UNIT), " on the initial bets (", number(units, digits=0), " of ", one, ")")
    return words(
        "With ", *bets, " and ", count(risk.hour), " rounds an hour, the house wins ",
        money(round(risk.cost_an_hour * UNIT)), " per hour and seat on average against best play: ",
        share(risk.house.edge, digits=2), " of the initial bets. The standard deviation of a round is ",
        money(round(risk.round_sd, 1) * UNIT), ".",
    )  # fmt: skip


def _for_the_house(material: Material) -> Words:
    """Return a sentence on whether any combination of bets within the limits favours the player."""
    mix = material.mix
    if mix is None:
        return words(f"No combination of bets within the limits favours the player {_fresh(material)}.")
    return words(
        "One combination of bets within the limits favours the player, by ", share(mix.edge, digits=1),
        " of the amount wagered; decide on it before opening.",
    )  # fmt: skip


def edge_at_best_play(material: Material, bet: BetOdds) -> float:
    """Return the house edge of this bet under optimal play."""
    values = {value.bet: value.value for value in material.values}
    return -values[bet.name] if bet.name in values else float(bet.house_edge)


def _wagers(material: Material) -> Grid:
    heads = ("wager", "house edge at best play", "hit rate", "largest award", "verdict")
    rows = tuple(_row(material, group) for group in material.groups)
    note = (
        "The edge is what one unit adds to the expected loss of the round, with the wagers it requires and with all"
        " later wagers that best play makes. A player's choice is offered after the deal: a positive edge is that of"
        " making it every time, a negative one that of the rounds in which best play makes it. Largest award: one wager"
        " at its limit."
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
    """Return whether the dealer offers the bet later, so that optimal play makes it only when it pays."""
    return any(each.in_play for each in material.bets if each.name == bet.name)


def _verdict(material: Material, bet: BetOdds, edge: float) -> Mark:
    if _is_choice(material, bet):
        return Mark("player's choice", "fair")
    if edge < -_NOTHING and material.mix is None and not _stands_alone(material, bet.name):
        return Mark("for the player, but not alone", "fair")
    if edge < -_NOTHING:
        return Mark("favours the player", "bad")
    if edge < LOW:
        return Mark("low", "good")
    if edge <= HIGH:
        return Mark("usual", "good")
    return Mark("high", "fair") if edge <= EXTREME else Mark("very high", "bad")


def _chart(material: Material) -> Iterator[Block]:
    groups = [group for group in material.groups if not _is_choice(material, group[0])]
    if 1 < len(groups) <= _MAX_BARS:
        named = [(names_of(material, group), edge_at_best_play(material, group[0])) for group in groups]
        listed = "; ".join(f"{name} {edge:.2%}" for name, edge in named)
        title = "House edge at best play"
        red = "; red: the player's edge" if any(edge < 0 for _, edge in named) else ""
        yield Picture(bars(title, named), f"Bars: {title.lower()}. {listed}.", f"{title}, by wager{red}", 160.0)


def _exposure(material: Material) -> Iterator[tuple[str, Words]]:
    found = material.liability
    yield (
        "Largest liability of one round",
        words(*_cost(found.seat), " to one seat, ", *_cost(found.table), f" to a full table of {found.table.seats};",
              " see ", See("liability"), "."),
    )  # fmt: skip
    typical = typical_player(material)
    if typical is not None:
        yield (
            "Typical player",
            words("house edge ", share(typical.edge, digits=2), ", hold of drop ", share(typical.hold, digits=0),
                  "; see ", See("practice"), "."),
        )  # fmt: skip
    for row in top_threats(material.protection["threats"], dealt_of(material))[:2]:
        yield "Threat: " + row["name"], _threat(material, row)


def _cost(found: CostliestRound) -> Words:
    return (money(found.most),) if found.is_exact else ("at most ", money(found.bound))


def _threat(material: Material, row: dict[str, Any]) -> Words:
    return words(
        money(round(row["an_hour"]) * 100),
        f" an hour at the limit on {bet_words(material, row['bet'])}, {_closed(material, row)}",
    )


def _closed(material: Material, row: dict[str, Any]) -> str:
    """Return what a threat requires and what prevents it."""
    clause = clause_words(material.rules, row["clause"])
    return f"to a player with this information: {row['knows']}. Countermeasure: {row['closed_by']} ({clause})."


def _to_decide(material: Material) -> Iterator[Block]:
    found = tuple(_decisions(material))[:_MAX_DECISIONS]
    yield Points(found) if found else Paragraph(words("Nothing."))
    yield Paragraph(words("Details: ", See("must-know"), "."))


def _decisions(material: Material) -> Iterator[Words]:
    """Yield the decisions a casino must make."""
    for ruling in material.rulings:
        if ruling.contradiction:
            yield words(
                f"Which reading of a contradiction in the rule sheet applies ({ruling.number}):"
                f" {_options(material, ruling.options)}."
            )
    if material.mix is not None:
        yield words(
            "Whether to permit the combination of bets that gives the player ", money(material.mix.mean), " per round.",
        )  # fmt: skip
    extreme = [
        names_of(material, group)
        for group in material.groups
        if not _is_choice(material, group[0]) and edge_at_best_play(material, group[0]) > EXTREME
    ]
    if extreme:
        yield words(f"Whether to offer wagers with a house edge above 20%: {'; '.join(extreme)}.")
    for row in top_threats(material.protection["threats"], dealt_of(material))[:2]:
        yield words(f"Whether to adopt the countermeasure for the threat “{row['name']}”.")


def _options(material: Material, options: tuple[str, ...]) -> str:
    named = " and ".join(f"“{option_title(material.rules, option)}”" for option in options)
    return f"see {named} among the options" if options else "no option; this report states the reading"
