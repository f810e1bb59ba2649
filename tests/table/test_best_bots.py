"""Best-play bots: every answer is the one `advise` ranks first."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.games import GAMES
from pitboss.games.odds import best_answer, odds_of
from pitboss.money import dollars
from pitboss.play.game import Game
from pitboss.play.records.ledger import net
from pitboss.play.steps import Answered, Seat
from pitboss.play.view import view
from pitboss.table.session import Session

SEAT = Seat(1)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_bot_gives_the_best_answer_and_the_round_is_settled(game: Game) -> None:
    rules = game.rules()
    session = Session(
        game, rules, [SEAT], [SEAT], dollars(1000), Random(4), Random("bots 4"), bot=best_answer(game)
    )  # fmt: skip
    for _ in range(2):
        session.open_round()
        session.place({})
        best = []
        while offer := session.round.pending:
            best.append(odds_of(game).advise_seat(rules, view(session.round.events, SEAT), offer, SEAT).best)
            session.let_bots_answer()
        assert best == [event.answer for event in session.round.events if isinstance(event, Answered)]
        assert net(session.round.events)
        session.close_round()
