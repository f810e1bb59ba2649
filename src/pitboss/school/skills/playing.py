"""Play and count, for players: the best answer and what another costs; what a shoe still holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from pitboss.games.procedure import clause_of
from pitboss.money import show_money
from pitboss.play.layout import lying
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.play.view import view
from pitboss.school.bet_titles import titles_of
from pitboss.school.lessons.describe_layout import seat_cards
from pitboss.school.question import Question

PLAY_SECONDS, COUNT_SECONDS = 8.0, 10.0
CLEAR = 0.05
"""Answers that differ by less than this, in the unit of the advice, are no mistake worth a drill."""


def play(dealt: Round, rng: Random) -> Iterator[Question]:
    """The best play where it matters, asked the more often the more a mistake costs; the cost in dollars."""
    places = list(decisions(dealt.record))
    rng.shuffle(places)
    for here in places:
        worths = _worths(dealt, here)
        best = max(worths, key=worths.__getitem__)
        second = max((worth for name, worth in worths.items() if name != best), default=worths[best])
        if worths[best] - second < CLEAR or rng.random() > worths[best] - second:
            continue
        _, base = _base(dealt, here)
        yield ask_best(
            dealt, here, best, {name: round((worths[best] - worth) * base) for name, worth in worths.items()}
        )


class PlayAsked(NamedTuple):
    """A choice of a round: after how many events it is offered, what, and to whom."""

    after: int
    offer: Offer
    seat: Seat


def decisions(record: Record) -> Iterator[PlayAsked]:
    """Every choice of the round, one for each seat that an offer asks."""
    again = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    for said in record.answers or ():
        offer = again.pending
        assert offer is not None
        yield from (PlayAsked(len(again.events), offer, seat) for seat in offer.options)
        again.hear([said])


def ask_best(dealt: Round, here: PlayAsked, best: str, costs: dict[str, int]) -> Question:
    """The question, once it is known which answer is best and what the others cost, in cents."""
    after, offer, seat = here
    options = offer.options[seat]
    bet, amount = _base(dealt, here)
    stake = f"You have {show_money(amount)} on {titles_of(dealt.game)[bet]}."
    words = {option.name: option.words for option in options}
    told = ", ".join(f"{words.get(name, name)} costs {show_money(cents)}" for name, cents in costs.items() if cents)
    return Question(
        skill="play", question=f"{_seen(dealt, here)} {stake} You are asked: {offer.about}. What is best?",
        record=dealt.record, seat=seat, options=tuple(option.name for option in options), right=best,
        clause=clause_of(dealt.game, offer.motion), shown=tuple(option.words for option in options),
        target_seconds=PLAY_SECONDS, fact=f"play:{offer.about}:{best}",
        reason=told, more={"after": after, "costs": costs},
    )  # fmt: skip


def _seen(dealt: Round, here: PlayAsked) -> str:
    """The table as the seat sees it: its own cards, the dealer's side, and the other seats that have cards."""
    seat = here.seat
    layout = lying(dealt.events[: here.after], dealt.record.board, seat)
    others = sorted({owner for owner, _ in layout.cards if owner not in (seat, None)})
    beside = "".join(f" Seat {other}: {seat_cards(layout, other)}." for other in others)
    dealers = seat_cards(layout, None) or "no card"
    return f"You are seat {seat}: {seat_cards(layout, seat) or 'no cards'}. The dealer: {dealers}.{beside}"


def _worths(dealt: Round, here: PlayAsked) -> dict[str, float]:
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (only this skill waits for what counts)

    after, offer, seat = here
    advice = odds_of(dealt.game).advise_seat(dealt.rules, view(dealt.events[:after], seat), offer, seat)
    names = [option.name for option in offer.options[seat]]
    return {name: float(worth) for name, worth in advice.options.items() if name in names}


def _base(dealt: Round, here: PlayAsked) -> tuple[str, int]:
    """The bet that the advice counts in, and its chips: the ante of the hand that is offered, or the seat's first."""
    bets = dealt.record.wagers[here.seat]
    ante = f"ante-{here.offer.context.get('hand')}"
    bet = ante if ante in bets else next(iter(bets))
    return bet, int(bets[bet])


def count(dealt: Round, rng: Random) -> Iterator[Question]:
    """How many cards of a kind are left behind the four cards that lie there? For a shoe whose cards are bet on."""
    record = dealt.record
    if record.game.cut_card is None or not record.game.board_size:
        return
    left = record.pack if record.board else record.pack[record.game.board_size :]
    kinds = {
        "jokers": sum(card.is_joker for card in left),
        "red cards": sum(card.is_red for card in left),
        "aces": sum(card.rank == 14 and not card.is_joker for card in left),
    }
    out = len(record.game.whole_pack(record.rules)) - len(left)
    for what in rng.sample(list(kinds), len(kinds)):
        yield _count(record, out, what, kinds[what])


def _count(record: Record, out: int, what: str, right: int) -> Question:
    options = sorted({right, *(max(right + step, 0) for step in (-3, -1, 1, 2))})
    return Question(
        skill="count", question=f"{out} cards are out of the shoe. How many {what} are still in it?",
        record=record, options=tuple(map(str, options)), right=right, clause="FI-1, FI-2",
        target_seconds=COUNT_SECONDS, fact=f"count:{what}", reason=f"{right} {what} are left.",
        more={"counts": what},
    )  # fmt: skip
