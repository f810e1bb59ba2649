"""The skills `legal`, `irregular` and `talk`: which bets are valid, irregularities, and explaining bets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from pitboss.cards import Card, signs
from pitboss.games import GAMES
from pitboss.games.procedure import clause_of, procedure_of
from pitboss.money import Cents, show_money
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.game import Board, Game
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.words import Words, capital, without_rulings
from pitboss.school.irregularities import FLOOR, every_case
from pitboss.school.question import Question

LEGAL_SECONDS, IRREGULAR_SECONDS, TALK_SECONDS = 8.0, 15.0, 30.0
FAIR = 0.4
"""The probability that the wager in question is valid."""
YES, LATER = "yes", "not-yet"
CODES = {
    YES: "yes, it may be taken",
    "over-limit": "no: more than the limit",
    "under-limit": "no: less than the minimum bet",
    "not-in-chips": "no: not in whole chips of the table",
    "bet-needs": "no: the bet that it needs is missing",
    "bet-missing": "no: the compulsory bet is missing",
    "bet-excludes": "no: not together with another bet",
    "not-equal": "no: it must equal another bet",
    LATER: "no: this bet is made later, when it is offered",
}
"""The answers about a bet: it may be accepted, or a reason why not. A game adds its own reasons."""


def legal(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask whether a wager may be accepted before the deal: real wagers, and wagers with one fault."""
    wagers = dealt.record.wagers
    seat = rng.choice(list(wagers))
    tries = list(_attempts(dealt, dict(wagers[seat]), rng))
    codes, board = codes_of(dealt.game, dealt.rules), board_of(dealt)
    bets = {bet.name: bet for bet in dealt.game.bets(dealt.rules)}
    judged = [(wager, *reasons_of(dealt, seat, wager, board)) for wager in tries]
    rng.shuffle(judged)
    for _ in range(min(2, len(judged))):
        is_fair = rng.random() < FAIR
        wager, true, reason = next((one for one in judged if (YES in one[1]) == is_fair), judged[0])
        judged = [one for one in judged if one[0] is not wager]
        right = LATER if LATER in true else rng.choice(sorted(true))
        unsure = {"not-equal"} if any(bets[name].in_play for name in wager) else set()
        others = [code for code in codes if code not in true | unsure and code != YES]
        options = list(dict.fromkeys([YES, right, *rng.sample(others, min(3, len(others)))]))
        rng.shuffle(options)
        yield Question(
            skill="legal", question=_put_down(dealt, seat, wager, board),
            record=dealt.record, seat=seat, bet=list(wager), options=tuple(options), right=right,
            shown=tuple(codes.get(option, option) for option in options),
            clause=clause_of(dealt.game, "bet"), target_seconds=LEGAL_SECONDS,
            fact=f"legal:{right}", reason=reason[right], more={"wager": dict(wager)},
        )  # fmt: skip


def _put_down(dealt: Round, seat: Seat, wager: SeatBets, board: Sequence[Card]) -> str:
    """Describe the cards on the table, the limits on the sign, and the seat's bets."""
    bets = {bet.name: bet for bet in dealt.game.bets(dealt.rules)}
    chips = "; ".join(f"{show_money(amount)} on {bets[name].title}" for name, amount in wager.items())
    limits = dict.fromkeys((bets[name].least, bets[name].most) for name in wager)
    shown = f"The cards on the table: {signs(board)}. " if board else ""
    ranges = []
    for least, most in limits:
        named = " and ".join(bets[n].title for n in wager if (bets[n].least, bets[n].most) == (least, most))
        what = "a bet" if len(limits) == 1 else f"on {named}"
        ranges.append(f"{show_money(least)} to {show_money(most)} {what}")
    sign, chip = "; ".join(ranges), show_money(dealt.rules.chip)
    return (
        f"{shown}Limits: {sign}. The smallest chip is {chip}. Before the deal seat {seat} puts down {chips}."
        " May it be taken?"
    )


def reasons_of(dealt: Round, seat: Seat, wager: SeatBets, board: Sequence[Card]) -> tuple[set[str], dict[str, str]]:
    """Return every reason to refuse a wager, each in words; `YES` if there is none."""
    bets, words = {bet.name: bet for bet in dealt.game.bets(dealt.rules)}, dealt.game.words(dealt.rules)
    found = dict(_reasons(bets, dealt.rules.chip, wager, words))
    if not found:
        try:
            dealt.game.check_seat(dealt.rules, seat, wager, tuple(board), words=words)
        except Refused as refused:
            found[refused.code] = f"{capital(refused.reason)}."
    found = found or {YES: "Each of these bets may be taken."}
    return set(found), found


def _reasons(
    bets: Mapping[str, Bet], chip: Cents, wager: SeatBets, words: Words
) -> Iterator[tuple[str, str]]:  # fmt: skip
    for name, amount in wager.items():
        bet, title = bets[name], words.bet(name)
        if amount % chip:
            yield "not-in-chips", f"{show_money(amount)} on {title} is not a whole number of {show_money(chip)} chips."
        if amount > bet.most:
            yield "over-limit", f"{title} takes at most {show_money(bet.most)}."
        if amount < bet.least:
            yield "under-limit", f"{title} takes at least {show_money(bet.least)}."
        if bet.in_play:
            yield LATER, f"{title} is made later, when the dealer offers it."
        if needed := bet.lacks(wager):
            yield "bet-needs", f"{title} needs a bet on {words.bet(needed)}."
        if other := bet.excluded_by(wager):
            yield "bet-excludes", f"{title} may not be bet together with {words.bet(other)}."
        if bet.equals and bet.differs(wager):
            yield "not-equal", f"{title} must equal {words.bet(bet.equals)}."
    for bet in bets.values():
        if bet.compulsory and not bet.in_play and bet.name not in wager:
            yield "bet-missing", f"{words.bet(bet.name)} is compulsory."


def codes_of(game: Game, rules: Any) -> dict[str, str]:
    """Return the answers that can apply to a bet of this game."""
    bets = game.bets(rules)
    never = {
        "bet-needs": not any(bet.needs for bet in bets), "bet-missing": not any(bet.compulsory for bet in bets),
        "bet-excludes": not any(bet.excludes for bet in bets),
        "not-equal": not any(bet.equals for bet in bets), "not-yet": not any(bet.in_play for bet in bets),
    }  # fmt: skip
    return {code: words for code, words in (CODES | dict(game.refusals)).items() if not never.get(code)}


def board_of(dealt: Round) -> Board:
    """Return the cards on the table when the wagers were made."""
    if not dealt.game.before_wagers or dealt.record.board:
        return dealt.record.board
    again = Round(dealt.game, dealt.rules, dealt.record.pack, gone=dealt.record.gone)
    return again.board


def _attempts(dealt: Round, wager: dict[str, Cents], rng: Random) -> Iterator[SeatBets]:
    """Yield the wager as it was, then variants with one fault."""
    yield wager
    bets = {bet.name: bet for bet in dealt.game.bets(dealt.rules)}
    one = rng.choice(list(wager))
    yield wager | {one: Cents(bets[one].most + dealt.rules.chip)}
    yield wager | {one: Cents(wager[one] + max(dealt.rules.chip // 2, 1))}
    if len(wager) > 1:
        yield {name: amount for name, amount in wager.items() if name != one}
        yield wager | {one: Cents(wager[one] + dealt.rules.chip)}
    for bet in rng.sample(list(bets.values()), min(3, len(bets))):
        if bet.name not in wager:
            yield wager | {bet.name: max(bet.least, dealt.rules.chip)}


def irregular(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for the dealer's response to an irregularity; the case describes the table as far as it matters."""
    motions = [event.motion for event in dealt.events]
    cases = [case for case in every_case(dealt.game.name, dealt.rules) if case.get("at", motions[0]) in motions]
    for case in rng.sample(cases, min(4, len(cases))):
        options = [FLOOR if option == "floor" else option for option in (case["right"], *case["wrong"])]
        right = options[0]
        rng.shuffle(options)
        before = f"{moment(dealt.game, case['at'])} " if "at" in case else ""
        after = motions.index(case["at"]) + 1 if "at" in case else 0
        yield Question(
            skill="irregular", question=f"{before}{case['happens']} What now?",
            record=dealt.record, options=tuple(options), right=right, clause=case["clause"],
            target_seconds=IRREGULAR_SECONDS, fact=f"irregular:{case['name']}", reason=case["reason"],
            more={"after": after, "case": case["name"]},
        )  # fmt: skip


def moment(game: Game, motion: str) -> str:
    """Describe the motion of the dealer or a player at which something happens."""
    made = procedure_of(game.name)[motion]
    return f"You {made.does}." if made.who == "dealer" else f"The players {made.does}."


@cache
def guest_answers(game: str) -> dict[str, str]:
    """Return a dealer's explanation of each kind of bet for guests, from the game's `guests.toml`, if any."""
    return dict(tomllib.loads(GAMES[game].provides.guest_answers or ""))


def talk(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for an answer to a guest; the trainee grades it."""
    placed = [(seat, bet) for seat, bets in dealt.record.wagers.items() for bet in bets]
    placed += [(seat, bet.name) for seat in dealt.record.wagers for bet in dealt.game.bets(dealt.rules) if bet.in_play]
    for seat, name in rng.sample(placed, min(2, len(placed))):
        yield _talk(dealt, seat, name)


def _talk(dealt: Round, seat: Seat, name: str) -> Question:
    bet = next(bet for bet in dealt.game.bets(dealt.rules) if bet.name == name)
    tables = [str(table) for table in _tables(dealt.rules, bet)]
    right = _reply_to_guest(dealt.game, bet)
    fact = f"talk:{_answer_name(dealt.game, name)}"
    return Question(
        skill="talk", question=f"A guest asks what “{bet.title}” is. Answer in two sentences.", record=dealt.record,
        seat=seat, bet=name, right=right, clause=clause_of(dealt.game, "bet"),
        target_seconds=TALK_SECONDS, fact=fact, reason=right, more={"tables": tables},
    )  # fmt: skip


def _reply_to_guest(game: Game, bet: Bet) -> str:
    """Return a good dealer's answer; if the game has none of its own, the meaning of the bet."""
    reply = guest_answers(game.name).get(_answer_name(game, bet.name))
    if reply is None:
        meaning = without_rulings(bet.meaning)
        limits = f"{show_money(bet.least)} to {show_money(bet.most)}"
        reply = f"{bet.title} wins if {meaning}, and pays {{pays}}. It takes {limits}."
    return reply.format(pays=bet.pays)


def _answer_name(game: Game, bet: str) -> str:
    """Return the name of the answer about a bet; bets that differ only in a number or rank share one."""
    shared = bet.rpartition("-")[0]
    answers = guest_answers(game.name)
    return shared if bet not in answers and shared in answers else bet


def _tables(rules: Any, bet: Bet) -> list[Paytable]:
    """Return the pay tables that the bet is paid by: its own, else those with a column for it."""
    tables = {name: value for name in rules.options() if isinstance(value := getattr(rules, name), Paytable)}
    own = tables.get(f"{bet.name.replace('-', '_')}_table")
    if own is not None:
        return [_paid_columns(own, bet) or own]
    return [paid for table in tables.values() if (paid := _paid_columns(table, bet))]


def _paid_columns(table: Paytable, bet: Bet) -> Paytable | None:
    """Return the table with the columns that pay this bet in this house; None if there are none."""
    places = [place for place, _ in enumerate(table.columns) if table.spoken(place) == bet.pays]
    if not places:
        return None
    lines = tuple((name, tuple(row[place] for place in places)) for name, row in table.lines)
    return Paytable(tuple(table.columns[place] for place in places), lines, table.above)
