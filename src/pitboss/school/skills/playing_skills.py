"""The skills `play` and `count`, for players: best answers and costs of mistakes; the cards left in the shoe."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from pitboss.cards import Card, signs
from pitboss.games.procedure import clause_of, count_clause_of, play_basis_of
from pitboss.money import show_money
from pitboss.play.game import Game
from pitboss.play.layout import TableLayout, layout_after
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.play.view import view
from pitboss.play.words import capital
from pitboss.school.question import Question
from pitboss.school.table_in_words import cards_in_rack, cards_in_words, chips_in_words, still_showing, titles_of
from pitboss.table.finished_round import decisions_of

PLAY_SECONDS, COUNT_SECONDS = 8.0, 10.0
MAX_SINCE = 12
"""The maximum number of cards between two counts."""
KINDS: dict[str, Callable[[Card], bool]] = {
    "jokers": lambda card: card.is_joker,
    "red cards": lambda card: card.is_red,
    "aces": lambda card: card.rank == 14 and not card.is_joker,
}
"""The kinds of cards that are counted."""
CLEAR = 0.05
"""The smallest difference of two answers, in units of the bet, that is worth a question."""
TYPICAL_MISTAKE = 0.3
"""The cost of a typical mistake, in units of the bet: decisions like it are asked most often."""

QUESTIONS_APART = 20
"""The number of questions after which a hand may be asked against the same up card again."""
RANK = re.compile(r"(10|[2-9JQKA])[♠♥♦♣]")


def play(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for the best play in decisions that matter, mostly those that players get wrong."""
    places = list(decisions(dealt.record))
    rng.shuffle(places)
    for here in places:
        worths, cents = _worths(dealt, here)
        best = max(worths, key=worths.__getitem__)
        second = max((worth for name, worth in worths.items() if name != best), default=worths[best])
        ahead = worths[best] - second
        if ahead < CLEAR or rng.random() > _value_of_asking(ahead) or not cents:
            continue
        yield ask_best(dealt, here, best, {name: round(cents[best] - cents[name]) for name in worths})


def _value_of_asking(ahead: float) -> float:
    """
    Return the weight of a decision whose best answer is `ahead` of the next; it is 1 at `TYPICAL_MISTAKE`.

    An expensive mistake matters more, but it is also rarer: nobody hits 20.

    >>> [round(_value_of_asking(ahead), 2) for ahead in (0.05, 0.3, 1.4)]
    [0.38, 1.0, 0.12]
    """
    share = ahead / TYPICAL_MISTAKE
    return share * exp(1 - share)


def without_repeats(game: Game, asked: Iterable[Question]) -> Iterator[Question]:
    """Skip best-play questions that repeat a recent one, if best play depends only on the hand and the up card."""
    recent = deque[str](maxlen=QUESTIONS_APART)
    for question in asked:
        if question.skill != "play" or not play_basis_of(game) or question.fact not in recent:
            recent.append(question.fact)
            yield question


class PlayAsked(NamedTuple):
    """A decision of a round: the number of events before it, the offer, and the seat."""

    after: int
    offer: Offer
    seat: Seat


def decisions(record: Record) -> Iterator[PlayAsked]:
    """Yield every decision of the round, one for each seat that an offer asks."""
    for events, offer, _ in decisions_of(record):
        yield from (PlayAsked(len(events), offer, seat) for seat in offer.options)


def ask_best(dealt: Round, here: PlayAsked, best: str, costs: dict[str, int]) -> Question:
    """Return the question for a decision whose best answer and costs, in cents, are known."""
    after, offer, seat = here
    options = offer.options[seat]
    words = {option.name: option.words for option in options}
    others = ", ".join(f"{words.get(name, name)} costs {show_money(cents)}" for name, cents in costs.items() if cents)
    reason = f"{capital(others)}." if others else ""
    basis = play_basis_of(dealt.game)
    what = f"Going by {basis}, what is best?" if basis else "What is best?"
    return Question(
        skill="play", question=f"{_seen(dealt, here, is_own_only=bool(basis))} You are asked: {offer.about}. {what}",
        record=dealt.record, seat=seat, options=tuple(option.name for option in options), right=best,
        clause=clause_of(dealt.game, offer.motion), shown=tuple(option.words for option in options),
        target_seconds=PLAY_SECONDS, fact=f"play:{_situation(dealt, here) if basis else offer.about}:{best}",
        reason=reason, more={"after": after, "costs": costs},
    )  # fmt: skip


def _situation(dealt: Round, here: PlayAsked) -> str:
    """Return a key for a decision from its card values, such as "6 8 against 10", to recognise repeats."""
    about, layout = here.offer.about, layout_after(dealt.events[: here.after], dealt.record.board, here.seat)
    if "against" in about:
        return RANK.sub(lambda card: _values(card[0]), about)
    own = cards_in_words(layout, here.seat) if "at" in here.offer.context else about
    return f"{_values(own) or about} against {_values(cards_in_words(layout, None))}"


def _values(cards: str) -> str:
    return " ".join(sorted("10" if rank in "JQK" else rank for rank in RANK.findall(cards)))


def _seen(dealt: Round, here: PlayAsked, *, is_own_only: bool) -> str:
    """Describe the cards that affect the best play: the seat's own if `is_own_only`, else all that it has seen."""
    seat, after = here.seat, here.after
    layout = layout_after(dealt.events[:after], dealt.record.board, seat)
    parts = [f"You are seat {seat}: {cards_in_words(layout, seat) or 'no cards'}."]
    parts.append(f"The dealer: {cards_in_words(layout, None) or 'no card'}.")
    others = sorted({owner for owner, _ in layout.cards if owner not in (seat, None)}) if not is_own_only else []
    seen = [(other, cards_in_words(layout, other)) for other in others if _has_open_card(layout, other)]
    parts += [f"Seat {other}: {cards}." for other, cards in seen]
    if gone := cards_in_rack(dealt, after, seat, seat if is_own_only else None):
        parts.append(f"In the discard rack{' from your hands' if is_own_only else ''}: {signs(gone)}.")
    parts.append(f"You have {', '.join(chips_in_words(layout, seat, titles_of(dealt.game)))}.")
    return " ".join(filter(None, (*parts, still_showing(dealt, after, [seat]))))


def _has_open_card(layout: TableLayout, seat: Seat) -> bool:
    return any(not card.is_hidden for _, cards in layout.of(seat) for card in cards)


def _worths(dealt: Round, here: PlayAsked) -> tuple[dict[str, float], dict[str, float]]:
    """Return the value of each answer in units of a bet and in cents; no cents if there is no single stake."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (only this skill needs the solvers)
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
    since = out[: rng.randint(min(4, len(out)), min(MAX_SINCE, len(out)))]
    before = Counter(whole) - (Counter(out) - Counter(since))
    kinds = [kind for kind, is_kind in KINDS.items() if any(map(is_kind, since))]  # the others need no counting
    rng.shuffle(kinds)
    for kind in kinds:
        yield _count(record, list(before.elements()), since, kind, rng)


def _out_of_shoe(dealt: Round) -> list[Card]:
    """Return every card dealt from the shoe by the end of the round, including jokers that were replaced."""
    return [*dealt.record.gone, *dealt.record.board, *dealt.pack.cards[: dealt.pack.drawn]]


def _count(record: Record, before: Sequence[Card], since: Sequence[Card], kind: str, rng: Random) -> Question:
    held = {name: sum(map(is_kind, before)) for name, is_kind in KINDS.items()}
    right = held[kind] - sum(map(KINDS[kind], since))
    near = [right + step for step in (-3, -2, -1, 1, 2, 3) if 0 <= right + step <= held[kind]]
    options = sorted({right, *rng.sample(near, min(4, len(near)))})
    counted = ", ".join(f"{count} {name}" for name, count in held.items())
    return Question(
        skill="count",
        question=f"At your last count the shoe held {len(before)} cards: {counted}. Out since then: {signs(since)}."
        f" How many {kind} are left?",
        record=record, options=tuple(map(str, options)), right=right, clause=count_clause_of(record.game),
        target_seconds=COUNT_SECONDS, fact=f"count:{kind}",
        reason=f"{held[kind]} less {held[kind] - right} leaves {right} {kind}.", more={"counts": kind},
    )  # fmt: skip
