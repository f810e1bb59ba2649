"""Pay lines in reach: a line that pays was in reach at the last question before."""

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
from pitboss.server.jobs.hint_tasks import lines_in_reach
from server.support.board import TRANSCRIPTS

TRANSCRIPTS_PER_GAME = 6
"""Transcripts per game, the longest ones."""


def rounds(game: str) -> Iterator[Round]:
    """Replay the longest golden transcripts of a game."""
    paths = sorted((TRANSCRIPTS / game).glob("*.txt"), key=lambda path: path.stat().st_size)
    for path in paths[-TRANSCRIPTS_PER_GAME:]:
        yield replay_whole(read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES))


@pytest.mark.parametrize("game", list(GAMES))
def test_paying_line_was_in_reach_at_the_last_question(game: str) -> None:
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
