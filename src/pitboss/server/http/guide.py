"""A short guide to a table's game: how to play, each bet, the pay tables, and the house rules that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pitboss.layout.plan import FeltPlan, plan_for
from pitboss.play.game import Game
from pitboss.play.words import without_rulings
from pitboss.server.http.models import BetGuide, Differs, Guide, PrintedTable
from pitboss.server.jobs.hints import Edge
from pitboss.server.tables.present import bet_info

OR_MORE = re.compile(r"^(\d+)\+ (\w+)$")
"""Matches pay table lines such as "2+ tokens", which mean two or more."""


def guide_to(game: Game, rules: Any, edge: Edge | None, edge_known: bool) -> Guide:
    """Return the guide for a newcomer to this game."""
    plan = plan_for(game, rules)
    pays = {spot.bet: plan.pays_under(rules, spot) for spot in plan.spots}
    edges = edge.bets if edge else {}
    tables = _tables(plan, rules, {bet.name: bet.title for bet in game.bets(rules)})
    return Guide(
        title=game.title, sentence=game.sentence, how=plan.how_to_play(rules), order=list(plan.order),
        bets=[
            BetGuide(**bet_info(bet), pays=pays.get(bet.name, ""), edge=edges.get(bet.name))
            for bet in game.bets(rules)
        ],
        tables=list(tables), changed=list(_changed(rules)), edge_words=edge.words if edge else "",
        edge_known=edge_known,
    )  # fmt: skip


def _tables(plan: FeltPlan, rules: Any, titles: dict[str, str]) -> Iterator[PrintedTable]:
    for printed in plan.tables:
        table = printed.under(rules)
        if table is not None:
            bets = [(bet, column if len(table.columns) > 1 else None) for bet, column in plan.paid_by(printed.of)]
            of = next((titles[bet] for bet, _ in bets if bet in titles), "")
            title = printed.title or of or printed.of.removesuffix("_table").replace("_", " ").capitalize()
            names = _pay_lines_in_words([name for name, _ in table.lines])
            lines = [[name, *map(str, pays)] for name, (_, pays) in zip(names, table.lines, strict=True)]
            columns = list(table.columns) if len(table.columns) > 1 else ["Pays"]
            yield PrintedTable(title=title, columns=columns, lines=lines, bets=bets)


def _pay_lines_in_words(names: list[str]) -> list[str]:
    """
    Write pay table lines as people say them: of the "n or more" lines, only the highest keeps "or more".

    >>> _pay_lines_in_words(["2+ tokens", "1+ tokens"])
    ['2 tokens or more', '1 token']
    """
    if not all(OR_MORE.match(name) for name in names):
        return names
    words = [OR_MORE.sub(r"\1 \2" if place else r"\1 \2 or more", name) for place, name in enumerate(names)]
    return [name.removesuffix("s") if name.startswith("1 ") else name for name in words]


def _changed(rules: Any) -> Iterator[Differs]:
    """Yield the options that differ from the sheet, with their meaning."""
    sheet = type(rules)().as_data()
    for name, value in rules.changed().items():
        yield Differs(
            name=name, value=_value_in_words(value), sheet=_value_in_words(sheet[name]),
            meaning=without_rulings(rules.meaning(name)), ruling=rules.ruling(name),
        )  # fmt: skip


def _value_in_words(value: object) -> str:
    """Format a rule's value as one line of text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{line} {_value_in_words(pays)}" for line, pays in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
