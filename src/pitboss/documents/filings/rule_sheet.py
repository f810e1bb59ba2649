"""`pitboss sheet`: the rules of a game as a filing, under the twelve headings of Pennsylvania's chapters."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from typing import Any, NamedTuple

from pitboss import __version__
from pitboss.documents.blocks import (
    Attachment,
    Block,
    Definitions,
    Document,
    Grid,
    GridCell,
    Page,
    Paragraph,
    Section,
    Words,
    odds_to,
    words,
)
from pitboss.documents.inputs.input_cache import software_hash
from pitboss.documents.sections.option_words import setting_words
from pitboss.games import GAMES
from pitboss.games.procedure import Motion, Procedure, procedure_of
from pitboss.layout.plan import pay_tables, plan_for
from pitboss.layout.scale.inscriptions import inscriptions
from pitboss.money import Pays, show_money
from pitboss.paytable import Paytable, or_more
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.conditions import holds
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import write_rules
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash
from pitboss.school.irregularities import FLOOR, irregularities_under


def identity(game: Game, rules: HouseRules, date: str) -> tuple[tuple[str, Words], ...]:
    """Return the lines below a document's title."""
    return (
        ("Sheet", words(game.sheet)),
        ("House rules", words(setting_words(rules, rules.settings()))),
        ("Rules hash", words(rules_hash(rules))),
        ("Software", words(f"pitboss {__version__}, sources {software_hash()}")),
        ("Date", words(date)),
    )


class Clause(NamedTuple):
    """A sentence of the filing and its source."""

    sentence: str
    source: str
    term: str = ""


@cache
def sheet_data(game: str) -> Mapping[str, Any]:
    """Return the data of the game's `sheet.toml`; empty if it has none."""
    return tomllib.loads(GAMES[game].provides.sheet or "")


def option_words(rules: HouseRules) -> dict[str, str]:
    """Return the value of every option as it is written in a sentence: 3 to 2, $10, straight."""
    values = rules.as_data()
    return {
        name: value.spoken if isinstance(value := getattr(rules, name), Pays) else str(values[name]) for name in values
    }


def clauses_under(game: str, part: str, rules: HouseRules) -> list[Clause]:
    """Return the sentences of one part that apply under these rules."""
    options = option_words(rules)
    return [
        Clause(each["say"].format(**options), each.get("clause", ""), each.get("term", ""))
        for each in sheet_data(game).get(part, ())
        if ("where" not in each or holds(rules, each["where"]))
        and ("unless" not in each or not holds(rules, each["unless"]))
    ]


OPENING, SHUFFLE, DEALING, DECISIONS, COMPLETION, VOID = (
    "opening",
    "shuffle",
    "dealing",
    "decisions",
    "completion",
    "void",
)
_WITH_THE_CARDS = ("shuffle", "cut-pack", "burn", "cut-card")
_VOID = ("void", "give-back")


def rules_of_motion(game: Game, rules: HouseRules, part: str) -> list[Clause]:
    """Return the motions of one part that can happen under these rules, each as a sentence with its clause."""
    try:
        procedure = procedure_of(game.name)
    except Refused:
        return []
    parts = parts_of(game.name, procedure)
    data = sheet_data(game.name)
    needs, always = data.get("needs", {}), data.get("always", ())
    return [
        Clause(sentence_of(motion), motion.clause)
        for name, motion in procedure.items()
        if parts[name] == part and _happens(rules, motion, needs.get(name, ""), name in always)
    ]


def _happens(rules: HouseRules, motion: Motion, need: str, always: bool) -> bool:
    """Return whether a motion happens under these rules: its condition holds and any special settings match."""
    if need and not holds(rules, need):
        return False
    return always or not motion.where or rules.with_settings(motion.where) == rules


def parts_of(game: str, procedure: Procedure) -> dict[str, str]:
    """Return the part of the filing for each motion, in procedure order."""
    data, parts, part = sheet_data(game), dict[str, str](), DEALING
    begins = {data[each]: each for each in (DEALING, DECISIONS, COMPLETION) if each in data}
    opening = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", procedure.opening))
    for name in procedure:
        part = begins.get(name, part)
        if name in _WITH_THE_CARDS:
            parts[name] = SHUFFLE
        elif name in opening:
            parts[name] = OPENING
        else:
            parts[name] = VOID if name in _VOID else part
    return parts


def sentence_of(motion: Motion) -> str:
    """
    Word a motion as a rule.

    >>> sentence_of(Motion("look", "RY-8", "dealer", "look under your up card", "you know the hole card"))
    'The dealer shall look under the dealer’s up card. It is complete when the dealer knows the hole card.'
    """
    who = "dealer" if motion.who == "dealer" else "player"
    does, ends = (_of(who, words) for words in (motion.does, motion.ends))
    verb = "shall" if who == "dealer" else "may"
    return f"The {who} {verb} {does}. It is complete when {ends}."


def _of(who: str, words: str) -> str:
    """
    Convert second person ("your card") to third person ("the player’s card").

    >>> _of("dealer", "You reach for a card that you need.")
    'The dealer reaches for a card that the dealer needs.'
    """
    for you, they in _spoken_of(who):
        words = re.sub(rf"\b{you}\b", they, words)
        words = re.sub(rf"\b{you.capitalize()}\b", they.capitalize(), words)
    return words


def _spoken_of(who: str) -> Iterator[tuple[str, str]]:
    yield "yourself the", f"the {who}’s"
    yield "yourself", f"the {who}"
    yield "you have", f"the {who} has"
    yield "you stand or bust", f"the {who} stands or busts"
    for verb in ("know", "draw", "deal", "need"):
        yield f"you {verb}", f"the {who} {verb}s"
    yield "you reach", f"the {who} reaches"
    yield "yours", f"the {who}’s"
    yield "your", f"the {who}’s"
    yield "you", f"the {who}"


_RULING = re.compile(r"\s*\(([A-Z][A-Z0-9]*-\d+(?:, [A-Z][A-Z0-9]*-\d+)*)\)")
_SOURCES = (
    "Each rule is numbered and cites its source: a clause of the rule sheet, or a ruling (C-4, {rulings}-1 …) where the"
    " sheet is silent or contradicts itself. The headings are those of Pennsylvania's chapters on table games (58 Pa."
    " Code, Part VII, Subpart K)."
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
    sentences = clauses_under(game.name, "definitions", rules)
    if sentences:
        yield Definitions(tuple((each.term, words(f"{each.sentence} ({each.source})")) for each in sentences))
    else:
        yield Paragraph(words("Terms are defined in the sections that use them."))


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
        *clauses_under(game.name, "table", rules),
        Clause(f"A discard rack as high as a stack of {cards} cards shall be at the dealer's side.", "layout"),
    ]  # fmt: skip
    if inscribed := [each.words for each in inscriptions(game, plan, rules) if each.where.startswith("bow")]:
        own.append(Clause(f"Printed on the layout, or on a sign at the table: {'; '.join(inscribed)}.", "layout"))
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
    fresh = (
        "A freshly shuffled pack is used for every round." if game.cut_card is None else "They are dealt from a shoe."
    )
    source = ", ".join(dict.fromkeys(rules.ruling(name) for name in ("decks", "jokers") if name in rules.options()))
    clauses = [Clause(f"The game is played with {whole}. {fresh}", source or f"{rules.rulings}-1")]
    if game.cut_card is not None:
        clauses.append(Clause("The cards are used with a cut card.", "C-10"))
    yield from _numbered(number, [*clauses, *clauses_under(game.name, "cards", rules)])


def _opening(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    clauses = rules_of_motion(game, rules, OPENING)
    none = Clause("Before the first round, the cards shall be shuffled as described in the next section.", "C-3")
    yield from _numbered(number, clauses or [none])


def _shuffle(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    clauses = [*rules_of_motion(game, rules, SHUFFLE)]
    clauses.append(Clause("All orders of the complete pack shall be equally likely.", "C-3"))
    if game.cut_card is None:
        clauses.append(Clause("The cards are shuffled for every round.", f"{rules.rulings}-1"))
    else:
        left = game.cut_card(rules)
        name = next((each for each in rules.options() if each.startswith("cut_card")), "")
        sentence = f"The cut card shall be {left} cards from the end. If fewer are left, the cards shall be shuffled."
        clauses.append(Clause(sentence, rules.ruling(name) if name else ""))
    yield from _numbered(number, clauses)


def _rank(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    sentences = clauses_under(game.name, "rank", rules)
    yield from _numbered(number, sentences or [Clause("Cards rank as stated with the payout odds below.", "")])


def _wagers(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    chip = Clause(f"Every wager is a multiple of {show_money(rules.chip)}.", "C-1")
    yield from _numbered(number, [chip, *clauses_under(game.name, "wagers", rules)])
    bets = game.bets(rules)
    titles = {bet.name: bet.title for bet in bets}
    rows = tuple((bet.title, *_bet_row(bet, titles)) for bet in bets)
    heads = ("wager", "description", "made", "amount", "requires", "source")
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
    clauses = [*clauses_under(game.name, "decisions_say", rules), *rules_of_motion(game, rules, DECISIONS)]
    yield from _numbered(number, clauses or [Clause("Players make no decision after the deal.", "")])


def _completion(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    yield from _numbered(
        number, [*clauses_under(game.name, "completing", rules), *rules_of_motion(game, rules, COMPLETION)]
    )


def _payouts(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    to = Clause("“N to 1” means that the stake comes back and N times the stake is won.", "C-2")
    yield from _numbered(number, [to, *clauses_under(game.name, "paying", rules)])
    for name, title, table in pay_tables(game, rules):
        yield _pay_table(title, table, rules.ruling(name))
    untabled = [bet for bet in game.bets(rules) if ":" not in bet.pays and ";" not in bet.pays]
    plain = tuple((bet.title, bet.short_payout) for bet in untabled)
    if plain:
        yield Grid("Wagers without a table", ("wager", "pays"), plain, wide=("pays",))


def _pay_table(title: str, table: Paytable, source: str) -> Grid:
    heads = ("line", *(table.columns if len(table.columns) > 1 else ("pays",)))
    rows = tuple((or_more(line), *(_pays(pays) for pays in row)) for line, row in table.lines)
    return Grid(f"{title} pay table", heads, rows, f"Source: {source}." if source else "")


def _pays(pays: Pays) -> GridCell:
    return odds_to(pays.ratio) if pays.won > 0 else pays.spoken


def _irregular(game: Game, rules: HouseRules, number: int) -> Iterator[Block]:
    void = Clause(
        "A round that cannot be dealt under these rules, because of a wrong number of cards or a fouled pack, shall be"
        " void and all its wagers returned.", "C-4",
    )  # fmt: skip
    own = [void, *rules_of_motion(game, rules, VOID), *clauses_under(game.name, "irregular", rules)]
    yield from _numbered(number, own)
    rows = tuple((f"{number}({_letter(at)})", *case) for at, case in enumerate(remedied(game.name, rules), len(own)))
    if rows:
        heads = ("no.", "irregularity", "remedy", "reason", "source")
        yield Grid("Irregularities and their remedies", heads, rows, wide=heads[1:4])


def remedied(game: str, rules: HouseRules) -> Iterator[tuple[str, str, str, str]]:
    """Yield each irregularity of a game with its remedy, reason and clause, in the third person."""
    for case in irregularities_under(rules, game):
        right = FLOOR if case["right"] == "floor" else case["right"]
        yield *(_of("dealer", sentence) for sentence in (case["happens"], right, case["reason"])), case["clause"]


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
