"""The lines of a transcript in three columns: motion, cards and money."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_CARD = r"(?:10|[2-9AKQJ])[♠♥♦♣]|joker"
_PLACE = re.compile(rf"^(?P<place>.+?): (?P<card>{_CARD})(?P<down>, face down)?$")
_ENDS_IN_CARDS = re.compile(rf"^(?P<motion>.*?):? (?P<cards>(?:{_CARD})(?:[ ,]+(?:{_CARD}))*)\.?$")
_MONEY = re.compile(
    r"^(?P<motion>.*?),? (?P<money>(?:wins|loses|lost|pushes|push|held down to)\b[^()]*?)"
    r"(?P<clause> \([^)]*\))?\.?$"
)
_BETS = re.compile(r"^(?P<who>Seat \d+ bets) (?P<bets>\$.*?)\.$")
_BETWEEN = re.compile(r"(?:(?<=[♠♥♦♣])|(?<=face down)|(?<=joker))\. ")
_BACK = re.compile(r"^(?P<who>Seat \d+) gets (?P<money>\$\S+) back(?: on (?P<bet>.*?))?\.?$")
_ALONE = re.compile(r"^Seat 1(?:'s)? ")


def dealt_rows(lines: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """
    Return the rows of a round.

    >>> for row in dealt_rows(["Seat 1 bets $10 on Field.", "Seat 1's card: J♣. Flop 1: A♥, face down.",
    ...                        "Seat 1's Field: 2 and 6 pays 2 to 1, wins $20 (F22-3).",
    ...                        "Result: seat 1 +$20; the house −$20."]):
    ...     print(row)
    ('Bets on Field', '', '$10')
    ('Card', 'J♣', '')
    ('Flop 1, face down', 'A♥', '')
    ('Field: 2 and 6 pays 2 to 1 (F22-3)', '', 'wins $20')
    ('Result', '', '+$20')
    """
    alone = not any(re.search(r"[Ss]eat [2-9]", line) for line in lines)
    return tuple(
        (_without_seat(motion) if alone else motion, cards, money)
        for line in lines
        for motion, cards, money in _rows(line)
    )


def _rows(line: str) -> Iterator[tuple[str, str, str]]:
    if bets := _BETS.match(line):
        pairs = [each.partition(" on ") for each in re.split(r", (?=\$)", bets["bets"])]
        amounts, spots = [amount for amount, _, _ in pairs], [spot for _, _, spot in pairs]
        alike = len(set(amounts)) == 1
        yield (
            f"{bets['who']} on {', '.join(spots)}",
            "",
            (amounts[0] + " each" * (len(amounts) > 1) if alike else ", ".join(amounts)),
        )
        return
    if line.startswith("Result: "):
        seats, _, house = line.removeprefix("Result: ").rstrip(".").partition("; the house ")
        alone = re.fullmatch(r"seat \d+ (\S+)", seats)
        yield ("Result", "", alone[1]) if alone else (f"Result: {seats}", "", f"house {house}")
        return
    if back := _BACK.match(line):
        yield f"{back['who']}: {back['bet'] or 'the wager'} goes back", "", back["money"]
        return
    dealt = [_PLACE.match(each) for each in re.split(_BETWEEN, line.rstrip("."))]
    if all(dealt):
        places: dict[tuple[str, str], dict[str, list[str]]] = {}
        for one in filter(None, dealt):
            head, number = _numbered(one["place"])
            places.setdefault((head, one["down"] or ""), {}).setdefault(number, []).append(one["card"])
        for (head, down), numbers in places.items():
            first, last = next(iter(numbers)), list(numbers)[-1]
            told = f"{head}{f' {first}' if first else ''}{f' to {last}' if first != last else ''}{down}"
            yield told, " ".join(card for cards in numbers.values() for card in cards), ""
    elif paid := _MONEY.match(line):
        yield paid["motion"] + (paid["clause"] or ""), "", paid["money"].rstrip(".")
    elif shown := _ENDS_IN_CARDS.match(line):
        yield shown["motion"], " ".join(re.findall(_CARD, shown["cards"])), ""
    else:
        yield line.rstrip("."), "", ""


def _numbered(place: str) -> tuple[str, str]:
    """Split a numbered place, so that the cards of a flop stand in one row; hands stay apart."""
    head, _, number = place.rpartition(" ")
    return (head, number) if number.isdigit() and head and not head.endswith("hand") else (place, "")


def _without_seat(motion: str) -> str:
    """Leave out the seat if there is only one."""
    told = _ALONE.sub("", motion)
    return told[:1].upper() + told[1:]
