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
from pitboss.server.http.models import Asked, AskedOption, Review
from pitboss.server.tables.present import bet_info
from pitboss.table.finished_round import decisions_of


class ReviewStep(NamedTuple):
    """A question to one seat: the events seen, the offer, and the answer."""

    number: int
    seen: tuple[Event, ...]
    offer: Offer
    answer: str


def steps_of(record: dict[str, Any], seat: Seat) -> Iterator[ReviewStep]:
    """Yield the questions to this seat in a recorded round, in order."""
    record_read = read_data(record, GAMES)
    for number, (events, offer, answers) in enumerate(decisions_of(record_read)):
        if seat in offer.options:
            yield ReviewStep(number, view(events, seat), offer, answers.get(seat, offer.options[seat][0].name))


def review_of(body: dict[str, Any], seat: Seat) -> Review:
    """Return the round as this seat saw it, event by event."""
    record = read_data(body["record"], GAMES)
    words = record.game.words(record.rules, seat)
    dealt = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    dealt.apply_answers(record.answers or ())
    if record.void is not None and dealt.void_reason is None:
        dealt.call_off(record.void)
    asked = [
        Asked(
            at=len(step.seen), number=step.number, about=step.offer.about, context=dict(step.offer.context),
            answer=step.answer,
            options=[AskedOption(name=option.name, words=option.words) for option in step.offer.options[seat]],
        )
        for step in steps_of(body["record"], seat)
    ]  # fmt: skip
    events = [event.as_data(words) for event in view(dealt.events, seat)]
    return Review(
        table=body["table"], number=body["number"], game=record.game.name, title=record.game.title, seat=seat,
        net=body["net"][str(seat)], events=events, asked=asked, nicks=body.get("seats", {}),
        bets=[bet_info(bet) for bet in record.game.bets(record.rules)], felt=page_plan(record.game, record.rules),
    )  # fmt: skip
