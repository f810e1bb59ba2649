"""The shoe: when the dealer shuffles, which cards each round gets, and the board between rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from pitboss.cards import Card
from pitboss.play.game import Board, Game
from pitboss.play.motions import PackCut
from pitboss.play.opening import Shuffled
from pitboss.play.round import Round
from pitboss.play.steps import Burned, Discarded, Event


@dataclass(frozen=True)
class Shuffle:
    """
    The order of one shuffle, and the dealer's position in it.

    A game with a cut card keeps dealing until fewer cards than that are left (FI-2, FB-1). Every other game gets a
    fresh shuffle for each round.
    """

    order: tuple[Card, ...]
    drawn: int = 0
    board: Board = ()
    """The cards on the table between rounds."""

    @classmethod
    def shuffled(cls, game: Game, rules: Any, rng: Random) -> Self:
        """Shuffle the whole deck uniformly (C-3), with the operating system's generator at a real table."""
        cards = list(game.whole_pack(rules))
        rng.shuffle(cards)
        return cls(tuple(cards), game.burns)

    def is_new(self, game: Game) -> bool:
        """Whether no round has been dealt from it yet."""
        return self.drawn == game.burns

    def opening(self, game: Game, rules: Any, left: Board = ()) -> list[Event]:
        """Return the dealer's motions for a new shuffle: clear leftover cards, shuffle, cut and burn (C-10)."""
        cleared = [Discarded(f"card-{place}", motion="clear-board") for place, _ in enumerate(left, 1)]
        motions: list[Event] = [*cleared, Shuffled(len(self.order), game.has_shuffler, motion="shuffle")]
        if game.cut_card is not None:
            motions.append(PackCut(game.cut_card(rules), motion="cut-pack"))
        return [*motions, *(Burned(card, motion="burn") for card in self.order[: game.burns])]

    def serves(self, game: Game, rules: Any) -> bool:
        """Whether another round can be dealt: a fresh deck serves one round, a shoe lasts until its cut card."""
        if game.cut_card is None:
            return self.is_new(game)
        return len(self.order) - self.drawn >= game.cut_card(rules)

    def next_round(self, game: Game, rules: Any) -> Round:
        """Start a round with the remaining cards."""
        gone = Counter(self.order[: self.drawn]) - Counter(self.board)
        return Round(game, rules, self.order[self.drawn :], board=self.board, gone=tuple(gone.elements()))

    def gone(self, game: Game, dealt: Round) -> tuple[Card, ...]:
        """Return the cards seen since the shuffle, without the burned cards and the board."""
        out = Counter(self.order[game.burns : self.drawn + dealt.pack.drawn]) - Counter(dealt.board)
        return tuple(out.elements())

    def after(self, dealt: Round) -> Self | None:
        """Return the shuffle after this round, or None if the round was void and the dealer must shuffle (C-4)."""
        if dealt.void_reason is not None:
            return None
        return replace(self, drawn=self.drawn + dealt.pack.drawn, board=dealt.board)


class Shoe:
    """The cards of one table, and the dealer's motions with them between rounds."""

    def __init__(self, game: Game, rules: Any, rng: Random) -> None:
        self.game = game
        self.rules = rules
        self._rng = rng
        self._shuffle: Shuffle | None = None
        self._left: Board = ()
        self._is_opened = False

    def open_round(self) -> tuple[tuple[Event, ...], Round]:
        """Return the dealer's motions before the bets, and a round that is open for bets."""
        motions: list[Event] = []
        if not self._is_opened and self.game.opening:
            motions.extend(self.game.opening(self.rules))
        self._is_opened = True
        if self._shuffle is None or not self._shuffle.serves(self.game, self.rules):
            self._shuffle = Shuffle.shuffled(self.game, self.rules, self._rng)
            motions.extend(self._shuffle.opening(self.game, self.rules, self._left))
        return tuple(motions), self._shuffle.next_round(self.game, self.rules)

    def take_back(self, dealt: Round) -> None:
        """Collect the cards of a finished round."""
        assert self._shuffle is not None
        self._shuffle, self._left = self._shuffle.after(dealt), dealt.board
