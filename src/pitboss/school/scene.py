"""The table in words: what everyone at it can see, and nothing more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pitboss.games.procedure import has_procedure, procedure_of
from pitboss.play.layout import TableLayout, lying
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Event, Seat, Turned
from pitboss.play.view import seen_by
from pitboss.school.bet_titles import titles_of
from pitboss.school.lessons.describe_layout import on_the_table


def public_layout(dealt: Round, after: int, turned: Sequence[Event] = ()) -> TableLayout:
    """Return the layout after `after` events as seen from the rail, with the cards of `turned` face up."""
    layout = lying(dealt.events[:after], dealt.record.board)
    for event in turned:
        if isinstance(event, Turned):
            layout.see(event)
    return layout


def table_in_words(
    dealt: Round, after: int, turned: Sequence[Event] = (), seats: Collection[Seat] | None = None
) -> str:  # fmt: skip
    """Describe the cards and chips of these seats, or of all, the dealer's side, and what shows of earlier motions."""
    table = on_the_table(public_layout(dealt, after, turned), titles_of(dealt.game), seats)
    return " ".join(filter(None, (table, still_showing(dealt, after, seats))))


def still_showing(dealt: Round, after: int, seats: Collection[Seat] | None = None) -> str:
    """Tell the motions whose result neither a card nor a chip shows: tokens, hands tucked or turned sideways."""
    if not has_procedure(dealt.game.name):
        return ""
    procedure, words = procedure_of(dealt.game.name), dealt.game.words(dealt.rules)
    told = [event for event in dealt.events[:after] if event.motion in procedure and procedure[event.motion].stays]
    return " ".join(event.told(words) for event in told if seats is None or getattr(event, "seat", None) in seats)


def answers_of(dealt: Round, after: int, seats: Collection[Seat]) -> str:
    """Tell what each of these seats has answered so far, in order; nothing for a seat that was not asked."""
    said: dict[Seat, list[str]] = {}
    for event in dealt.events[:after]:
        if isinstance(event, Answered) and event.seat in seats:
            said.setdefault(event.seat, []).append(event.answer)
    return " ".join(f"Seat {seat} said: {', '.join(words)}." for seat, words in sorted(said.items()))


def last_motions(dealt: Round, after: int, most: int = 3) -> str:
    """Tell the last `most` events as everyone saw them, from the dealer's question on if they begin with answers."""
    words, first = dealt.game.words(dealt.rules), max(after - most, 0)
    while first and _is_answer(dealt, dealt.events[first]):
        first -= 1
    return " ".join(seen_by(event, None).told(words) for event in dealt.events[first:after])


def _is_answer(dealt: Round, event: Event) -> bool:
    """Return whether a player did this at the dealer's question: answers, signals, bets made later."""
    if event.motion == FIRST_BETS or not has_procedure(dealt.game.name):
        return False
    motion = procedure_of(dealt.game.name).get(event.motion)
    return motion is not None and motion.who == "player"


FIRST_BETS = "bet"
