"""Rounds written as text in a test: the first cards of the pack, the bets and the answers."""

from __future__ import annotations

from pitboss.play.game import Game
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat


def won_by(game: Game, pack: str, bets: str, answers: str = "", rules: str = "") -> dict[str, int]:
    """
    Play a round with seat 1 alone, and return what it wins on each bet, in cents.

    `pack` lists the first cards, such as "Ah Td". The other arguments look like this: `bets` "ante $10 tie $5",
    `answers` "play", `rules` "decks=1; tie_pays=9:1".
    """
    typed = "; ".join(f"1={answer}" for answer in answers.split()) or "none"
    record = f"game {game.name}\nrules {rules}\npack {pack} ...\nwagers 1: {bets}\nanswers {typed}"
    return net(replay_whole(read_text(record, {game.name: game})).events)[Seat(1)]
