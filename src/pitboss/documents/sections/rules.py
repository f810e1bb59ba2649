"""Report sections on the rules as analysed and on worked examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pitboss.documents.blocks import Block, Grid, GridCell, Paragraph, Points, RoundColumns, Section, odds_to, words
from pitboss.documents.inputs.examples import WorkedExample, WorkedExamples
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.option_words import option_title, setting_words, value_words
from pitboss.money import Pays
from pitboss.paytable import Paytable
from pitboss.play.options.rules import HouseRules
from pitboss.play.words import without_rulings

_CARD = r"(?:10|[2-9AKQJ])[♠♥♦♣]|joker"
_PLACE = re.compile(rf"^(?P<place>.+?): (?P<card>{_CARD})(?P<down>, face down)?$")
_ENDS_IN_CARDS = re.compile(rf"^(?P<motion>.*?):? (?P<cards>(?:{_CARD})(?:[ ,]+(?:{_CARD}))*)\.?$")
_MONEY = re.compile(
    r"^(?P<motion>.*?),? (?P<money>(?:wins|loses|lost|pushes|push|capped at)\b[^()]*?)"
    r"(?P<clause> \([^)]*\))?\.?$"
)
_BETS = re.compile(r"^(?P<who>Seat \d+ bets) (?P<bets>\$.*?)\.$")
_BETWEEN = re.compile(r"(?:(?<=[♠♥♦♣])|(?<=face down)|(?<=joker))\. ")
_BACK = re.compile(r"^(?P<who>Seat \d+) gets (?P<money>\$\S+) back(?: on (?P<bet>.*?))?\.?$")
_ALONE = re.compile(r"^Seat 1(?:'s)? ")
_SAID = (
    (re.compile(r"\b(two|one|Two|One) card hand"), r"\1-card hand"), (re.compile(r" on hand (\d)"), r", hand \1"),
    (re.compile(r"(?<=[a-z0-9]) pays (?=\d+ to )"), ", pays "), (re.compile(r"\bdealer (\d)"), r"the dealer's card \1"),
    (re.compile(r"\bhole (\d)"), r"hole card \1"),
)  # fmt: skip
"""Patterns in a transcript, and the wording of a filing instead."""


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
    ('Field: 2 and 6, pays 2 to 1 (F22-3)', '', 'wins $20')
    ('Result', '', '+$20')
    """
    alone = not any(re.search(r"[Ss]eat [2-9]", line) for line in lines)
    return tuple(
        (_filed(_without_seat(motion) if alone else motion), cards, money)
        for line in lines
        for motion, cards, money in _rows(line)
    )


def _filed(motion: str) -> str:
    """Return a motion in the words of a filing."""
    for pattern, replacement in _SAID:
        motion = pattern.sub(replacement, motion)
    return motion


def _net_words(result: str) -> str:
    """Return each result as a win or a loss: "seat 1 wins $20, seat 2 even"."""
    return result.replace("+$", "wins $").replace("−$", "loses $")


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
        yield ("Result", "", alone[1]) if alone else (f"Result: {_net_words(seats)}", "", f"house {_net_words(house)}")
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
            label = f"{_cards_of(head)} {first} to {last}{down}" if first != last else f"{head} {first}".rstrip() + down
            yield label, " ".join(card for cards in numbers.values() for card in cards), ""
    elif paid := _MONEY.match(line):
        yield paid["motion"] + (paid["clause"] or ""), "", paid["money"].rstrip(".")
    elif shown := _ENDS_IN_CARDS.match(line):
        yield shown["motion"], " ".join(re.findall(_CARD, shown["cards"])), ""
    else:
        yield line.rstrip("."), "", ""


def _cards_of(place: str) -> str:
    """Return the plural name for the cards in a place: "Seat 2's hole cards", "Dealer's cards", "Flop cards"."""
    return {"Card": "Cards", "Dealer": "Dealer's cards"}.get(place, f"{place.removesuffix(' card')} cards")


def _numbered(place: str) -> tuple[str, str]:
    """Split a numbered place, so that the cards of a flop share a row; hands stay separate."""
    head, _, number = place.rpartition(" ")
    return (head, number) if number.isdigit() and head and not head.endswith("hand") else (place, "")


def _without_seat(motion: str) -> str:
    """Leave out the seat if there is only one."""
    text = _ALONE.sub("", motion)
    return text[:1].upper() + text[1:]


_SETTINGS = re.compile(r"\(with ([^)]+)\)")
"""The changed options of an example."""
_MAX_TITLE_LENGTH = 80
"""The maximum length of an example's title, in characters."""


def rules_part(material: Material) -> Section:
    """Build the section on options, pay tables and rulings."""
    rules, game = material.rules, material.game
    lead = words(
        f"All options of {game.title}, with the values that were analysed. Default values are those of the rule sheet"
        f" ({game.sheet}); other values are marked as changed."
    )
    tables = tuple(_pay_tables(rules))
    options = Section("options", "Options", (_options(material), *tables))
    rulings = Section("rulings", "Rulings", tuple(_rulings(material)))
    return Section("rules", "Rules as analysed", (Paragraph(lead), options, rulings))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.spoken if isinstance(value, Pays) else str(value)


def _options(material: Material) -> Grid:
    rules = material.rules
    plain, sheet = rules.as_data(), type(rules)().as_data()
    rows = []
    for name, value in plain.items():
        held = getattr(rules, name)
        if isinstance(held, Paytable):
            text = "a table, below" + ("" if held == getattr(type(rules)(), name) else "; not that of the sheet")
        else:
            text = _shown(held if isinstance(held, (bool, Pays)) else value)
        mark = "" if value == sheet[name] else "changed"
        rows.append((option_title(rules, name), value_words(text), mark, without_rulings(rules.meaning(name))))
    return Grid(
        "Every option", ("option", "value", "changed", "meaning"), tuple(rows), wide=("meaning",), key="options"
    )


def _pay_tables(rules: HouseRules) -> Iterator[Block]:
    for name in rules.options():
        table = getattr(rules, name)
        if isinstance(table, Paytable):
            rows = tuple((line, *(pays_cell(pays) for pays in row)) for line, row in table.lines)
            heads = ("line", *(table.columns if len(table.columns) > 1 else ("pays",)))
            yield Grid(option_title(rules, name), heads, rows, rules.meaning(name), key=f"paytable {name}")


def pays_cell(pays: Pays) -> GridCell:
    """Format a payout as a posted table does: always "to"."""
    return odds_to(pays.ratio) if pays.won > 0 else "push" if pays.won == 0 else "loses"


def _rulings(material: Material) -> Iterator[Block]:
    yield Paragraph(
        words(
            "Where the rule sheet is silent or contradicts itself, these rulings apply. A ruling with an option can be"
            " changed by setting the option."
        )
    )
    rows = tuple(
        (ruling.number, _kind(ruling.contradiction, ruling.silent), ruling.plain) for ruling in material.rulings
    )
    yield Grid("Rulings", ("ruling", "rule sheet", "reading"), rows, wide=("reading",), key="rulings")


def _kind(contradiction: bool, silent: bool) -> str:
    return "contradictory" if contradiction else "silent" if silent else ""


def examples_part(material: Material) -> Section:
    """Build the section of real rounds, dealt by the software from packs chosen to show rare outcomes."""
    found = in_pairs(material.examples)
    lead = Paragraph(
        words(
            "Each round below was dealt by the software from a complete pack and settled under the rules above. The"
            " packs were selected to show rare outcomes. The records are attached (examples.jsonl) and can be replayed"
            " with pitboss replay."
        )
    )
    examples = tuple(_example(material, at, example) for at, example in enumerate(found.lines, 1))
    lines = Section("example-lines", "Paying lines", (_index(material, found), *examples))
    first = len(found.lines) + 1
    others = tuple(_example(material, at, example) for at, example in enumerate(found.endings, first))
    ends = Section("example-endings", "Ways to end a round", others)
    blocks: list[Block] = [lead, lines, *([ends] if found.endings else [])]
    if found.missing:
        items = tuple(words(one) for one in found.missing)
        blocks.append(Section("example-missing", "Outcomes without an example", (Points(items),)))
    return Section("examples", "Examples", tuple(blocks))


def in_pairs(found: WorkedExamples) -> WorkedExamples:
    """Return the examples sorted so that neighbours have similar lengths, since two share the width of a page."""
    lines, ends = (tuple(sorted(some, key=lambda one: len(one.lines))) for some in (found.lines, found.endings))
    return WorkedExamples(lines, ends, found.missing)


def _index(material: Material, found: WorkedExamples) -> Grid:
    """Tabulate the examples that show each wager win, lose and tie, and each of its lines."""
    shown: dict[str, dict[str, int]] = {}
    for at, example in enumerate(found.lines, 1):
        for what in example.shows:
            wager, colon, line = what.partition(": ")
            shown.setdefault(wager if colon else "any wager", {}).setdefault(line if colon else wager, at)
    titles = map(material.group_title, material.groups)
    ordered = [title for title in titles if title in shown]
    rows = tuple((title, *_shown_by(shown[title])) for title in [*ordered, *(shown.keys() - set(ordered))])
    heads = ("wager", "wins", "loses", "ties", "lines, each with its example")
    note = "Numbers refer to the examples below. A dash: the wager cannot end this way, or its ties are separate lines."
    return Grid("Every wager: an example that wins, loses and ties", heads, rows, note, wide=(heads[-1],), key="shown")


def _shown_by(lines: dict[str, int]) -> tuple[str, ...]:
    named = {line: at for line, at in lines.items() if line not in ("wins", "loses", "pushes")}
    named = {line: at for line, at in named.items() if not line.startswith("pays ")} or named
    wins = lines.get("wins", min(named.values(), default=0))
    listed = "; ".join(f"{line}: {at}" for line, at in named.items())
    return (*(str(at) if at else "–" for at in (wins, lines.get("loses", 0), lines.get("pushes", 0))), listed)


def _example(material: Material, at: int, example: WorkedExample) -> RoundColumns:
    title = _SETTINGS.sub(
        lambda found: f"({setting_words(material.rules, found[1].split('; '))})", "; ".join(example.shows)
    )
    if len(title) > _MAX_TITLE_LENGTH:
        title = f"{title[:_MAX_TITLE_LENGTH].rsplit(';', 1)[0]} …"
    return RoundColumns(f"Example {at}: {title}", dealt_rows(example.lines))
