"""Irregularities and guest questions: an answer key written from the rule sheets."""

from __future__ import annotations

import re
from fractions import Fraction

from school.checker import odds
from school.checker.shown import Shown

FLOOR = "call the floor"
KEY: dict[str, dict[str, str]] = {
    "": {
        "After you closed the bets a player slides": "give it back",
        "calls out a bet as you close": "only chips",
        "a bet that is over the limit": "within the limit before",
        "reaches for chips that you have not settled": "stop the hand",
        "$5 too much, and its chips are already stacked": FLOOR,
        "wants another colour": "finish the round",
        "says that it is for you": "toke box",
        "asks you what to do": "leave the decision",
        "leaves in the middle of a round": "let the bets stand",
        "on the line between two spots": "ask the player",
    },
    "flop22": {
        "was dealt two cards": FLOOR, "dealt yourself four cards": FLOOR, "flop of hand 2 is face up": FLOOR,
        "add an ante on hand 2": "refuse", "After your sweep": "give it back", "hold 51 cards": FLOOR,
        "antes on hands 1 and 3": "hand 2 played too", "puts $5 on Match": "$10",
        "a chip on Field now": "give it back", "wants the ace counted as 1": "counts 11",
    },
    "flip-it": {
        "four cards is a joker": "deal another", "both face up": FLOOR, "on Red as a red flip": "give them back",
        "cut card comes out before": "finish this round", "flip card was seen before": FLOOR,
        "no pair and no four to a royal": "give them back", "a player on High asks": "pushes High",
        "a player on Red wants the bet back": "loses every bet", "matches nothing": "made no hand",
        "wants to call an ace": "2 to King",
    },
    "beat-the-dealer": {
        "holds three cards": FLOOR, "your own second card fell face up": FLOOR, "puts $10 on the Flop": "$20",
        "while a player was still thinking": FLOOR, "to a neighbour": "own cards only", "holds 51 cards": FLOOR,
        "$20 on the Turn": "give $10 back", "folds two kings": "pay the 2 Card Bonus",
        "who checked wants to make the Turn bet": "refuse", "are both the board": "equal hands push",
    },
    "roll-your-own": {
        "four cards": FLOOR, "$10, $10 and $5": "made equal", "you burned fell face up": FLOOR,
        "reach for a card and there is none": "every blackjack bet left", "wants to swap a card": "refuse",
        "gets another ace and wants to split": "refuse", "double on a hand of three": "refuse",
        "give up half of the bet": "refuse", "asks for 3 to 2": "not a blackjack",
        "and so has a player": "pay the player 3 to 2",
    },
    "free-bet": {
        "three cards before anyone acted": FLOOR, "hole card fell face up": FLOOR, "two kings asks": "refuse",
        "ace and 9 asks": "refuse", "with a Push 22 bet went to the rack": FLOOR, "shoe has no card left": FLOOR,
        "hits instead of the free double": "pick up", "no Push 22 bet is down": "lock up the wager",
        "hand is sideways": "only live hands push", "toke down takes a free double": "count for the toke",
    },
    "blackjack": {
        "three cards before anyone acted": FLOOR, "hole card fell face up": FLOOR,
        "insure after you have looked": "refuse",
        "puts $20 on insurance": "give $10 back", "another card on a split ace": "refuse",
        "double with $10": "refuse", "three cards that make 11": "refuse",
        "hand of a split and asks": "not a blackjack", "shoe has no card left": FLOOR, "on a hard 17": FLOOR,
    },
}  # fmt: skip


def irregular(shown: Shown) -> list[str]:
    """Return the options that the key marks as right."""
    found = [answer for game in ("", shown.game) for case, answer in KEY[game].items() if _is_in(case, shown.text)]
    assert len(found) == 1, f"{len(found)} keys fit: {shown.text}"
    assert len({name for name, _ in shown.options}) == len(shown.options)
    return [name for name, words in shown.options if found[0].casefold() in words.casefold()]


def _is_in(words: str, text: str) -> bool:
    return words.casefold() in text.casefold()


EVEN_MONEY = "even money"


def talk(shown: Shown, model: str, tables: list[str]) -> list[str]:
    """Return the faults of an answer to a guest: odds not on the sheet, ruling numbers, more than two sentences."""
    found = re.search(r"A guest asks what “(.*)” is\. Answer in two sentences\.", shown.text)
    assert found
    wrong = [] if len(re.findall(r"[.?!](?: |$)", model)) == 2 else ["not two sentences"]
    wrong += ["a ruling is quoted"] if re.search(r"\b(?:F22|FI|BD|RY|FB|BJ|C)-\d", model) else []
    paid = payable(shown.game, found[1])
    said = [Fraction(int(won), int(per)) for won, per in re.findall(r"(\d+) to (\d+)", model) if int(won) > int(per)]
    said += [Fraction(1)] if EVEN_MONEY in model else []
    wrong += [f"{rate} is not what {found[1]} pays" for rate in said if rate not in paid]
    rows = [re.findall(r"(\d+):(\d+)", line) for table in tables for line in table.splitlines()]
    posted = {Fraction(int(won), int(per)) for row in rows for won, per in row}
    wrong += [f"{rate} is in the table and not paid" for rate in posted if rate not in paid]
    if tables and (missing := {rate for rate in paid if rate > 0} - posted):
        wrong += [f"{missing} is paid and not in the table"]
    return wrong


def payable(game: str, title: str) -> set[Fraction]:
    """Return everything that a bet can pay, by the sheet."""
    if title in ("Insurance",):
        return {Fraction(2)}
    if game == "flop22":
        if title == "Field":
            return {Fraction(rate) for rate in odds.FIELD.values()}
        if title.startswith("Match"):
            return {Fraction(10)}
        return {Fraction(row[int(title[-1]) - 1]) for row in odds.FLOP22.values()}
    if game == "flip-it":
        if title == "Bonus":
            return {Fraction(rate) for rate in odds.FLIP_BONUS.values()}
        return {Fraction(12)} if title.startswith("Call It") else {Fraction(1)}
    if game == "beat-the-dealer":
        tables = {"2 Card Bonus": odds.TWO_CARD, "5 Card Bonus": odds.FIVE_CARD}
        return {Fraction(rate) for rate in tables[title].values()} if title in tables else {Fraction(1)}
    if title in odds.SIDE_BETS:
        return {Fraction(rate) for rate in odds.SIDE_BETS[title].values()}
    if game == "roll-your-own" and title == "Bonus":
        return {Fraction(rate) for rate in odds.THREE_CARD.values()}
    if title == "Pot of Gold":
        return {Fraction(rate) for rate in odds.TOKENS.values()}
    return {Fraction(11)} if title == "Push 22" else {Fraction(1), Fraction(3, 2)}
