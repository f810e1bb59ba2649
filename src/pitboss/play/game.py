"""What the engine must be told of a game: its rules, its bets, its pack and its scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from pitboss.cards import Card, Pack, show_cards
from pitboss.money import Cents
from pitboss.play.bets import Bet, SeatBets, Wagers, check_seat_bets
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Script, Seat
from pitboss.play.words import PLAIN, Words

if TYPE_CHECKING:
    from pitboss.games.interface import GameInterface

Board: TypeAlias = tuple[Card, ...]
"""Cards that lie on the table between rounds: flip~it's four, nothing in other games."""

Play: TypeAlias = Callable[[Any, Pack, Wagers, Board], Script[Board]]
BeforeWagers: TypeAlias = Callable[[Any, Pack], Script[Board]]
CardsByPlace: TypeAlias = Mapping[tuple[Seat | None, str], Sequence[Card]]
Totals: TypeAlias = Callable[[Any, CardsByPlace, Seat | None], Mapping[tuple[Seat | None, str], str]]
"""From the rules, the cards on the table and the viewer's seat to the total printed at each place."""
Bot: TypeAlias = Callable[[Any, Sequence[Event], Offer, Seat], str]


def nothing_more(rules: HouseRules, seat: Seat, placed: SeatBets, board: Board) -> None:
    """No check beyond those that every bet passes."""


class Game(Struct, frozen=True):
    """One rule sheet: the registry's entry and the engine's whole knowledge of it."""

    name: str
    title: str
    sentence: str
    sheet: str
    """The name of the sheet that is the law of this game."""
    rules: type[HouseRules]
    bets: Callable[[Any], tuple[Bet, ...]]
    seats: Callable[[Any], int]
    whole_pack: Callable[[Any], tuple[Card, ...]]
    play: Play
    bot: Bot
    """A sensible fixed strategy: what a bot in this seat answers, from what the seat has seen."""
    endings: tuple[str, ...]
    """The ways a round can end; each has a golden transcript."""
    before_wagers: BeforeWagers | None = None
    """What the dealer does on an empty table before wagers are taken (flip~it's four cards)."""
    board_size: int = 0
    """How many cards, none of them a joker, lie on the table between rounds."""
    also_check: Callable[[Any, Seat, SeatBets, Board], None] = nothing_more
    """A refusal that no single bet's data can say."""
    refusals: tuple[tuple[str, str], ...] = ()
    """The codes with which `also_check` refuses, each with its words for a dealer who is asked: "no: ..."."""
    cut_card: Callable[[Any], int] | None = None
    """How many cards are left behind the cut card of a shoe; none: a fresh pack for every round."""
    burns: int = 0
    """How many cards of a new shoe are burned unseen: they are `gone` in the record of its first round."""
    has_shuffler: bool = False
    """Whether a machine shuffles, and not the dealer (RY-11)."""
    edge_of_one_bet: bool = False
    """Whether the edge of the game is stated of one bet, if the sheet has several equal ones before the deal."""
    opening: Callable[[Any], Sequence[Event]] | None = None
    """The dealer's motions when a table is opened."""

    totals: Totals | None = None
    """Totals of hands that no single event can state, because they combine cards of several places."""

    def __repr__(self) -> str:
        return f"<{self.name}: {self.sentence}>"

    @property
    def provides(self) -> GameInterface:
        """Everything the game may provide besides its script: odds, kernels, data. Each part loads when asked for."""
        from pitboss.games.interface import GameInterface  # noqa: PLC0415  (dealing needs no part of it)

        return GameInterface(self.name)

    def words(self, rules: Any, you: Seat | None = None) -> Words:
        """The words for a viewer of this game: bets by their titles, its own seat "you"; no seat is the rail."""
        return Words({bet.name: bet.title for bet in self.bets(rules)}, you)

    def tokes(self, rules: Any) -> frozenset[str]:
        """The bets whose winnings are the dealers' (FB-9)."""
        return frozenset(bet.name for bet in self.bets(rules) if bet.for_dealers)

    def check_seat(
        self, rules: Any, seat: Seat, placed: SeatBets, board: Board, bets: Sequence[Bet] | None = None,
        words: Words = PLAIN,
    ) -> None:  # fmt: skip
        """Refuse what one seat has put down, with the reason, unless it may all lie there (C-1)."""
        if not 1 <= seat <= self.seats(rules):
            raise Refused("no-such-seat", f"there is no seat {seat}: {self.title} has seats 1 to {self.seats(rules)}")
        check_seat_bets(bets or self.bets(rules), rules.chip, seat, placed, words)
        self.also_check(rules, seat, placed, board)

    def check_wagers(self, rules: Any, wagers: Wagers, board: Board) -> Wagers:
        """The wagers of the seats that play, in the order of the seats, each one checked."""
        playing = {seat: dict(wagers[seat]) for seat in sorted(wagers) if wagers[seat]}
        if not playing:
            raise Refused("no-wager", "nobody has bet: a round needs a wager in at least one seat")
        bets = self.bets(rules)
        for seat, placed in playing.items():
            self.check_seat(rules, seat, placed, board, bets)
        order = {bet.name: number for number, bet in enumerate(bets)}
        return {
            seat: {name: Cents(placed[name]) for name in sorted(placed, key=lambda name: order[name])}
            for seat, placed in playing.items()
        }

    def board_fault(self, board: Board) -> str | None:
        """What is wrong with the cards said to lie on the table before a round, in words, or nothing."""
        if not board:
            return None
        if not self.board_size:
            return f"{self.title} has no board between rounds"
        if len(board) != self.board_size or any(card.is_joker for card in board):
            return f"the board of {self.title} is {self.board_size} cards, none a joker, not {show_cards(board)}"
        return None

    def pack_fault(self, rules: Any, pack: Sequence[Card], board: Board, gone: Sequence[Card]) -> str | None:
        """What is wrong with this pack, in words, or nothing."""
        all_cards, held = self.whole_pack(rules), [*pack, *board, *gone]
        if sorted(card.code for card in held) == sorted(card.code for card in all_cards):
            return None  # quick, because a shoe of 440 cards is checked every round
        whole, here = Counter(all_cards), Counter(held)
        for card in here - whole:
            times = f"{here[card]} times" if here[card] > 1 else "once"
            belongs = f"belongs {whole[card]} times" if whole[card] else "does not belong in it at all"
            return f"the pack holds {card} {times}, and it {belongs}" if whole[card] != 1 else f"{card} is there twice"
        missing = whole - here
        if missing and not (board and not gone):
            first = next(iter(missing))
            return (
                f"the pack must hold {sum(whole.values())} cards and {sum(missing.values())} are missing, {first} first"
            )
        return None
