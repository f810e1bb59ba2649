"""Find-the-fault questions: every line is followed on the felt, and its order and money are checked."""

from __future__ import annotations

import re
from copy import deepcopy
from fractions import Fraction
from typing import NamedTuple

from school.checker import odds, order_blackjack
from school.checker.felt import Fact, Felt, fact_of
from school.checker.order import VERBS, Move, is_ready
from school.checker.shown import Shown

PLAYERS = ("bets", "said", "looks at own", "pointed", "ran out", "cut card", "seen")
"""Player actions and automatic events: never the dealer's fault."""
PLAIN = {
    "closed": "close-bets", "pack": "deal-pack", "own pack": "take-pack", "burned": "burn-top",
    "rest taken": "take-the-rest", "swept": "sweep", "insurance closed": "close-insurance", "looked": "look",
    "no blackjack": "no-blackjack", "sideways ace": "turn-ace-sideways", "ace back": "turn-ace-back",
    "for push 22": "draw-for-push-22", "checked": "check-hand", "token": "place-token", "tokens up": "pick-up-tokens",
    "tokens locked": "lock-up-tokens", "wager locked": "lock-up-wager", "tucked": "tuck", "sideways": "lay-sideways",
    "shifted": "make-room",
}  # fmt: skip
TO_SEAT = {
    "flop22": ("deal-card",), "beat-the-dealer": ("deal-hole-card",),
    "roll-your-own": ("deal-pack", "hit", "deal-double-card", "deal-second-card"),
    "free-bet": ("deal-first-card", "deal-second-card", "hit", "deal-double-card", "deal-split-card"),
    "blackjack": ("deal-first-card", "deal-second-card", "hit", "deal-double-card", "deal-split-card"),
}  # fmt: skip
TO_DEALER = {
    "Flop": "deal-flop", "Up": "deal-up-card", "Hole": "deal-hole-card", "Turn": "deal-turn", "River": "deal-river",
    "Flip": "flip", "Card": "deal-four",
}  # fmt: skip


class Fault(NamedTuple):
    """A wrong line: its number from 1, and its cost in cents."""

    number: int
    cents: int
    fact: Fact


def faults(shown: Shown) -> list[Fault]:
    """Return every fault of the part shown."""
    before, _, asked = shown.text.removeprefix("Before this part: ").partition("One motion of this part is wrong")
    assert asked
    felt, lines = Felt.read(shown.game, before), [fact_of(text) for _, text in shown.told]
    found: list[Fault] = []
    at = 0
    while at < len(lines):
        fact, ready = lines[at], is_line_ready(felt, lines, at)
        if not ready:
            found.append(Fault(at + 1, 0, fact))
            at = _after_swap(felt, lines, at)
            continue
        if cost := _mispaid(felt, fact):
            found.append(Fault(at + 1, cost, fact))
        felt.apply(fact)
        at += 1
    return found


def _after_swap(felt: Felt, lines: list[Fact], at: int) -> int:
    """Move a premature motion after the one that it should follow. Return the index to continue at."""
    middle = _run_end(felt.game, lines, at)
    assert middle < len(lines), "a motion comes too early and what it should follow is not shown"
    assert is_line_ready(deepcopy(felt), [*lines[:at], *lines[middle:]], at), (
        f"two motions are out of order, at line {at + 1}"
    )
    end = _run_end(felt.game, lines, middle)
    for fact in (*lines[middle:end], *lines[at:middle]):
        felt.apply(fact)
    return end


def _run_end(game: str, lines: list[Fact], at: int) -> int:
    """Return the end of the motion that starts here: cards dealt in turn, or hands turned. Each bet is a separate
    motion.
    """
    end = at + 1
    while end < len(lines) and lines[at].kind != "settled" and _sign(game, lines[end]) == _sign(game, lines[at]):
        end += 1
    return end


def _sign(game: str, fact: Fact) -> tuple[str, bool, str]:
    where = "" if fact.seat else re.sub(r" ?\d$", "", fact.at)
    if not fact.seat and where in ("Up card", "Hole card", "up card") and game == "roll-your-own":
        return "flip-second", False, ""
    if game == "roll-your-own" and (fact.kind == "pack" or (fact.kind == "card" and fact.at.startswith("card"))):
        return "deal-pack", True, ""
    if fact.kind == "card" and fact.seat and game in order_blackjack.MAIN:
        return fact.kind, True, fact.at
    if fact.kind in ("turned", "tucked", "racked") and fact.seat:
        return fact.kind, True, "" if fact.kind == "racked" else str(fact.seat)
    if fact.kind == "moved" and not fact.seat:
        return fact.kind, False, "flip" if fact.at == "card 4" else "row"
    return fact.kind, bool(fact.seat), where


def is_line_ready(felt: Felt, lines: list[Fact], at: int) -> bool:
    """Return whether a line may come now: it continues a motion, or matches a motion that is due."""
    fact = lines[at]
    if fact.kind in PLAYERS or (felt.game == "roll-your-own" and _sets_hands(felt, fact)):
        return True
    before = felt.past[-1] if felt.past else None
    if before and _goes_on(felt.game, before, fact):
        return True
    is_to_hand = fact.kind == "card" and fact.seat and not fact.at.startswith("card")
    if is_to_hand and felt.game in order_blackjack.MAIN and not order_blackjack.card_goes_to(felt, fact.seat, fact.at):
        return False
    return any(is_ready(felt, move) for move in moves_of(felt, fact))


def _sets_hands(felt: Felt, fact: Fact) -> bool:
    """Return whether the player sets the two hands: cards turned and moved by the player."""
    is_set = fact.kind == "turned" and fact.seat and fact.at.startswith("card")
    return bool(is_set) or (fact.kind == "moved" and not fact.at[-1].isdigit())


def _goes_on(game: str, before: Fact, fact: Fact) -> bool:
    if before.kind != fact.kind or bool(before.seat) != bool(fact.seat):
        return game == "roll-your-own" and {before.kind, fact.kind} <= {"pack", "card"} and fact.at.startswith("card")
    names = before.at.split(" ")[0], fact.at.split(" ")[0]
    if fact.kind == "turned":
        return names in (("dealer", "dealer"), ("hole", "hole")) and before.seat == fact.seat
    if fact.kind == "card" and not fact.seat:
        return names == ("Flop", "Flop") or (game == "roll-your-own" and names == ("Up", "Hole"))
    if fact.kind == "card" and game == "roll-your-own":
        return fact.at.startswith("card")
    return fact.kind == "racked" and bool(fact.seat) and game == "flop22"


def moves_of(felt: Felt, fact: Fact) -> list[Move]:
    """Return the motions that a sentence can describe."""
    game, seat = felt.game, fact.seat
    if fact.kind in PLAIN:
        return [Move(PLAIN[fact.kind], seat)]
    if fact.kind == "settled":
        return list(_settling(game, fact))
    return [Move(name, seat) for name in _named(game, fact)]


def _named(game: str, fact: Fact) -> tuple[str, ...]:
    at, word = fact.at, fact.at.split(" ")[0]
    if fact.kind == "card":
        if fact.seat:
            return TO_SEAT[game]
        if at.startswith("Dealer"):
            return ("deal-dealer-card",) if at[-1].isdigit() else ("draw-for-dealer",)
        return ("flip-second",) if game == "roll-your-own" else (TO_DEALER[word],)
    if fact.kind == "turned":
        names = {"flop": "turn-flop", "dealer": "turn-dealer", "hole": "turn-hole-card", "up": "flip-second"}
        return ("turn-hand",) if fact.seat else (names[word],)
    if fact.kind == "racked":
        if fact.seat:
            return ("rack-card",) if game == "flop22" else ("rack-hand",)
        if word == "Card":
            return "rack-first", "replace-joker"
        names = {
            "Unused": "rack-unused", "Flop": "rack-flop", "Flip": "rack-joker", "Board": "rack-board",
            "Dealer": "rack-dealer", "Remaining": "rack-the-rest",
        }  # fmt: skip
        return (names[word],)
    if fact.kind == "moved":
        return ("split-cards",) if fact.seat else ("move-flip" if at == "card 4" else "move-over",)
    if fact.kind == "read":
        return ("read-hand" if fact.seat else "read-dealer",)
    if fact.kind == "offered":
        return ("offer" if game == "flop22" else "offer-insurance",)
    assert fact.kind == "asked", fact
    return (_question(game, at),)


def _question(game: str, asks: str) -> str:
    if game == "flop22":
        return "allow-time"
    names = {"insurance": "ask-insurance", "which card": "ask-setting", "fold": "ask-flop-bet"}
    names |= {"check or bet the turn": "ask-turn-bet", "check or bet the river": "ask-river-bet"}
    return next((name for words, name in names.items() if asks.startswith(words)), "ask-hand")


def _settling(game: str, fact: Fact) -> list[Move]:
    """Return the motions that could settle this bet, one for each verb. The payout decides which verb is right."""
    title, seat, hand = fact.at, fact.seat, fact.hand
    if fact.is_free:
        return [Move("end-free-bet", seat, hand=hand), Move("size-in-free-bet", seat, hand=hand)]
    if game == "flop22":
        spots = [{"Ante": "ante", "Match": "match", "Double Down": "double", "Field": "field"}[title.partition(",")[0]]]
    elif game == "flip-it":
        spots = ["call-it" if title.startswith("Call It") else "bonus" if title == "Bonus" else "inside"]
    elif game == "roll-your-own" and title.endswith("hand"):
        bet = title.removesuffix(" hand").lower()
        spots = ["bust", "hand", "blackjack", "double-blackjack"]
        return [Move(f"{verb}-{spot}", seat, bet, hand) for spot in spots for verb in VERBS]
    else:
        names = {
            "2 Card Bonus": "two-card", "5 Card Bonus": "five-card", "21+3": "21-plus-3", "Push 22": "push-22",
            "Pot of Gold": "pot-of-gold", "Perfect Pairs": "perfect-pairs",
        }  # fmt: skip
        spots = [names.get(title, title.lower())]
        if title.endswith("wager"):
            spots = ["main", "blackjack"]
    more = [Move("pick-up-pot-of-gold", seat)] if title == "Pot of Gold" else []
    bet = title.lower().replace("call it ", "call-") if game == "flip-it" else ""
    return [*more, *(Move(f"{verb}-{spot}", seat, bet, hand) for spot in spots for verb in VERBS)]


def _mispaid(felt: Felt, fact: Fact) -> int:
    """Return the overpayment or underpayment of a settled bet in cents. The text says how the bet ended."""
    if fact.kind != "settled" or fact.is_free:
        return 0
    body = re.fullmatch(r"Seat \d's .+?(?: on hand \d)?: (.*?)(?: pays (\d+):(\d+))?, (wins|loses|pushes).*", fact.text)
    assert body, fact.text
    won, per = (int(body[2]), int(body[3])) if body[2] else (0, 1)
    paid = Fraction(won, per) if body[4] == "wins" else Fraction(-1) if body[4] == "loses" else Fraction(0)
    right = odds.odds(felt.game, fact.at, body[1])
    if paid == right:
        return 0
    stake = Fraction(fact.cents) / abs(paid) if paid else Fraction(felt.chips[fact.seat, fact.at])
    cost = abs(stake * (right - paid))
    assert cost.denominator == 1
    return int(cost)
