"""The definition of a game: its rules, bets, pack and scripts."""

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
"""Cards that stay on the table between rounds: four in flip~it, none in other games."""

Play: TypeAlias = Callable[[Any, Pack, Wagers, Board], Script[Board]]
BeforeWagers: TypeAlias = Callable[[Any, Pack], Script[Board]]
CardsByPlace: TypeAlias = Mapping[tuple[Seat | None, str], Sequence[Card]]
Totals: TypeAlias = Callable[[Any, CardsByPlace, Seat | None], Mapping[tuple[Seat | None, str], str]]
"""A function of the rules, the cards on the table and the viewer's seat: it returns the total shown at each place."""
InReach: TypeAlias = Callable[[Any, CardsByPlace, Sequence[Event], Seat], Mapping[str, frozenset[int] | None]]
"""A function of the rules, and the cards and events that a seat sees; see `Game.in_reach` for what it returns."""
Bot: TypeAlias = Callable[[Any, Sequence[Event], Offer, Seat], str]


def nothing_more(rules: HouseRules, seat: Seat, placed: SeatBets, board: Board) -> None:
    """Accept all bets: the game has no checks beyond those on single bets."""


class Game(Struct, frozen=True):
    """One game: its registry entry and everything the engine knows about it."""

    name: str
    title: str
    sentence: str
    sheet: str
    """The name of the game's rule sheet."""
    rules: type[HouseRules]
    bets: Callable[[Any], tuple[Bet, ...]]
    seats: Callable[[Any], int]
    whole_pack: Callable[[Any], tuple[Card, ...]]
    play: Play
    bot: Bot
    """A sensible fixed strategy: a function that returns the bot's answer, given the events its seat has seen."""
    endings: tuple[str, ...] = ()
    """The ways a round can end, if each has a golden transcript, as in our own games."""
    before_wagers: BeforeWagers | None = None
    """The dealer's actions on an empty table before wagers are taken (flip~it's four cards)."""
    board_size: int = 0
    """The number of cards on the board between rounds; none may be a joker."""
    also_check: Callable[[Any, Seat, SeatBets, Board], None] = nothing_more
    """A check that involves more than one bet."""
    refusals: tuple[tuple[str, str], ...] = ()
    """The error codes that `also_check` raises, each with the dealer's explanation: "no: ..."."""
    cut_card: Callable[[Any], int] | None = None
    """The number of cards behind the cut card of a shoe; None for a fresh pack every round."""
    burns: int = 0
    """The number of cards burned from a new shoe; they are `gone` in the record of its first round."""
    has_shuffler: bool = False
    """Whether a machine shuffles instead of the dealer (RY-11)."""
    edge_of_one_bet: bool = False
    """Whether the house edge is relative to a single bet, if the sheet requires several equal bets before the deal."""
    opening: Callable[[Any], Sequence[Event]] | None = None
    """The dealer's motions when a table opens."""

    answers: tuple[tuple[str, str], ...] = ()
    """Verb phrases for answers whose names are not verbs: "double for free". Others are used as they are: "hit"."""

    totals: Totals | None = None
    """Totals for hands that combine cards from several places, so that no single event can state them."""
    in_reach: InReach | None = None
    """The pay table lines, counted from 0, that each of a seat's bets can still make; None while all are possible."""

    def __repr__(self) -> str:
        return f"<{self.name}: {self.sentence}>"

    @property
    def provides(self) -> GameInterface:
        """Everything the game provides besides its script: odds, kernels, data. Each part loads on first use."""
        from pitboss.games.interface import GameInterface  # noqa: PLC0415  (not needed for dealing)

        return GameInterface(self.name)

    def words(self, rules: Any, you: Seat | None = None) -> Words:
        """Return the wording for a viewer: bets by title, the viewer's seat as "you"; None for a spectator."""
        return Words({bet.name: bet.title for bet in self.bets(rules)}, you, dict(self.answers))

    def tokes(self, rules: Any) -> frozenset[str]:
        """Return the bets whose winnings go to the dealers (FB-9)."""
        return frozenset(bet.name for bet in self.bets(rules) if bet.for_dealers)

    def check_seat(
        self, rules: Any, seat: Seat, placed: SeatBets, board: Board, bets: Sequence[Bet] | None = None,
        words: Words = PLAIN,
    ) -> None:  # fmt: skip
        """Raise `Refused` unless all bets of a seat are valid (C-1)."""
        if not 1 <= seat <= self.seats(rules):
            raise Refused("no-such-seat", f"there is no seat {seat}: {self.title} has seats 1 to {self.seats(rules)}")
        check_seat_bets(bets or self.bets(rules), rules.chip, seat, placed, words)
        self.also_check(rules, seat, placed, board)

    def check_wagers(self, rules: Any, wagers: Wagers, board: Board) -> Wagers:
        """Validate all wagers and return them for the seats that play, in seat order."""
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
        """Describe what is wrong with the board before a round, or return None."""
        if not board:
            return None
        if not self.board_size:
            return f"{self.title} has no board between rounds"
        if len(board) != self.board_size or any(card.is_joker for card in board):
            return f"the board of {self.title} is {self.board_size} cards, none a joker, not {show_cards(board)}"
        return None

    def pack_fault(self, rules: Any, pack: Sequence[Card], board: Board, gone: Sequence[Card]) -> str | None:
        """Describe what is wrong with this pack, or return None."""
        all_cards, held = self.whole_pack(rules), [*pack, *board, *gone]
        if sorted(card.code for card in held) == sorted(card.code for card in all_cards):
            return None  # fast path: a shoe of 440 cards is checked every round
        whole, here = Counter(all_cards), Counter(held)
        for card in here - whole:
            times = f"{here[card]} times" if here[card] > 1 else "once"
            belongs = f"belongs {whole[card]} times" if whole[card] else "does not belong in it at all"
            return f"the pack holds {card} {times}, and it {belongs}" if whole[card] != 1 else f"{card} appears twice"
        missing = whole - here
        if missing and not (board and not gone):
            first = next(iter(missing))
            return (
                f"the pack must hold {sum(whole.values())} cards and {sum(missing.values())} are missing, {first} first"
            )
        return None
