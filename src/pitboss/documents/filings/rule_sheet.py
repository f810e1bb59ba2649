"""`pitboss sheet`: the rules of a game as a filing, under the twelve headings of Pennsylvania's chapters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from pitboss.documents.blocks import (
    Attachment,
    Block,
    Definitions,
    Document,
    Grid,
    Page,
    Paragraph,
    Section,
    odds_to,
    words,
)
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.filings.identity import identity
from pitboss.documents.filings.procedure_rules import (
    COMPLETION,
    DEALING,
    DECISIONS,
    OPENING,
    SHUFFLE,
    VOID,
    rules_of_motion,
)
from pitboss.documents.filings.sheet_sentences import Clause, said_under, sheet_data
from pitboss.layout.plan import plan_for
from pitboss.layout.scale.inscriptions import inscriptions
from pitboss.money import Pays, show_money
from pitboss.paytable import Paytable, or_more
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import write_rules
from pitboss.school.irregularities import FLOOR, irregularities

_RULING = re.compile(r"\s*\(([A-Z][A-Z0-9]*-\d+(?:, [A-Z][A-Z0-9]*-\d+)*)\)")
_SOURCES = (
    "Every rule has a number and its source: a clause of the sheet, or a ruling by number (C-4, {rulings}-1 …) where"
    " the sheet is silent or contradicts itself. The headings are those that Pennsylvania's chapters on games share"
    " (58 Pa. Code, Part VII, Subpart K), so that this sheet can be laid beside any of them."
)


def sheet(game: Game, rules: HouseRules, date: str) -> Document:
    """Build the filing from the game's options, rulings and procedure."""
    parts = [(key, title, tuple(make(game, rules, number))) for number, (key, title, make) in enumerate(_PARTS, 1)]
    lead = Paragraph(words(_SOURCES.format(rulings=rules.rulings)), "note")
    sections = [Section(key, title, blocks) for key, title, blocks in parts]
    sections[0] = Section(sections[0].key, sections[0].title, (lead, *sections[0].blocks))
    return Document(
        f"{game.title}: rules of the game",
        date,
        tuple(sections),
        game.sentence,
        identity(game, rules, date),
        (Attachment("rules.toml", "application/toml", write_rules(rules), "the house rules, as a settings file"),),
        Page(),
        f"{game.title}, rules of the game, {date}",
    )


def _numbered(number: int, clauses: Sequence[Clause]) -> Iterator[Block]:
    """Number the rules 7(a), 7(b) … and give their sources."""
    if clauses:
        rows = tuple((f"{number}({_letter(at)})", each.sentence, each.source) for at, each in enumerate(clauses))
        yield Grid("", ("no.", "rule", "source"), rows, wide=("rule",))


def _letter(at: int) -> str:
    """
    Return the letter of a rule: a to z, then aa, bb.

    >>> _letter(0), _letter(25), _letter(26), _letter(53)
    ('a', 'z', 'aa', 'bbb')
    """
    return ascii_lowercase[at % 26] * (at // 26 + 1)


def _definitions(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    said = said_under(game.name, "definitions", rules)
    if said:
        yield Definitions(tuple((each.term, words(f"{each.sentence} ({each.source})")) for each in said))
    else:
        yield Paragraph(words("Words have the meaning that they have in the sections below."))


def _table(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    plan, seats, cards = plan_for(game, rules), game.seats(rules), len(game.whole_pack(rules))
    areas = "; ".join(dict.fromkeys(bet.title for bet in game.bets(rules)))
    places = "one player" if seats == 1 else f"{seats} players"
    own = [
        Clause(f"The game is played at a table with betting positions for no more than {places} on one side and a place"
               " for the dealer opposite.", rules.ruling("seats") if "seats" in rules.options() else "C-3"),
        Clause("The positions are numbered from the dealer's left.", "C-3"),
        Clause(f"The layout has an area for each wager: {areas}.", "layout"),
        Clause("The layout bears the name of the house.", "layout"),
        *said_under(game.name, "table", rules),
        Clause(f"A discard rack as high as {cards} cards stacked stands at the dealer's side of the table.", "layout"),
    ]  # fmt: skip
    if said := [each.words for each in inscriptions(game, plan, rules) if each.where.startswith("bow")]:
        own.append(Clause(f"Printed on the layout, or on a sign at the table: {'; '.join(said)}.", "layout"))
    yield from _numbered(number, own)


def _cards(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    pack = game.whole_pack(rules)
    jokers = sum(card.is_joker for card in pack)
    decks = (len(pack) - jokers) // 52
    whole = f"{'one deck' if decks == 1 else f'{decks} decks'} of 52 cards"
    if jokers:
        whole += f" and {jokers} jokers" if jokers > 1 else " and one joker"
    if len(pack) != 52:
        whole += f", {len(pack)} cards"
    fresh = "They are fresh for every round." if game.cut_card is None else "They are dealt from a shoe."
    source = ", ".join(dict.fromkeys(rules.ruling(name) for name in ("decks", "jokers") if name in rules.options()))
    clauses = [Clause(f"The game is played with {whole}. {fresh}", source or f"{rules.rulings}-1")]
    if game.cut_card is not None:
        clauses.append(Clause("The cards are used with a cut card.", "C-10"))
    yield from _numbered(number, [*clauses, *said_under(game.name, "cards", rules)])


def _opening(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    clauses = rules_of_motion(game, rules, OPENING)
    none = Clause(
        "The sheet asks for nothing before the first round but the shuffle that the next section describes.",
        "C-3",
    )
    yield from _numbered(number, clauses or [none])


def _shuffle(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    clauses = [*rules_of_motion(game, rules, SHUFFLE)]
    clauses.append(Clause("Every order of the whole pack is as likely as any other.", "C-3"))
    if game.cut_card is None:
        clauses.append(Clause("The cards are shuffled for every round.", f"{rules.rulings}-1"))
    else:
        left = game.cut_card(rules)
        name = next((each for each in rules.options() if each.startswith("cut_card")), "")
        told = f"The cut card lies {left} cards from the end: with fewer left the cards are shuffled before a round."
        clauses.append(Clause(told, rules.ruling(name) if name else ""))
    yield from _numbered(number, clauses)


def _rank(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    said = said_under(game.name, "rank", rules)
    yield from _numbered(number, said or [Clause("The cards rank as the payout odds below say.", "")])


def _wagers(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    chip = Clause(f"Every wager is a multiple of {show_money(rules.chip)}.", "C-1")
    yield from _numbered(number, [chip, *said_under(game.name, "wagers", rules)])
    bets = game.bets(rules)
    titles = {bet.name: bet.title for bet in bets}
    rows = tuple((bet.title, *_bet_row(bet, titles)) for bet in bets)
    heads = ("wager", "it is, or wins if", "made", "amount", "needs", "source")
    yield Grid("The wagers", heads, rows, wide=heads[1:2])


def _bet_row(bet: Bet, titles: dict[str, str]) -> tuple[str, ...]:
    source = ", ".join(_RULING.findall(bet.meaning))
    made = "when offered" if bet.in_play else "before the deal"
    amount = f"{show_money(bet.least)} to {show_money(bet.most)}"
    if bet.equals:
        amount = f"equal to {titles[bet.equals]}"
    needs = ", ".join(titles[need] for need in bet.needs)
    return _RULING.sub("", bet.meaning), made + (", compulsory" if bet.compulsory else ""), amount, needs, source


def _dealing(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    how = sheet_data(game.name).get("dealt", "from the hand" if game.cut_card is None else "from a shoe")
    lead = Clause(f"The cards are dealt {how}, in this order.", "C-5")
    yield from _numbered(number, [lead, *rules_of_motion(game, rules, DEALING)])


def _decisions(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    clauses = [*said_under(game.name, "decisions_say", rules), *rules_of_motion(game, rules, DECISIONS)]
    yield from _numbered(number, clauses or [Clause("Nothing is decided after the deal.", "")])


def _completion(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    yield from _numbered(
        number, [*said_under(game.name, "completing", rules), *rules_of_motion(game, rules, COMPLETION)]
    )


def _payouts(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    to = Clause("“N to 1” means that the stake comes back and N times the stake is won.", "C-2")
    yield from _numbered(number, [to, *said_under(game.name, "paying", rules)])
    shown = {printed.of: printed.under(rules) for printed in plan_for(game, rules).tables}
    for name in rules.options():
        table = getattr(rules, name)
        if isinstance(table, Paytable):
            yield _pay_table(name, shown.get(name) or table, rules.ruling(name))
    untabled = [bet for bet in game.bets(rules) if ":" not in bet.pays and ";" not in bet.pays]
    plain = tuple((bet.title, bet.short_payout) for bet in untabled)
    if plain:
        yield Grid("Wagers without a table", ("wager", "pays"), plain, wide=("pays",))


def _pay_table(name: str, table: Paytable, source: str) -> Grid:
    heads = ("line", *(table.columns if len(table.columns) > 1 else ("pays",)))
    rows = tuple((or_more(line), *(_pays(pays) for pays in row)) for line, row in table.lines)
    title = name.removesuffix("_table").replace("_", " ")
    return Grid(f"{title.capitalize()} pay table", heads, rows, f"Source: {source}." if source else "")


def _pays(pays: Pays) -> GridCell:
    return odds_to(pays.ratio) if pays.won > 0 else pays.spoken


def _irregular(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    void = Clause(
        "A round that cannot be dealt as these rules say, with a wrong number of cards or a fouled pack, is void: every"
        " wager in it goes back.", "C-4",
    )  # fmt: skip
    own = [void, *rules_of_motion(game, rules, VOID), *said_under(game.name, "irregular", rules)]
    yield from _numbered(number, own)
    cases = irregularities(game.name)
    if cases:
        rows = tuple(
            (f"{number}({_letter(at)})", case["happens"], FLOOR if case["right"] == "floor" else case["right"],
             case["reason"], case["clause"])
            for at, case in enumerate(cases, len(own))
        )  # fmt: skip
        heads = ("no.", "what happens (told to the dealer)", "remedy", "reason", "source")
        yield Grid("Irregularities and their remedies", heads, rows, wide=heads[1:4])


_PARTS = (
    ("definitions", "Definitions", _definitions),
    ("table", "Table; physical characteristics", _table),
    ("cards", "Cards; number of decks", _cards),
    ("opening", "Opening of the table for gaming", _opening),
    ("shuffle", "Shuffle and cut of the cards", _shuffle),
    ("rank", "Rank and value of the cards", _rank),
    ("wagers", "Wagers", _wagers),
    ("dealing", "Procedure for dealing the cards", _dealing),
    ("decisions", "Decisions of the players", _decisions),
    ("completion", "Completion of each round of play", _completion),
    ("payout", "Payout odds; payout limitation", _payouts),
    ("irregularities", "Irregularities", _irregular),
)
"""The twelve headings in order."""
HEADINGS = tuple(title for _, title, _ in _PARTS)
