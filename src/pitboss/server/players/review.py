"""Review of a finished round: what the player saw at each step, the question, and the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.games import GAMES
from pitboss.layout.on_page import page_plan
from pitboss.play.records.record_reader import read_data
from pitboss.play.round import Round
from pitboss.play.steps import Event, Offer, Seat
from pitboss.play.view import view
from pitboss.server.http.round_models import Asked, AskedOption, Review
from pitboss.server.tables.present import bet_info


class ReviewStep(NamedTuple):
    """A question to one seat: the events seen, the offer, and the answer."""

    number: int
    seen: tuple[Event, ...]
    offer: Offer
    answer: str


def steps_of(record: dict[str, Any], seat: Seat) -> Iterator[ReviewStep]:
    """Yield the questions to this seat in a recorded round, in order."""
    kept = read_data(record, GAMES)
    dealt = Round.deal(kept.game, kept.rules, kept.pack, kept.wagers, board=kept.board, gone=kept.gone)
    for number, said in enumerate(kept.answers or ()):
        offer = dealt.pending
        if offer is None:
            return
        if seat in offer.options:
            yield ReviewStep(number, view(dealt.events, seat), offer, said.get(seat, offer.options[seat][0].name))
        dealt.hear([said])


def review_of(body: dict[str, Any], seat: Seat) -> Review:
    """Return the round as this seat saw it, event by event."""
    kept = read_data(body["record"], GAMES)
    words = kept.game.words(kept.rules, seat)
    dealt = Round.deal(kept.game, kept.rules, kept.pack, kept.wagers, board=kept.board, gone=kept.gone)
    dealt.hear(kept.answers or ())
    if kept.void is not None and dealt.void_reason is None:
        dealt.call_off(kept.void)
    asked = [
        Asked(
            at=len(step.seen), number=step.number, about=step.offer.about, answer=step.answer,
            options=[AskedOption(name=option.name, words=option.words) for option in step.offer.options[seat]],
        )
        for step in steps_of(body["record"], seat)
    ]  # fmt: skip
    events = [event.as_data(words) for event in view(dealt.events, seat)]
    return Review(
        table=body["table"], number=body["number"], game=kept.game.name, title=kept.game.title, seat=seat,
        net=body["net"][str(seat)], events=events, asked=asked, nicks=body.get("seats", {}),
        bets=[bet_info(bet) for bet in kept.game.bets(kept.rules)], felt=page_plan(kept.game, kept.rules),
    )  # fmt: skip
