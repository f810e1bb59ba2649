"""Questions about settling: the order, the odds and the chips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pitboss.games.procedure import Procedure
from pitboss.money import Cents, show_money
from pitboss.play.refused import Refused
from pitboss.play.steps import Settled
from pitboss.play.words import capital
from pitboss.school.lessons.dealer_steps import Step
from pitboss.school.lessons.lesson_ask import AskKind, LessonAsk, Level

COLOURS = {50_000: "purple", 10_000: "black", 2_500: "green", 500: "red", 100: "white", 50: "half"}
"""The chips in the tray by value in cents, largest first."""


def in_chips(cents: int) -> dict[int, int]:
    """Return the smallest number of chips that make up an amount."""
    built: dict[int, int] = {}
    for worth in COLOURS:
        if count := cents // worth:
            built[worth] = count
            cents -= count * worth
    return built | ({1: cents} if cents else {})


def worth_of(chips: Mapping[int, int]) -> Cents:
    """Return the value of a stack. Raise `Refused` for chips that are not in the tray."""
    for worth, count in chips.items():
        if worth not in COLOURS and worth != 1:
            raise Refused("no-such-chip", f"there is no chip of {show_money(worth)} in the tray")
        if count < 0:
            raise Refused("bad-chips", f"{count} chips of {show_money(worth)} cannot be handed over")
    return Cents(sum(worth * count for worth, count in chips.items()))


def cap_note(event: Settled) -> str:
    """Describe how much of a payout remains under the aggregate limit. Empty if it is not capped (F22-8)."""
    return f", capped at {show_money(event.back - event.stake)} by the aggregate" if event.is_capped else ""


def chips_in_words(cents: int) -> str:
    """
    Describe the chips that make up an amount, largest first.

    >>> chips_in_words(13_500)
    '1 black, 1 green, 2 red'
    """
    return ", ".join(f"{count} {COLOURS.get(worth, 'cents')}" for worth, count in in_chips(cents).items()) or "nothing"


FREE_BET = "free bet, "
"""The prefix of a free bet's line, left out because the stake repeats it."""


def in_order(procedure: Procedure, ask: LessonAsk, steps: Sequence[Step], at: int, level: Level) -> LessonAsk:
    """Add the settling order to the first question that it applies to, and the reason for a push to the hint."""
    settled = steps[at].settled
    if settled is not None and steps[at].motion.motion.startswith("push-"):
        ask = replace(ask, hint=f"{capital(settled.line)}: {ask.hint[:1].lower()}{ask.hint[1:]}")
    if settled is None or not procedure.settles or not _begins(procedure, steps, at):
        return ask
    order = without_clause(procedure.settles)
    if level is Level.WATCH:
        return replace(ask, reason=f"{ask.reason} {order}")
    return replace(ask, hint=f"{order.partition(';')[0].removesuffix('.')}. {ask.hint}")


def _begins(procedure: Procedure, steps: Sequence[Step], at: int) -> bool:
    """Return whether this is the first bet settled in this order."""
    names = [step.names for step in steps[:at]]
    after = [place for place, name in enumerate(names) if procedure.settles_after in name]
    if procedure.settles_after and not after:
        return False
    return not any(step.settled for step in steps[after[0] if after else 0 : at])


def without_clause(words: str) -> str:
    """
    Return a sentence without the clause that it quotes.

    >>> without_clause("From your right to your left (C-9).")
    'From your right to your left.'
    """
    return re.sub(r" \([^)]*\)\.$", ".", words)


def or_more(line: str) -> str:
    """
    Return the line of a pay table as it is spoken.

    >>> or_more("1+ tokens"), or_more("5+ tokens"), or_more("Flush")
    ('1 token or more', '5 tokens or more', 'Flush')
    """
    words = re.sub(r"^(\d+)\+ (\w+)$", r"\1 \2 or more", line)
    return re.sub(r"^1 (\w+)s or more$", r"1 \1 or more", words)


def ask_payout(step: Step, *, with_odds: bool = True) -> Iterator[LessonAsk]:
    """Ask for the winnings of a bet in chips; `with_odds`, state the hand, the stake and the odds."""
    paid = [one.settled for one in step.each if one.settled and one.settled.back > one.settled.stake]
    if not paid:
        return
    first, won = paid[0], sum(bet.back - bet.stake for bet in paid)
    stakes, line = ", ".join(map(_stake, paid)), or_more(first.line.removeprefix(FREE_BET))
    wins = "wins" if len(paid) == 1 else "win"
    reason = f"{capital(line)}: {stakes} {wins} {show_money(won)}: {chips_in_words(won)}."
    hand = f" on hand {step.hand}" if step.hand else ""
    words = f"Build the winnings of seat {first.seat}'s {step.title}{hand}."
    if with_odds:
        words = f"Build the winnings of seat {first.seat}'s {step.title}: {line}, {stakes}."
    yield LessonAsk(AskKind.PAYOUT, words, (), step.motion.clause, str(won), reason, f"{chips_in_words(won)}.")


def _stake(settled: Settled) -> str:
    free = "" if settled.stake else " free bet"
    return f"{show_money(settled.stake or settled.back)}{free} at {settled.pays}{cap_note(settled)}"
