"""The table as a reader follows it: the state a question describes, and the changes made by each further sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from school.checker.shown import MONEY, SeenCard, cards_in, cents, table_in

OF_ROW = {
    "Two-card hand": "two-card hand", "One-card hand": "one-card hand", "Blackjack wager": "hand ",
    "Main wager": "hand ", "Toke": "hand ",
}  # fmt: skip
"""The hands that a bet rides on: once the last of them is in the rack, the bet has no chips left."""
DOWN = SeenCard(-1, "")
"""A face-down card."""


class Fact(NamedTuple):
    """One sentence of a round: the event, its seat, its place, and the amount."""

    kind: str
    seat: int = 0
    at: str = ""
    """The place of a card or the title of a bet."""
    hand: int = 0
    cents: int = 0
    cards: tuple[SeenCard, ...] = ()
    text: str = ""
    is_free: bool = False


PATTERNS: list[tuple[str, str]] = [
    ("settled", rf"Seat (?P<seat>\d)'s (?P<at>.+?)(?P<free>, free bet)?(?: on hand (?P<hand>\d))?: (?P<rest>.*), "
     rf"(?:(?:wins|loses|capped at) {MONEY.replace('(', '(?P<money>', 1)}|pushes|loses nothing)\."),
    ("bets", rf"Seat (?P<seat>\d) bets {MONEY.replace('(', '(?P<money>', 1)} on (?P<at>.+?)"
     r"(?: on hand (?P<hand>\d))?\."),
    ("card", r"Seat (?P<seat>\d)'s (?P<at>[a-z -]+\d?): (?P<rest>.*)\."),
    ("turned", r"The dealer turns seat (?P<seat>\d)'s (?P<at>.+): (?P<rest>.*)\."),
    ("turned", r"Seat (?P<seat>\d) turns (?P<at>card \d): (?P<rest>.*)\."),
    ("turned", r"The dealer turns (?:the )?(?P<at>[a-z -]+\d?): (?P<rest>.*)\."),
    ("racked", r"Seat (?P<seat>\d)'s (?P<at>[a-z -]+\d?)(?: \(\d+ cards\))? to the discard rack\."),
    ("racked", r"(?P<at>[A-Z][a-z -]+\d?)(?: \(\d+ cards\))? to the discard rack\."),
    ("card", r"(?P<at>Flop \d|Up card|Hole card|Dealer card \d|Turn|River|Flip|Card \d|Dealer): (?P<rest>.*)\."),
    ("moved", r"(?P<rest>\S+) moves to seat (?P<seat>\d)'s (?P<at>.+)\."),
    ("moved", r"(?P<rest>\S+) moves to (?P<at>card \d)\."),
    ("shifted", r"Seat (?P<seat>\d)'s (?P<at>.+) moves over and is now (?P<rest>.+)\."),
    ("read", r"(?:Seat (?P<seat>\d)|The dealer) has .*: (?P<rest>.*[♠♥♦♣].*)\."),
    ("checked", r"The dealer checks seat (?P<seat>\d)'s hand for a free bet\."),
    ("token", r"The dealer places a Free Bet token to the right of seat (?P<seat>\d)'s bet: a free (?P<at>\w+) for hand"
     r" (?P<hand>\d)\."),
    ("tokens up", r"The (?:token|\d tokens) of seat (?P<seat>\d)'s hand (?P<hand>\d) (?:goes|go) (?P<at>.*)\."),
    ("tokens locked", r"The dealer locks up seat (?P<seat>\d)'s .*tokens?\."),
    ("wager locked", r"The dealer locks up the losing wager of seat (?P<seat>\d)'s hand (?P<hand>\d):.*"),
    ("tucked", r"The dealer tucks seat (?P<seat>\d)'s hand (?P<hand>\d) under the Push 22 bet\."),
    ("sideways", r"Seat (?P<seat>\d)'s hand (?P<hand>\d) busts with .*"),
    ("pointed", r"Seat (?P<seat>\d) points at .*"),
    ("pack", r"The dealer gives seat (?P<seat>\d) a pack of 3 cards\."),
    ("own pack", r"The dealer takes a pack of 3 cards\."),
    ("burned", r"The dealer burns a card\."),
    ("rest taken", r"The dealer presses the green button .*"),
    ("looks at own", r"Seat (?P<seat>\d) looks at its cards\."),
    ("asked", r"The dealer asks seats? (?P<seat>\d)[\d, ]*: (?P<at>.*)\?"),
    ("closed", r"The dealer closes the bets .*"),
    ("offered", r"The dealer offers .*"),
    ("swept", r"The dealer sweeps .*"),
    ("insurance closed", r"Insurance is closed\."),
    ("looked", r"The dealer looks under .*"),
    ("seen", r"You see (?P<rest>.*)\."),
    ("no blackjack", r"The dealer has no blackjack\."),
    ("sideways ace", r"The dealer turns the ace sideways\."),
    ("ace back", r"The dealer turns the ace back\."),
    ("for push 22", r"Every hand has bust or was a blackjack: .*"),
    ("cut card", r"The cut card comes out.*"),
    ("ran out", r".*(?:run|ran|runs) out.*"),
    ("said", r"Seat (?P<seat>\d) (?P<at>.*)\."),
]  # fmt: skip
COMPILED = [(kind, re.compile(pattern)) for kind, pattern in PATTERNS]


def fact_of(sentence: str) -> Fact:
    """Parse one sentence."""
    for kind, pattern in COMPILED:
        if found := pattern.fullmatch(sentence):
            said = {name: text or "" for name, text in found.groupdict().items()}
            rest = said.get("rest", "")
            cards = tuple(cards_in(rest)) or ((DOWN,) if "face down" in rest else ())
            return Fact(
                kind, int(said.get("seat") or 0), said.get("at", ""), int(said.get("hand") or 0),
                cents(said.get("money") or "0"), cards, sentence,
                bool(said.get("free")) or rest.startswith("free bet, "),
            )  # fmt: skip
    raise AssertionError(f"no reader understands: {sentence}")


def sentences(text: str) -> list[str]:
    """Split a text into sentences."""
    return [part for part in re.split(r"(?<=[.?]) (?=[A-Z]|10[♠♥♦♣]|\d[♠♥♦♣])", text.strip()) if part]


@dataclass
class Felt:
    """Cards by owner and place, chips by seat and title, and the sentences read so far. Seat 0 is the dealer."""

    game: str
    cards: dict[tuple[int, str], list[SeenCard]] = field(default_factory=dict)
    chips: dict[tuple[int, str], int] = field(default_factory=dict)
    past: list[Fact] = field(default_factory=list)
    stays: list[Fact] = field(default_factory=list)
    """Visible traces of earlier motions: tokens, and hands that are tucked or sideways."""

    @classmethod
    def read(cls, game: str, text: str) -> Felt:
        """Parse the table of a question, with the last motions as its past."""
        before, _, last = text.partition("Last: ")
        if not last and not re.search(r"(?:Seat \d|Dealer): ", text):
            before, last = "", text  # the table is empty: only the last motions are described
        seen = table_in(before)
        felt = cls(game)
        for seat, places in seen.seats.items():
            for at, cards in places.items():
                felt.cards[seat, at] = list(cards)
            felt.chips.update({(seat, title): money for title, money in seen.chips[seat].items()})
        for seat, at in re.findall(r"Seat (\d): (.*?)\.(?= [A-Z]|$)", before):
            for part in at.split("; "):
                if found := re.fullmatch(
                    r"([a-z -]+?(?: \d)?)((?: (?:10|[2-9JQKA])[♠♥♦♣])*)(?: and)? (?:(\d) )?face down", part
                ):
                    felt.cards.setdefault((int(seat), found[1]), []).extend([DOWN] * int(found[3] or 1))
        for at, cards in seen.dealer.items():
            felt.cards[0, at] = list(cards) or [DOWN]
        for sentence in sentences(before):
            if not re.match(r"Seat \d: |Dealer: ", sentence):
                felt.stays.append(fact_of(sentence))
        felt.past = [fact_of(sentence) for sentence in sentences(last)]
        return felt

    @property
    def last(self) -> Fact:
        """Return the last motion described, ignoring a cut card, or an empty one at the beginning."""
        return next((fact for fact in reversed(self.past) if fact.kind != "cut card"), Fact(""))

    def was(self, *kinds: str) -> bool:
        """Return whether the last motion was of one of these kinds."""
        return self.last.kind in kinds

    def facts(self, kind: str, seat: int = 0) -> list[Fact]:
        """Return the facts of a kind, for one seat or all, that are still visible or were described."""
        seen = [*self.stays, *(fact for fact in self.past if fact not in self.stays)]
        return [fact for fact in seen if fact.kind == kind and (not seat or fact.seat == seat)]

    def has(self, seat: int, title: str) -> bool:
        return self.chips.get((seat, title), 0) > 0

    def with_chips(self, *titles: str) -> list[int]:
        """Return the seats with chips on one of these spots, or on any."""
        return sorted({seat for seat, title in self.chips if not titles or title in titles})

    def hands(self, seat: int) -> dict[str, list[SeenCard]]:
        return {at: cards for (owner, at), cards in self.cards.items() if owner == seat}

    def up(self, seat: int, at: str) -> list[SeenCard]:
        return [card for card in self.cards.get((seat, at), []) if card != DOWN]

    def is_down(self, seat: int, at: str) -> bool:
        return DOWN in self.cards.get((seat, at), [])

    @property
    def seats(self) -> list[int]:
        """Return the seats in the round: those with chips or cards."""
        return sorted({seat for seat, _ in self.chips} | {seat for seat, _ in self.cards if seat})

    def apply(self, fact: Fact) -> None:
        """Apply a motion to the table."""
        getattr(self, f"_{fact.kind.replace(' ', '_')}", lambda _: None)(fact)
        self.past.append(fact)

    def _bets(self, fact: Fact) -> None:
        key = fact.seat, fact.at
        self.chips[key] = self.chips.get(key, 0) + fact.cents

    def _settled(self, fact: Fact) -> None:
        """Remove chips from the spot. With several hands, remove only this hand's part, as far as the text gives it."""
        key = fact.seat, fact.at
        if fact.is_free or key not in self.chips:
            return
        odds = re.search(r" pays (\d+):(\d+), wins", fact.text)
        stake = fact.cents
        if odds:
            stake = fact.cents * int(odds[2]) // int(odds[1])
        elif "pushes" in fact.text or "capped" in fact.text:
            stake = self.chips[key] // (1 if fact.at == "Toke" else max(self._hands_left(fact), 1))
        self.chips[key] -= stake
        if self.chips[key] <= 0:
            self.chips.pop(key)

    def _hands_left(self, fact: Fact) -> int:
        """Return how many hands of the seat still have cards; 1 if the bet has no hands."""
        if not fact.hand:
            return 1
        gone = {f.hand for f in self.past if f.kind == "settled" and f.seat == fact.seat and f.at == fact.at}
        gone |= {f.hand for f in self.facts("token", fact.seat) if f.at == "split" and f.hand != fact.hand}
        gone |= {f.hand for f in self.facts("tucked", fact.seat)}
        return len([at for at in self.hands(fact.seat) if not at[-1:].isdigit() or int(at[-1]) not in gone])

    def _card(self, fact: Fact) -> None:
        at = fact.at if fact.seat else fact.at.lower()
        self.cards.setdefault((fact.seat, at), []).extend(fact.cards)

    def _turned(self, fact: Fact) -> None:
        self.cards[fact.seat, fact.at] = list(fact.cards)

    def _racked(self, fact: Fact) -> None:
        whole = {"Board": ("flop", "turn", "river"), "Dealer hand": ("up card", "hole card", "dealer")}
        if fact.seat and fact.at == "hand" and self.game == "beat-the-dealer":
            places = list(self.hands(fact.seat))
        elif fact.seat:
            places = [fact.at]
        else:
            places = [at for at in self.hands(0) if at.startswith(whole.get(fact.at, (fact.at.lower(),)))]
        for at in places:
            self.cards.pop((fact.seat, at), None)
        for title, row in OF_ROW.items():
            if fact.seat and fact.at.startswith(row) and not any(at.startswith(row) for at in self.hands(fact.seat)):
                self.chips.pop((fact.seat, title), None)  # the last hand of these bets is gone

    def _moved(self, fact: Fact) -> None:
        """Move a card to another place: the second card of a pair, a card of the row, a card that a player sets."""
        card = fact.cards[0]
        others = {key: held for key, held in self.cards.items() if key[0] == fact.seat and key[1] != fact.at}
        holding = [key for key, held in others.items() if card in held]
        pairs = [key for key in holding if [one.points for one in self.cards[key]] == [card.points] * 2]
        for key in (pairs or holding)[:1]:
            self.cards[key].remove(card)
            if not self.cards[key]:
                self.cards.pop(key)
        self.cards.setdefault((fact.seat, fact.at), []).append(card)

    def _shifted(self, fact: Fact) -> None:
        where = fact.text.rpartition(" is now ")[2].removesuffix(".")
        self.cards[fact.seat, where] = self.cards.pop((fact.seat, fact.at), [])

    def _pack(self, fact: Fact) -> None:
        pass
