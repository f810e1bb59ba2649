"""The skills `payout` and `settle`: the results of bets, and the settling of a whole layout in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

from pitboss.games.procedure import clause_of
from pitboss.money import Cents, Pays, show_money
from pitboss.paytable import Paytable
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Event, Offered, Seat, Settled, Turned, Wagered
from pitboss.school.lessons.settling import COLOURS, FREE_BET, cap_note, chips_in_words, or_more, worth_of
from pitboss.school.practice_rounds import STAKES
from pitboss.school.question import Question
from pitboss.school.table_in_words import (
    Titles,
    answers_of,
    first_of_last,
    last_motions,
    table_in_words,
    titles_of,
)

PAYOUT_SECONDS, SETTLE_SECONDS = 10.0, 30.0
CHIPS, ODDS, LOSSES, PUSHES = 0.05, 0.12, 0.02, 0.05
"""The probabilities that a payout question is about chips, odds, a plain loss or a push; otherwise it is about wins."""
HARD_ODDS = (Pays(3, 2), Pays(6, 5), Pays(11), Pays(8), Pays(12), Pays(15), Pays(30))
"""Odds that dealers find hard, in this house or another."""
TRIVIAL = 0.1
"""The probability that a stage in which every bet loses is asked."""
MAX_BETS = 6
"""The approximate number of bets in one question: whole seats, at least one."""
ONLY_EVEN = 0.35
"""The probability that a win at even money throughout is asked."""


def payout(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for the results of bets, mostly winners; sometimes for multiplied odds or a count of chips."""
    draw = rng.random()
    if draw < CHIPS:
        yield _chips(dealt, rng)
    elif draw < CHIPS + ODDS:
        yield _odds(dealt, rng)
    elif draw < CHIPS + ODDS + LOSSES:
        yield from _of_result(dealt, rng, -1)
    elif draw < CHIPS + ODDS + LOSSES + PUSHES:
        yield from _of_result(dealt, rng, 0)
    else:
        yield from _of_result(dealt, rng, 1)


def _of_result(dealt: Round, rng: Random, sign: int) -> Iterator[Question]:
    """Ask about one bet, and about several bets of one seat, whose result has this sign."""
    by_seat: dict[Seat, dict[str, list[Settled]]] = {}
    for event in dealt.events:
        if isinstance(event, Settled):
            by_seat.setdefault(event.seat, {}).setdefault(event.bet, []).append(event)
    single = [(seat, [bet]) for seat, bets in by_seat.items() for bet in bets]
    several = [
        (seat, rng.sample(list(bets), rng.randint(2, min(len(bets), 5))))
        for seat, bets in by_seat.items()
        if len(bets) > 1
    ]
    rng.shuffle(single)
    for choices in (single, several):
        for seat, names in choices:
            own = [event for bet in names for event in by_seat[seat][bet]]
            won = sum(event.back - event.stake for event in own)
            is_even = sign > 0 and all(event.pays.won == event.pays.per for event in own if event.back > event.stake)
            if (won > 0) - (won < 0) == sign and not (is_even and rng.random() > ONLY_EVEN):
                yield _payout(dealt, seat, names, own)
                break


def _payout(dealt: Round, seat: Seat, bets: Sequence[str], own: Sequence[Settled]) -> Question:
    titles, right = titles_of(dealt.game), sum(event.back - event.stake for event in own)
    lines = ". ".join(_result(event, titles) for event in own)
    what = "it, the stake not counted" if len(own) == 1 else "these together, the stakes not counted"
    result = f"+{show_money(right)}: {chips_in_words(right)}" if right > 0 else show_money(right)
    details = "; ".join(f"{_spot(event, titles)} {outcome_in_words(event)}{cap_note(event)}" for event in own)
    best = max(own, key=lambda event: event.back - event.stake)
    return Question(
        skill="payout", question=f"Seat {seat}. {lines}. What does the seat win or lose on {what}?",
        record=dealt.record, seat=seat, bet=bets[0] if len(bets) == 1 else list(bets), right=right,
        clause=clause_of(dealt.game, best.motion), target_seconds=PAYOUT_SECONDS,
        fact=f"payout:{best.motion}:{best.pays}", reason=f"{details}. In all {result}.",
    )  # fmt: skip


def _result(event: Settled, titles: Titles) -> str:
    """Describe a settled bet without its odds: its spot, its chips and its result."""
    free = f"a free bet of {show_money(event.back)}" if not event.stake else show_money(event.stake)
    line = or_more(event.line.removeprefix(FREE_BET))
    return f"{_spot(event, titles)}, {free}: {line}{cap_note(event)}"


def _spot(event: Settled, titles: Titles) -> str:
    return f"{titles[event.bet]}{f' on hand {event.hand}' if event.hand else ''}"


def outcome_in_words(event: Settled) -> str:
    """Return what becomes of a bet, as a verb: "pays 3 to 2", "pushes", "loses"."""
    if event.pays.won > 0:
        return f"pays {event.pays.spoken}"
    return "pushes" if event.pays.won == 0 else "loses"


def _odds(dealt: Round, rng: Random) -> Question:
    """Ask what a difficult stake wins at odds of this house or at difficult odds."""
    tables = [value for name in dealt.rules.options() if isinstance(value := getattr(dealt.rules, name), Paytable)]
    own = [pays for table in tables for _, row in table.lines for pays in row if pays.won > pays.per]
    pays = rng.choice([*HARD_ODDS, *dict.fromkeys(own)])
    cents = [stake for stake in (int(stake * 100) for stake in STAKES) if stake * pays.won % pays.per == 0]
    stake = rng.choice(cents)
    right = stake * pays.won // pays.per
    return Question(
        skill="payout",
        question=f"A bet of {show_money(stake)} pays {pays.spoken}. What does it win, the stake not counted?",
        record=dealt.record, right=right, clause="C-2", target_seconds=PAYOUT_SECONDS, fact=f"payout:odds:{pays}",
        reason=f"{show_money(stake)} at {pays.spoken} wins {show_money(right)}: {chips_in_words(right)}.",
    )  # fmt: skip


def _chips(dealt: Round, rng: Random) -> Question:
    """Ask what a stack of mixed chips is worth, as when a player colours up."""
    worths = sorted(rng.sample([worth for worth in COLOURS if worth >= 100], 3))
    stack = {worth: rng.randint(1, 20) for worth in worths}
    right = worth_of(stack)
    named = ", ".join(f"{count} {COLOURS[worth]} ({show_money(worth)})" for worth, count in stack.items())
    return Question(
        skill="payout", question=f"A player colours up: {named}. How much is that?", record=dealt.record, right=right,
        clause="C-1", target_seconds=PAYOUT_SECONDS, fact="payout:chips",
        reason=f"{show_money(right)}: {chips_in_words(right)}.",
    )  # fmt: skip


def settle(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for a finished layout: take, push or pay every bet, in the right order."""
    words = dealt.game.words(dealt.rules)
    for first, whole in stages(dealt.events):
        if all(action(event) == "take" for event in whole) and rng.random() > TRIVIAL:
            continue
        stage = whole_seats(whole)
        right = [[e.seat, e.bet, action(e), abs(e.back - e.stake)] for e in stage]
        yield Question(
            skill="settle",
            question=f"{_layout(dealt, first, stage)} {_asked(stage, titles_of(dealt.game))}",
            record=dealt.record, right=right, clause=clause_of(dealt.game, stage[0].motion),
            target_seconds=SETTLE_SECONDS, fact=f"settle:{stage[0].motion}",
            reason=" ".join(event.describe(words) for event in stage), more={"after": first},
        )  # fmt: skip


def whole_seats(stage: Sequence[Settled]) -> list[Settled]:
    """Return the first bets of a stage for one question, in whole seats."""
    chosen: list[Settled] = []
    for seat, bets in groupby(stage, key=lambda event: event.seat):
        more = list(bets)
        if chosen and len(chosen) + len(more) > MAX_BETS and seat != chosen[-1].seat:
            break
        chosen += more
    return chosen


def _layout(dealt: Round, first: int, stage: Sequence[Settled]) -> str:
    """Describe the table, including cards turned while these bets are settled."""
    last = max(place for place, event in enumerate(dealt.events) if event is stage[-1])
    seats = {event.seat for event in stage}
    turned = dealt.events[first : last + 1]
    return " ".join(filter(None, (
        table_in_words(dealt, first, turned, seats), answers_of(dealt, first_of_last(dealt, first, 2), seats),
        _held_so_far(dealt, first, stage), f"Last: {last_motions(dealt, first, 2)}",
    )))  # fmt: skip


def _held_so_far(dealt: Round, first: int, stage: Sequence[Settled]) -> str:
    """State what the game has paid so far, if an aggregate reduces one of these bets (F22-8)."""
    if not any(event.is_capped for event in stage):
        return ""
    won: dict[Seat, int] = {}
    for event in dealt.events[:first]:
        if isinstance(event, Settled) and event.back > event.stake:
            won[event.seat] = won.get(event.seat, 0) + event.back - event.stake
    paid = ", ".join(f"seat {seat} {show_money(cents)}" for seat, cents in won.items()) or "nobody"
    return f"Won so far in this game: {paid}."


def _asked(stage: Sequence[Settled], titles: Titles) -> str:
    spots = "; ".join(f"seat {e.seat} {_spot(e, titles)} {_stake(e)}" for e in stage)
    return f"Settle in this order: {spots}. Take, push or pay how much?"


def action(event: Settled) -> str:
    """Return the dealer's action on the bet: a win reduced to $0 by the aggregate still counts as paid."""
    is_win = event.back > event.stake or event.is_capped
    return "pay" if is_win else "push" if event.back == event.stake else "take"


def _stake(event: Settled) -> str:
    return show_money(event.stake) if event.stake else f"(a free bet of {show_money(Cents(event.back))})"


def stages(events: Sequence[Event]) -> Iterator[tuple[int, list[Settled]]]:
    """Yield runs of bets settled with no card, question or wager in between, with the start of each."""
    first, stage = 0, list[Settled]()
    for place, event in enumerate(events):
        if isinstance(event, Settled):
            first = first if stage else place
            stage.append(event)
        elif _breaks(event) and stage:
            yield first, stage
            stage = []
    if stage:
        yield first, stage


def _breaks(event: Event) -> bool:
    return isinstance(event, (Offered, Wagered, Dealt)) or (isinstance(event, Turned) and event.seat is None)
