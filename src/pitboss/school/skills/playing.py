"""Play and count, for players: the best answer and what another costs; what a shoe still holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from pitboss.cards import Card, signs
from pitboss.games.procedure import clause_of, count_clause_of
from pitboss.money import show_money
from pitboss.play.layout import lying
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.play.view import view
from pitboss.school.bet_titles import titles_of
from pitboss.school.lessons.describe_layout import seat_cards
from pitboss.school.question import Question
from pitboss.school.scene import still_showing

PLAY_SECONDS, COUNT_SECONDS = 8.0, 10.0
MOST_SINCE = 12
"""At most this many cards come out between two counts."""
KINDS: dict[str, Callable[[Card], bool]] = {
    "jokers": lambda card: card.is_joker,
    "red cards": lambda card: card.is_red,
    "aces": lambda card: card.rank == 14 and not card.is_joker,
}
"""What is counted, and which cards are of that kind."""
CLEAR = 0.05
"""Answers that differ by less than this, in the unit of the advice, are no mistake worth a drill."""


def play(dealt: Round, rng: Random) -> Iterator[Question]:
    """The best play where it matters, asked the more often the more a mistake costs; the cost in dollars."""
    places = list(decisions(dealt.record))
    rng.shuffle(places)
    for here in places:
        worths, cents = _worths(dealt, here)
        best = max(worths, key=worths.__getitem__)
        second = max((worth for name, worth in worths.items() if name != best), default=worths[best])
        if worths[best] - second < CLEAR or rng.random() > worths[best] - second or not cents:
            continue
        yield ask_best(dealt, here, best, {name: round(cents[best] - cents[name]) for name in worths})


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
    titles = titles_of(dealt.game)
    chips = lying(dealt.events[:after], dealt.record.board, seat).chips()
    own = [f"{show_money(cents)} on {titles[bet]}" for (owner, bet), cents in chips.items() if owner == seat]
    stake = f"You have {', '.join(own)}."
    if shows := still_showing(dealt, after, [seat]):
        stake = f"{stake} {shows}"
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


def _worths(dealt: Round, here: PlayAsked) -> tuple[dict[str, float], dict[str, float]]:
    """Return the value of each answer in units of a bet and in cents; no cents if no single stake counts."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (only this skill waits for what counts)
    from pitboss.solving.answers.hint import price_options  # noqa: PLC0415  as above

    after, offer, seat = here
    seen = view(dealt.events[:after], seat)
    advice = odds_of(dealt.game).advise_seat(dealt.rules, seen, offer, seat)
    priced = price_options(advice, seen, offer, seat)
    names = [option.name for option in offer.options[seat]]
    worths = {name: float(worth) for name, worth in advice.options.items() if name in names}
    return worths, priced.cents if priced else {}


def count(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask how many cards of a kind are left in the shoe, from an earlier count and the cards that came out since."""
    record = dealt.record
    if record.game.cut_card is None or not record.game.board_size:
        return
    whole = list(record.game.whole_pack(record.rules))
    out = _out_of_shoe(dealt)
    rng.shuffle(out)
    since = out[: rng.randint(min(4, len(out)), min(MOST_SINCE, len(out)))]
    before = Counter(whole) - (Counter(out) - Counter(since))
    kinds = list(KINDS)
    rng.shuffle(kinds)
    for kind in kinds:
        yield _count(record, list(before.elements()), since, kind, rng)


def _out_of_shoe(dealt: Round) -> list[Card]:
    """Return every card that has left the shoe when the round is over, jokers that were replaced included."""
    return [*dealt.record.gone, *dealt.record.board, *dealt.pack.cards[: dealt.pack.drawn]]


def _count(record: Record, before: Sequence[Card], since: Sequence[Card], kind: str, rng: Random) -> Question:
    held = {name: sum(map(is_kind, before)) for name, is_kind in KINDS.items()}
    right = held[kind] - sum(map(KINDS[kind], since))
    near = [right + step for step in (-3, -2, -1, 1, 2, 3) if 0 <= right + step <= held[kind]]
    options = sorted({right, *rng.sample(near, min(4, len(near)))})
    counted = ", ".join(f"{many} {name}" for name, many in held.items())
    return Question(
        skill="count",
        question=f"At your last count the shoe held {len(before)} cards: {counted}. Out since then: {signs(since)}."
        f" How many {kind} are left?",
        record=record, options=tuple(map(str, options)), right=right, clause=count_clause_of(record.game),
        target_seconds=COUNT_SECONDS, fact=f"count:{kind}",
        reason=f"{held[kind]} less {held[kind] - right} leaves {right} {kind}.", more={"counts": kind},
    )  # fmt: skip
