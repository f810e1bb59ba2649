"""The shoe: what each round is dealt from, and what lies on the table between rounds."""

from __future__ import annotations

from random import Random
from typing import Any

from pitboss.cards import Card
from pitboss.play.game import Board, Game
from pitboss.play.round import Round
from pitboss.play.steps import Event, Shuffled


class Shoe:
    """
    The cards of one table.

    A game with a cut card goes on dealing until fewer cards than that are left (FI-2, FB-1); every
    other game gets a fresh shuffle for each round. `rng` shuffles: the operating system's generator
    at a real table, a seeded one for tests.
    """

    def __init__(self, game: Game, rules: Any, rng: Random) -> None:
        self.game = game
        self.rules = rules
        self._rng = rng
        self._left: tuple[Card, ...] = ()
        self._board: Board = ()
        self._gone: tuple[Card, ...] = ()
        self._is_opened = False

    @property
    def needs_shuffle(self) -> bool:
        """Whether the dealer shuffles before the next round."""
        cut_card = self.game.cut_card
        return cut_card is None or not self._left or len(self._left) < cut_card(self.rules)

    def open_round(self) -> tuple[tuple[Event, ...], Round]:
        """The dealer's motions before the wagers, and a round that is open for them."""
        motions: list[Event] = []
        if not self._is_opened and self.game.opening:
            motions.extend(self.game.opening(self.rules))
        self._is_opened = True
        if self.needs_shuffle:
            self._shuffle()
            motions.append(Shuffled(len(self._left)))
        return tuple(motions), Round(self.game, self.rules, self._left, board=self._board, gone=self._gone)

    def take_back(self, dealt: Round) -> None:
        """The round is over: the next goes on from here, or from a fresh shuffle where this one was void (C-4)."""
        if self.game.cut_card is None or dealt.void_reason is not None:
            self._left, self._board, self._gone = (), (), ()
            return
        drawn = dealt.pack.drawn
        out = [*self._board, *dealt.pack.cards[:drawn]]
        for card in dealt.board:
            out.remove(card)
        self._gone += tuple(out)
        self._left, self._board = dealt.pack.cards[drawn:], dealt.board

    def _shuffle(self) -> None:
        cards = list(self.game.whole_pack(self.rules))
        self._rng.shuffle(cards)
        self._left, self._board, self._gone = tuple(cards), (), ()
