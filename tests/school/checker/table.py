"""Read, legal and count questions, answered from the words of the question."""

from __future__ import annotations

import re

from school.checker import hands
from school.checker.odds import SIDE_BETS, side_bet_line
from school.checker.shown import MONEY, Shown, cards_in, cents


def read(shown: Shown) -> list[str]:
    """Return the options that describe the cards correctly."""
    text = shown.text
    if "What do you call?" in text:
        right = hands.called(cards_in(text), split="after a split" in text)
        if text.startswith("Your own hand") and right.isdigit() and len(cards_in(text)) == 2 and int(right) == 21:
            right = "Blackjack"
    elif "best five" in text:
        right = hands.read_aloud(cards_in(text))
    else:
        right = _line(text)
    return [name for name, words in shown.options if words == right]


def _line(text: str) -> str:
    title, cards = text.rpartition("Which line is that for ")[2].removesuffix("?"), cards_in(text)
    if title.startswith(("Ante,", "Double Down,")):
        return hands.flop22_line(*cards)
    if title == "Field":
        return hands.field_line(cards[0])
    if title == "2 Card Bonus":
        return hands.two_card_line(cards)
    if title == "5 Card Bonus":
        return hands.five_card_line(cards)
    if "flip " in text:
        return hands.flip_line(cards[:4], cards[4])
    if title in SIDE_BETS:
        return side_bet_line(title, cards)
    assert title == "Bonus", text
    return hands.three_card_line(cards)


NEEDS = {
    "Ante, hand 2": ["Ante, hand 1"], "Ante, hand 3": ["Ante, hand 1", "Ante, hand 2"], "Field": ["Ante, hand 1"],
    **{f"{name}, hand {n}": [f"Ante, hand {n}"] for name in ("Match", "Double Down") for n in (1, 2, 3)},
    "2 Card Bonus": ["Ante"], "5 Card Bonus": ["Ante"], "Flop": ["Ante"], "Turn": ["Flop"], "River": ["Flop"],
    "Pot of Gold": ["Blackjack wager"], "Push 22": ["Blackjack wager"], "Toke": ["Blackjack wager"],
    "Insurance": ["Blackjack wager"], "Perfect Pairs": ["Main wager"], "21+3": ["Main wager"],
}  # fmt: skip
INSURED = {"roll-your-own": ["Two-card hand", "One-card hand"], "blackjack": ["Main wager"]}
"""Bets that insurance requires in games whose wager has another name."""
LATER = ("Match", "Double Down", "Flop", "Turn", "River", "Insurance")
COMPULSORY = {
    "flop22": ["Ante, hand 1"], "flip-it": [], "beat-the-dealer": ["Ante"], "free-bet": ["Blackjack wager"],
    "roll-your-own": ["Two-card hand", "One-card hand", "Bonus"], "blackjack": ["Main wager"],
}  # fmt: skip


def legal(shown: Shown) -> list[str]:
    """Return the options that are true: the bet may be made, or a reason why not."""
    found = re.search(r"puts down (.*)\. May it be taken\?", shown.text)
    assert found
    wager = {title: cents(money) for money, title in re.findall(rf"{MONEY} on ([^;]+)", found[1])}
    reasons = _reasons(shown, wager)
    return [name for name, _ in shown.options if name in (reasons or {"yes"})]


def _reasons(shown: Shown, wager: dict[str, int]) -> set[str]:
    game, text, found = shown.game, shown.text, set()
    sign = text.partition("Limits: ")[2].partition(". ")[0]
    limits = [(cents(low), cents(high), rest) for low, high, rest in re.findall(rf"{MONEY} to {MONEY} ([^;]*)", sign)]
    chip = re.search(rf"smallest chip is {MONEY}", text)
    assert chip
    for title, amount in wager.items():
        low, high = next((low, high) for low, high, rest in limits if rest == "a bet" or title in rest)
        found |= {"over-limit"} if amount > high else set()
        found |= {"under-limit"} if amount < low else set()
        found |= {"not-in-chips"} if amount % cents(chip[1]) else set()
        found |= {"not-yet"} if title.partition(",")[0] in LATER else set()
        needed = INSURED.get(game, NEEDS[title]) if title == "Insurance" else NEEDS.get(title, [])
        found |= {"bet-needs"} if any(other not in wager for other in needed) else set()
    found |= {"not-equal"} if _differ(game, wager) else set()
    found |= {"bet-missing"} if any(title not in wager for title in COMPULSORY[game]) else set()
    if "Bonus" in wager and game == "flip-it":
        four = cards_in(text.partition("Limits")[0])
        ranks, suits = {card.rank for card in four}, {card.suit for card in four}
        royal = len(suits) == 1 and len(ranks) == 4 and min(ranks) >= 10
        found |= set() if len(ranks) < 4 or royal else {"no-bonus-now"}
    return found


def _differ(game: str, wager: dict[str, int]) -> bool:
    """Return whether bets that must be equal differ. Bets made later must equal their ante."""
    if game == "roll-your-own":
        return len({amount for title, amount in wager.items()}) > 1 or "Two-card hand" not in wager
    pairs = [(title, f"Ante, {title.partition(', ')[2]}") for title in wager if title.startswith(("Match", "Double"))]
    pairs += [(title, "Ante") for title in wager if title in ("Flop", "Turn", "River")]
    return any(wager[title] != wager.get(ante) for title, ante in pairs)


def count(shown: Shown) -> list[str]:
    """Return the options with the right number of remaining cards."""
    held = re.search(
        r"held (\d+) cards: (\d+) jokers, (\d+) red cards, (\d+) aces\. Out since then: (.*?)\. How many (.*) are",
        shown.text,
    )
    assert held
    out = cards_in(held[5])
    kinds = {
        "jokers": (held[2], sum(card.rank == 0 for card in out)),
        "red cards": (held[3], sum(card.is_red for card in out)),
        "aces": (held[4], sum(card.rank == 14 for card in out)),
    }  # fmt: skip
    before, gone = kinds[held[6]]
    return [name for name, _ in shown.options if int(name) == int(before) - gone]
