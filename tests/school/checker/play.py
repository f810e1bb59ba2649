"""
The best play, derived from the words of the question.

Flop 22 and insurance are computed here, card by card. Other situations are parsed from the text and passed to
`pitboss.advise`, whose solvers have their own independent checks. This verifies that the text alone leads to the
answer.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import pitboss as pb
from school.checker import hands
from school.checker.felt import fact_of, sentences
from school.checker.odds import odds
from school.checker.shown import MONEY, RANKS, SeenCard, Shown, cards_in, cents

SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
NAMES = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}
DECK = [SeenCard(rank, suit) for rank in sorted(RANKS.values()) for suit in SIGNS]
DECKS = {"free-bet": 6, "blackjack": 6, "roll-your-own": 1}
MAIN_BETS = ("Two-card hand", "One-card hand", "Blackjack wager", "Main wager")
MOST_UNITS = 8
"""Maximum number of equal bets that a seat can have on one spot after splits and doubles."""


class Asked(NamedTuple):
    """The table as the player sees it: own cards and the dealer's by place, chips by spot, and the question."""

    game: str
    seat: int
    own: dict[str, list[SeenCard]]
    dealer: dict[str, list[SeenCard]]
    others: list[SeenCard]
    gone: list[SeenCard]
    chips: dict[str, int]
    shows: list[str]
    """Sentences about anything other than cards and chips."""
    about: str


def costs(shown: Shown) -> list[dict[str, int]]:
    """Return the cost of each option in cents. If a bet's size is not shown, return one table per possible size."""
    asked = _read(shown)
    worth = _worths(asked, [name for name, _ in shown.options])
    best = max(worth.values())
    return [{name: round(float((best - value) * stake)) for name, value in worth.items()} for stake in _stakes(asked)]


def is_agreed(shown: Shown, right: str, costs_shown: dict[str, int]) -> bool:
    """Return whether this option alone is best, and the others cost the stated amounts, to the cent."""
    return any(
        [name for name, cost in found.items() if cost == 0] == [right]
        and found.keys() == costs_shown.keys()
        and all(abs(cost - costs_shown[name]) <= 1 for name, cost in found.items())
        for found in costs(shown)
    )


def _read(shown: Shown) -> Asked:
    table, _, about = shown.text.partition(" You are asked: ")
    first, *parts = sentences(table)
    seat = re.match(r"You are seat (\d): ", first)
    assert seat, shown.text
    own, dealer = _places(first[seat.end() :]), dict[str, list[SeenCard]]()
    others, gone, chips, shows = list[SeenCard](), list[SeenCard](), dict[str, int](), list[str]()
    for part in parts:
        if part.startswith("The dealer: "):
            dealer = _places(part.removeprefix("The dealer: "))
        elif part.startswith("In the discard rack"):
            gone = cards_in(part)
        elif part.startswith("You have "):
            chips = {title: cents(money) for money, title in re.findall(rf"{MONEY} on (.+?)(?=, \$|\.$)", part)}
        elif re.match(r"Seat \d: ", part):
            others += cards_in(part)
        else:
            shows.append(part)
    return Asked(shown.game, int(seat[1]), own, dealer, others, gone, chips, shows, about.partition(". ")[0])


def _places(text: str) -> dict[str, list[SeenCard]]:
    """Return the cards of each place: "hand 1 6♦ 5♦; hand 2 face down"."""
    found = [re.match(r"([a-z -]+?(?: \d)?) (?=10|[2-9JQKA][♠♥♦♣]|face down)", part) for part in text.split("; ")]
    return {place[1]: cards_in(place.string) for place in found if place}


def _stakes(asked: Asked) -> list[int]:
    """Return the possible sizes of one bet: the ante, or the chips on the spot divided by the hands that share them."""
    if asked.game == "flop22":
        return [asked.chips[f"Ante, hand {asked.about[-1]}"]]
    if asked.game == "beat-the-dealer":
        return [asked.chips["Ante"]]
    main = [
        title for title in ("Two-card hand", "One-card hand", "Blackjack wager", "Main wager") if title in asked.chips
    ]
    if asked.about == "insurance":
        return [asked.chips[main[0]] if asked.game == "roll-your-own" else asked.chips[main[0]] // 200 * 100]
    is_plain = len(asked.own) == 1 and not asked.shows and not asked.gone
    return [asked.chips[title] // units for title in main for units in range(1, 2 if is_plain else MOST_UNITS + 1)]


def _worths(asked: Asked, names: list[str]) -> dict[str, Fraction | float]:
    """Return the value of each option, in bets."""
    if asked.game == "flop22":
        return _flop22(asked)
    if asked.game == "beat-the-dealer":
        return _beat_the_dealer(asked)
    if asked.about == "insurance":
        return {"no": Fraction(0), "insurance": _insurance(asked)}
    situation = {"free-bet": _free_bet, "blackjack": _blackjack, "roll-your-own": _roll_your_own}[asked.game]
    found = _advised(asked.game, tuple(sorted(situation(asked).items())))
    assert found.keys() >= set(names), f"{asked} has other options: {found}"
    return {name: found[name] for name in names}


@lru_cache(maxsize=50_000)
def _advised(game: str, situation: tuple[tuple[str, str | bool], ...]) -> dict[str, float]:
    return {name: float(worth) for name, worth in pb.advise(game, **dict(situation)).options.items()}


def _flop22(asked: Asked) -> dict[str, Fraction | float]:
    (card,), hand = asked.own["card"], asked.about[-1]
    out = {card, *asked.others, *asked.gone}
    left = [flop for flop in DECK if flop not in out]
    match = sum((Fraction(10) if flop.rank == card.rank else Fraction(-1) for flop in left), Fraction(0)) / len(left)
    double = sum((odds("flop22", f"Ante, hand {hand}", hands.flop22_line(card, flop)) for flop in left), Fraction(0))
    double /= len(left)
    return {"none": Fraction(0), "match": match, "double": double, "both": match + double}


def _insurance(asked: Asked) -> Fraction:
    """Return the value of one unit on insurance: it pays 2 to 1 if the hole card is a ten."""
    pack = Counter(card.points for card in DECK * DECKS[asked.game])
    seen = [card for places in (asked.own, asked.dealer) for cards in places.values() for card in cards]
    pack.subtract(card.points for card in [*seen, *asked.gone])
    return Fraction(3 * pack[10], pack.total()) - 1


def _written(cards: list[SeenCard]) -> str:
    return " ".join(f"{NAMES.get(card.rank, card.rank)}{SIGNS[card.suit]}" for card in cards)


def _hand_asked(asked: Asked) -> list[SeenCard]:
    """Return the hand in question: "hand 2, 6♦ 8♥ (14)"."""
    number = re.match(r"hand (\d)", asked.about)
    assert number, asked.about
    return asked.own[f"hand {number[1]}"]


def _blackjack(asked: Asked) -> dict[str, str | bool]:
    splits = sum(fact_of(sentence).kind == "moved" for sentence in asked.shows)
    hand, (up,) = _hand_asked(asked), asked.dealer["up card"]
    return {"hand": _written(hand), "dealer": _written([up]), "hands": str(splits + 1)}


def _free_bet(asked: Asked) -> dict[str, str | bool]:
    found = _blackjack(asked)
    tokens = [fact for sentence in asked.shows if (fact := fact_of(sentence)).kind == "token"]
    if "Pot of Gold" in asked.chips:  # the school's players bet as much on it as on the hand
        found |= {"pot_of_gold": "1", "tokens": str(len(tokens))}
    if not asked.about.startswith("hand 1") and any(fact.at == "split" for fact in tokens):
        found["free"] = True  # a new hand is placed to the right of the split one: the first is never free
    return found


def _roll_your_own(asked: Asked) -> dict[str, str | bool]:
    up = _written(asked.dealer["up card"])
    if "card 1" in asked.own:
        return {"cards": _written([asked.own[f"card {n}"][0] for n in (1, 2, 3)]), "dealer": up}
    found = re.match(r"(two|one)-card hand(?: (\d))?, ", asked.about)
    assert found, asked.about
    row, other = f"{found[1]}-card hand", f"{'one' if found[1] == 'two' else 'two'}-card hand"
    hand = asked.own[row if found[2] in (None, "1") else f"{row} {found[2]}"]
    splits = len(_moved(asked, row))
    own = hand[:1] if row.startswith("one") else _as_set(asked, row)
    other_hand = _as_set(asked, other)
    return {
        "cards": _written([*own, *other_hand]), "dealer": up, "hand": _written(hand), "other": _written(other_hand),
        "splits": str(splits),
    }  # fmt: skip


def _moved(asked: Asked, row: str) -> list[SeenCard]:
    """Return the cards that were moved to split this row's hands, in order."""
    facts = map(fact_of, asked.shows)
    return [fact.cards[0] for fact in facts if fact.kind == "moved" and fact.at.startswith(row)]


def _as_set(asked: Asked, row: str) -> list[SeenCard]:
    """Return the one or two cards that the player set in this row, from the table or from the discard rack."""
    held = asked.own.get(row, asked.gone)
    if row.startswith("one"):
        return held[:1]
    return [held[0], *(_moved(asked, row)[:1] or held[1:2])]


def _beat_the_dealer(asked: Asked) -> dict[str, Fraction | float]:
    hole = [card for cards in asked.own.values() for card in cards]
    board = [card for at, cards in asked.dealer.items() if not at.startswith("dealer") for card in cards]
    bonus = {"two_card": "2 Card Bonus", "five_card": "5 Card Bonus"}
    stakes = {name: Fraction(asked.chips.get(title, 0), asked.chips["Ante"]) for name, title in bonus.items()}
    situation = {"hole": _written(hole), **{name: str(stake) for name, stake in stakes.items()}}
    if board:
        situation["flop"] = _written(board[:3])
    if len(board) > 3:
        situation["turn"] = _written(board[3:])
    return dict(_advised(asked.game, tuple(sorted(situation.items()))))
