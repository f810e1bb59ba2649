"""Payout and settle: what a bet comes to, and what becomes of every bet of a finished layout, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pitboss.games.procedure import clause_of
from pitboss.money import show_money
from pitboss.play.layout import lying
from pitboss.play.records.ledger import net
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Event, Offered, Seat, Settled, Turned, Wagered
from pitboss.school.bet_titles import Titles, titles_of
from pitboss.school.lessons.describe_layout import seat_cards
from pitboss.school.lessons.payout_chips import chips_in_words, held_down
from pitboss.school.question import Question

PAYOUT_SECONDS, SETTLE_SECONDS = 10.0, 30.0


def payout(dealt: Round, rng: Random) -> Iterator[Question]:
    """What did this bet win or lose over the whole round, all its hands together? Now and then several bets at once."""
    result = net(dealt.events)
    spots = [(seat, bet) for seat, bets in result.items() for bet in bets]
    rng.shuffle(spots)
    for seat, bet in spots[:3]:
        yield _payout(dealt, seat, [bet], result[seat][bet])
    seat = rng.choice(list(result))
    if len(result[seat]) > 1:
        bets = list(result[seat])[: rng.randint(2, len(result[seat]))]
        yield _payout(dealt, seat, bets, sum(result[seat][bet] for bet in bets))


def _payout(dealt: Round, seat: Seat, bets: Sequence[str], right: int) -> Question:
    settled = [event for event in dealt.events if isinstance(event, Settled) and event.seat == seat]
    own = [event for event in settled if event.bet in bets]
    titles = titles_of(dealt.game)
    chips = [(e.bet, e.amount) for e in dealt.events if isinstance(e, Wagered) and e.seat == seat and e.bet in bets]
    down = "; ".join(f"{show_money(amount)} on {titles[bet]}" for bet, amount in chips)
    lines = "; ".join(f"{titles[event.bet]}: {event.line}" for event in own)
    what = f"What did {_all(bets, titles)} win (the stake not counted) or lose over the round?"
    result = f"+{show_money(right)}, {chips_in_words(right)}" if right > 0 else show_money(right)
    told = "; ".join(f"{titles[event.bet]}: {event.line}, {event.pays}{held_down(event)}" for event in own)
    last = own[-1] if own else settled[-1]
    return Question(
        skill="payout",
        question=f"Seat {seat} put down {down}. How it ended: {lines or 'a free bet that did not win'}. {what}",
        record=dealt.record, seat=seat, bet=bets[0] if len(bets) == 1 else list(bets), right=right,
        clause=clause_of(dealt.game, last.motion), target_seconds=PAYOUT_SECONDS,
        fact=f"payout:{last.motion}:{last.pays}", reason=f"{told}. In all {result}.",
    )  # fmt: skip


def _all(bets: Sequence[str], titles: Titles) -> str:
    """The bets by their titles."""
    together = " together" if len(bets) > 1 else ""
    return " and ".join(titles[bet] for bet in bets) + together


def settle(dealt: Round, rng: Random) -> Iterator[Question]:
    """A finished layout: take, push or pay for every spot, in the right order."""
    titles, words = titles_of(dealt.game), dealt.game.words(dealt.rules)
    for first, stage in stages(dealt.events):
        right = [[e.seat, e.bet, action(e), abs(e.back - e.stake)] for e in stage]
        places = lying(dealt.events[:first], dealt.record.board)
        seats = sorted({event.seat for event in stage})
        cards = ". ".join(f"Seat {seat}: {seat_cards(places, seat) or 'no cards'}" for seat in seats)
        spots = ", ".join(f"seat {e.seat} {titles[e.bet]}{_hand(e)} {_stake(e)}" for e in stage)
        order = clause_of(dealt.game, stage[0].motion)
        yield Question(
            skill="settle",
            question=f"{cards}. Dealer: {seat_cards(places, None)}. In order: {spots}. Take, push or pay how much?",
            record=dealt.record, right=right, clause=order, target_seconds=SETTLE_SECONDS,
            fact=f"settle:{stage[0].motion}", reason="; ".join(event.told(words) for event in stage),
            more={"after": first},
        )  # fmt: skip


def action(event: Settled) -> str:
    """What the dealer's hand does with the bet: a win that the aggregate leaves nothing of is paid, with nothing."""
    is_win = event.back > event.stake or event.is_held_down
    return "pay" if is_win else "push" if event.back == event.stake else "take"


def _stake(event: Settled) -> str:
    return show_money(event.stake) if event.stake else "(a free bet)"


def _hand(event: Settled) -> str:
    return f" hand {event.hand}" if event.hand else ""


def stages(events: Sequence[Event]) -> Iterator[tuple[int, list[Settled]]]:
    """Runs of bets that are settled with no card, question or wager between them, and where each begins."""
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
