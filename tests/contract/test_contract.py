"""What every game owes the engine, asked of each registered game alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import Card
from pitboss.games import GAMES
from pitboss.games.dealing.blackjack import is_natural
from pitboss.play.game import Game
from pitboss.play.ledger import at_stake, bank, net
from pitboss.play.reading import read_json, read_text, show_record
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay, replay_whole
from pitboss.play.steps import Burned, Dealt, Event, Motioned, Seat, Settled, Voided, Wagered
from pitboss.play.view import view
from stacking import random_wagers, rules_of, shuffled

Answer = Callable[[Round, Seat], str]

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
SEEDS = st.integers(0, 2**32)


def random_answer(draw: random.Random) -> Answer:
    def answer(dealt: Round, seat: Seat) -> str:
        assert dealt.pending
        return draw.choice(dealt.pending.options[seat]).name

    return answer


def silence(dealt: Round, seat: Seat) -> str:
    assert dealt.pending
    return dealt.pending.options[seat][0].name


def opened(game: Game, rules: Any, seed: int, pack: Sequence[Card] = ()) -> Round:
    draw = random.Random(seed)
    dealt = Round(game, rules, pack or shuffled(game, rules, seed))
    tries = (random_wagers(game, rules, dealt.board, draw) for _ in range(100))
    dealt.place(next(wagers for wagers in tries if wagers))
    return dealt


def finished(game: Game, rules: Any, seed: int, answer: Answer) -> Round:
    dealt = opened(game, rules, seed)
    while dealt.pending:
        for seat in list(dealt.pending.options):
            dealt.say(seat, answer(dealt, seat))
    return dealt


@given(data=st.data(), seed=SEEDS)
def test_every_stake_is_settled_once_and_the_bank_pays_the_difference(
    game: Game, data: st.DataObject, seed: int
) -> None:
    rules = data.draw(rules_of(game))
    dealt = finished(game, rules, seed, random_answer(random.Random(seed)))
    assert not any(isinstance(event, Voided) for event in dealt.events)
    assert at_stake(dealt.events) == {}
    assert all(event.stake >= 0 and event.back >= 0 for event in dealt.events if isinstance(event, Settled))
    put_down = sum(event.amount for event in dealt.events if isinstance(event, Wagered))
    paid_back = sum(event.back for event in dealt.events if isinstance(event, Settled))
    assert bank(net(dealt.events)) == put_down - paid_back


@given(data=st.data(), seed=SEEDS)
def test_a_record_in_either_form_replays_to_the_same_events(game: Game, data: st.DataObject, seed: int) -> None:
    dealt = finished(game, data.draw(rules_of(game)), seed, random_answer(random.Random(seed)))
    record = dealt.record
    assert read_json(record.as_json(), GAMES) == record
    assert read_text(show_record(record), GAMES) == record
    assert replay_whole(record).events == dealt.events


@given(data=st.data(), seed=SEEDS)
def test_silence_always_reaches_the_end(game: Game, data: st.DataObject, seed: int) -> None:
    dealt = opened(game, data.draw(rules_of(game)), seed)
    while dealt.pending:
        dealt.close_offer()
    assert dealt.is_over
    assert at_stake(dealt.events) == {}


@given(seed=SEEDS)
def test_a_refused_answer_changes_nothing(game: Game, seed: int) -> None:
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        before = (list(dealt.events), dealt.pending, dict(dealt.said), dealt.record)
        for seat, answer in [(Seat(99), "stand"), (next(iter(dealt.pending.options)), "nonsense")]:
            with pytest.raises(Refused):
                dealt.say(seat, answer)
        assert before == (dealt.events, dealt.pending, dealt.said, dealt.record)
        dealt.close_offer()


@given(seed=SEEDS)
def test_changing_a_card_that_a_seat_has_not_seen_changes_nothing_it_was_sent(game: Game, seed: int) -> None:
    draw = random.Random(seed)
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        for seat in (None, *(dealt.wagers or ())):
            assert view(with_unseen_cards_mixed(dealt, seat, draw), seat) == view(dealt.events, seat)
        for seat in list(dealt.pending.options):
            dealt.say(seat, random_answer(draw)(dealt, seat))


def with_unseen_cards_mixed(dealt: Round, seat: Seat | None, draw: random.Random) -> list[Event]:
    """The same round with every card that this seat cannot know swapped about."""
    cards = list(dealt.pack.cards)
    known = seen_positions(dealt, seat)
    unseen = [place for place in range(len(cards)) if place not in known]
    swapped: list[Card] = []
    while not swapped or not fits_the_look(dealt, swapped):
        mixed = draw.sample(unseen, len(unseen))
        swapped = list(cards)
        for place, source in zip(unseen, mixed, strict=True):
            swapped[place] = cards[source]
    record = dealt.record
    again = Round.deal(dealt.game, dealt.rules, swapped, record.wagers, board=record.board, gone=record.gone)
    again.hear(record.answers or ())
    return again.events


def fits_the_look(dealt: Round, swapped: Sequence[Card]) -> bool:
    """A dealer who looked has told everyone that the hole card makes no blackjack: it may be any other card."""
    if not any(isinstance(event, Motioned) and event.motion == "no-blackjack" for event in dealt.events):
        return True
    drawn = [getattr(event, "at", "") for event in dealt.events if isinstance(event, Burned | Dealt)]
    return not is_natural([swapped[drawn.index(at)] for at in ("up-card", "hole-card")])


def seen_positions(dealt: Round, seat: Seat | None) -> set[int]:
    """Where in the pack the cards lie that this seat has seen, each copy counted once in dealing order."""
    shown = [event.card for event in view(dealt.events, seat) if hasattr(event, "card")]
    places: set[int] = set()
    for card in shown:
        if card.is_hidden:
            continue
        copies = [place for place, other in enumerate(dealt.pack.cards[: dealt.pack.drawn]) if other == card]
        places.update(copies)
    return places


@given(seed=SEEDS)
def test_undo_takes_back_the_last_answers_and_nothing_else(game: Game, seed: int) -> None:
    draw = random.Random(seed)
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        before, about = list(dealt.events), dealt.pending
        said = {seat: random_answer(draw)(dealt, seat) for seat in dealt.pending.options}
        for seat, answer in said.items():
            dealt.say(seat, answer)
        after = list(dealt.events)
        if not dealt.is_over:
            dealt.undo()
            assert (dealt.events, dealt.pending) == (before, about)
            for seat, answer in said.items():
                dealt.say(seat, answer)
            assert dealt.events == after


@given(seed=SEEDS)
def test_a_void_puts_every_bet_back_at_any_moment(game: Game, seed: int) -> None:
    draw = random.Random(seed)
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        called_off = replay(dealt.record)
        called_off.void("the dealer dropped the deck")
        assert all(amount == 0 for bets in net(called_off.events).values() for amount in bets.values())
        assert at_stake(called_off.events) == {}
        assert replay_whole(read_json(called_off.record.as_json(), GAMES)).events == called_off.events
        for seat in list(dealt.pending.options):
            dealt.say(seat, random_answer(draw)(dealt, seat))


@given(seed=SEEDS)
def test_the_bot_always_gives_an_answer_that_is_on_offer(game: Game, seed: int) -> None:
    def bot(dealt: Round, seat: Seat) -> str:
        assert dealt.pending
        return game.bot(dealt.rules, view(dealt.events, seat), dealt.pending, seat)

    assert finished(game, game.rules(), seed, bot).is_over


def test_a_fouled_pack_voids_the_round_and_every_wager_goes_back(game: Game) -> None:
    rules = game.rules()
    pack = list(shuffled(game, rules, 1))
    pack[-1] = pack[-2]
    dealt = opened(game, rules, 1, pack)
    assert any(isinstance(event, Voided) for event in dealt.events)
    assert dealt.is_over
    assert all(amount == 0 for bets in net(dealt.events).values() for amount in bets.values())


def test_nobody_may_play_without_a_wager_or_at_a_seat_that_is_not_there(game: Game) -> None:
    dealt = Round(game, game.rules(), shuffled(game, game.rules(), 3))
    with pytest.raises(Refused, match="nobody has bet"):
        dealt.place({})
    name = game.bets(game.rules())[0].name
    with pytest.raises(Refused, match="no seat 99"):
        dealt.place({Seat(99): {name: game.bets(game.rules())[0].least}})
    assert not dealt.is_over


def test_every_option_says_what_it_means_and_which_ruling_it_carries(game: Game) -> None:
    for name in game.rules.options():
        assert game.rules.meaning(name), name
        assert game.rules.ruling(name), name
