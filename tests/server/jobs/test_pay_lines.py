"""Pay lines in reach: what a bet is paid by was in reach at every question before, and what is gone is not paid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.cards import show_cards
from pitboss.games import GAMES
from pitboss.layout.plan import plan_for
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Offered, Settled
from pitboss.play.view import view
from pitboss.server.jobs.pay_lines import lines_in_reach
from server.support.board import TRANSCRIPTS

EACH = 6
"""Transcripts of each game, those with most events."""


def rounds(game: str) -> Iterator[Round]:
    """The longest golden transcripts of a game, replayed."""
    paths = sorted((TRANSCRIPTS / game).glob("*.txt"), key=lambda path: path.stat().st_size)
    for path in paths[-EACH:]:
        yield replay_whole(read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES))


@pytest.mark.parametrize("game", list(GAMES))
def test_a_line_that_pays_was_in_reach_when_the_player_was_last_asked(game: str) -> None:
    checked = 0
    for dealt in rounds(game):
        plan, rules = plan_for(GAMES[game], dealt.rules), dealt.rules
        board = show_cards(dealt.record.board)
        names = {
            bet: [name for name, _ in table.lines]
            for printed in plan.tables
            if (table := printed.under(rules))
            for bet, _ in plan.paid_by(printed.of)
        }
        for settled in (event for event in dealt.events if isinstance(event, Settled) and event.bet in names):
            if settled.line not in names[settled.bet]:
                continue
            end = dealt.events.index(settled)
            asked = [at for at, event in enumerate(dealt.events[:end]) if isinstance(event, Offered)]
            seen = view(dealt.events[: asked[-1] if asked else end], settled.seat)
            found = lines_in_reach(game, rules.changed(), board, seen, settled.seat)
            if settled.bet in found:
                assert names[settled.bet].index(settled.line) in found[settled.bet], (settled, found)
                checked += 1
    assert checked or game == "blackjack", "no transcript pays a bet by its table"
