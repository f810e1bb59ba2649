"""`pitboss card`: a one-page rack card with the rules in five sentences, the payouts and a simple strategy."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10

from msgspec.structs import replace

from pitboss.documents.blocks import (
    Block,
    Document,
    Grid,
    GridCell,
    Page,
    Paragraph,
    Points,
    Quantity,
    Section,
    count,
    odds_to,
    share,
    words,
)
from pitboss.lab.simple_price import ROUNDS, SimpleStrategy, simple_strategy
from pitboss.layout.plan import pay_tables, plan_for
from pitboss.money import Pays, show_money
from pitboss.paytable import Paytable, or_more
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.school.exam.table_test import rules_hash

PAPER = "139.7x215.9"
"""Half letter size, in millimetres."""
_LARGEST, _SMALLEST, _STEP = 11.0, 8.0, 0.25
"""Font sizes to try until everything fits on one page."""


def card(game: Game, rules: HouseRules, date: str, rounds: int = ROUNDS) -> Document:
    """Build the rack card in the largest font size; a strategy cost may be simulated with `rounds` rounds."""
    sections = (
        Section("game", "The game", (Points(tuple(words(each) for each in _sentences(game, rules))),)),
        Section("pays", "What it pays", tuple(_pay_tables(game, rules))),
        Section("strategy", "How to play it well", (*_strategy(game, rules, rounds), _foot(game, rules, date))),
    )
    page = Page(paper=PAPER, margin=9, points=_LARGEST, numbered=False, banner=plan_for(game, rules).felt)
    return Document(game.title, date, sections, "How to play", page=page)


def on_one_page(document: Document) -> Document:
    """Return the document in the largest font size that fits one page."""
    from pitboss.documents.rendering.typeset import page_count  # noqa: PLC0415  (typst is optional)

    points = _LARGEST
    while points >= _SMALLEST:
        fitted = replace(document, page=replace(document.page, points=points))
        if page_count(fitted) == 1:
            return fitted
        points -= _STEP
    return replace(document, page=replace(document.page, paper="us-letter", margin=15, points=_LARGEST - 1))


def _sentences(game: Game, rules: HouseRules) -> list[str]:
    return plan_for(game, rules).how_to_play(rules) or [game.sentence]


def _pay_tables(game: Game, rules: HouseRules) -> Iterator[Block]:
    """Yield one table of all bets with a single payout, then a table for each bet with a pay table."""
    bets = game.bets(rules)
    plain: dict[str, list[str]] = {}
    for bet in bets:
        if ":" not in bet.pays and not bet.for_dealers:
            plain.setdefault(bet.short_payout, []).append(bet.title)
    if plain:
        rows = tuple((titles_together(titles), pays) for pays, titles in plain.items())
        yield Grid("", ("bet", "pays"), rows, wide=("pays",) if any(len(pays) > 12 for pays in plain) else ())
    for _, title, table in pay_tables(game, rules):
        yield _grid(title, table)


def titles_together(titles: list[str]) -> str:
    """
    List bets with the same payout, grouped by common name.

    >>> titles_together(["Red", "Black", "Call It 2", "Call It 3", "Call It K"])
    'Red, Black, Call It 2 to K'
    >>> titles_together(["Match, hand 1", "Match, hand 2"])
    'Match, hand 1 to 2'
    """
    groups: dict[str, list[str]] = {}
    for title in titles:
        head, _, last = title.rpartition(" ")
        is_one_of_many = bool(head) and (last.isdigit() or last in "JQKA") and len(last) <= 2
        groups.setdefault(head if is_one_of_many else title, []).append(last if is_one_of_many else "")
    grouped = []
    for head, ends in groups.items():
        given = [end for end in ends if end]
        grouped.append(f"{head} {given[0]} to {given[-1]}" if len(given) > 1 else " ".join([head, *given]))
    return ", ".join(grouped)


def _grid(title: str, table: Paytable) -> Grid:
    heads = (title, *(table.columns if len(table.columns) > 1 else ("pays",)))
    rows = tuple((or_more(line), *(_pays(pays) for pays in row)) for line, row in table.lines)
    return Grid("", heads, rows, fold=2 if len(rows) > 7 and len(heads) == 2 else 1)


def _pays(pays: Pays) -> GridCell:
    return odds_to(pays.ratio) if pays.won > 0 else pays.spoken


def _strategy(game: Game, rules: HouseRules, rounds: int) -> Iterator[Block]:
    found = simple_strategy(game, rules, rounds)
    if found is None:
        yield Paragraph(words(f"For odds and best play: pitboss odds {game.name}."))
        return
    yield Points(tuple(words(each) for each in found.sentences))
    yield Paragraph(words(*_price(found)), "note")


def _price(found: SimpleStrategy) -> Iterator[str | Quantity]:
    """Yield the house edge of the simple strategy and of optimal play."""
    digits = max(0, -floor(log10(100 * found.price_error))) if found.price_error else None
    side = "house" if found.house_edge >= 0 else "player's"
    yield f"With this strategy the {side} edge is "
    yield share(max(found.house_edge, -found.house_edge), digits=digits)
    yield " of the initial bets; perfect play "
    if not found.price:
        yield "does no better."
    else:
        yield "saves another "
        yield share(found.price, digits=digits)
        yield "."
    if found.rounds:
        yield " Simulated: "
        yield count(found.rounds)
        yield " rounds, to within "
        yield share(found.price_error, digits=digits)
        yield "."


def _foot(game: Game, rules: HouseRules, date: str) -> Paragraph:
    limits: dict[str, list[str]] = {}
    for bet in game.bets(rules):
        if not bet.in_play and not bet.for_dealers:
            limits.setdefault(f"{show_money(bet.least)} to {show_money(bet.most)}", []).append(bet.title)
    named = (
        amounts if len(limits) == 1 else f"{titles_together(titles)} {amounts}" for amounts, titles in limits.items()
    )
    return Paragraph(words(f"Bets: {'; '.join(named)}. Rules {rules_hash(rules)}, {date}."), "note")
