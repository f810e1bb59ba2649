"""Roll Your Own with random rules, decks, wagers and answers, and a thousand rounds of a full table of bots."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.roll_your_own.witness.dealing import equal_bets
from helpers.stacking import in_dollars, rules_of, shuffled
from pitboss.cards import Pack
from pitboss.games.roll_your_own import GAME
from pitboss.games.roll_your_own.deal.motions import RanOut
from pitboss.money import EVEN_MONEY, dollars
from pitboss.play.records.ledger import at_stake, bank, net
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Event, Offer, Seat, Settled, Wagered
from pitboss.play.view import view

BETS = ("two-card", "one-card", "bonus")


@given(rules_of(GAME), st.integers(0, 2**32), st.data())
def test_every_stake_is_settled_once_and_no_return_is_negative(rules: Any, seed: int, data: st.DataObject) -> None:
    seats = data.draw(st.integers(1, GAME.seats(rules)))
    chips = data.draw(st.lists(st.integers(0, 20), min_size=seats, max_size=seats))
    least, most, chip = rules.min_bet, rules.max_bet, rules.chip
    amounts = [min(-(-max(least, chip) // chip) * chip + extra * chip, most // chip * chip) for extra in chips]
    wagers = {Seat(seat): dict.fromkeys(BETS, amount) for seat, amount in enumerate(amounts, 1)}
    dealt = Round.deal(GAME, rules, shuffled(GAME, rules, seed), wagers)
    while dealt.pending:
        for seat, options in list(dealt.pending.options.items()):
            dealt.say(seat, data.draw(st.sampled_from([option.name for option in options])))
    assert dealt.void_reason is None
    check_money(dealt.events)


def check_money(events: list[Event]) -> None:
    """Check that each hand of each bet is settled once for its stake, and that no bet loses more."""
    assert at_stake(events) == {}
    hands = [(event.seat, event.bet, event.hand) for event in events if isinstance(event, Settled)]
    assert len(hands) == len(set(hands))
    assert all(event.stake > 0 and event.back >= 0 for event in events if isinstance(event, Settled))
    put_down = sum(event.amount for event in events if isinstance(event, Wagered))
    handed_back = sum(event.back for event in events if isinstance(event, Settled))
    assert bank(net(events)) == put_down - handed_back


@given(st.integers(0, 2**32), st.integers(0, 10), st.integers(1, 3), st.booleans())
def test_RY_10_short_deck_always_ends_with_every_bet_settled(seed: int, more: int, seats: int, peeks: bool) -> None:
    """
    Check that the round ends with a short deck and any answers, and that bets still in action are paid even money.
    """
    draw = random.Random(seed)
    rules = GAME.rules.read({"dealer_peeks": peeks})
    cards = shuffled(GAME, rules, seed)[: 3 * seats + 3 + more]
    wagers = {Seat(seat): dict.fromkeys(BETS, dollars(10)) for seat in range(1, seats + 1)}
    events: list[Event] = [Wagered(seat, bet, amount) for seat in wagers for bet, amount in wagers[seat].items()]
    script = GAME.play(rules, Pack(cards), wagers, ())
    step = next(script)
    while True:
        reply: dict[Seat, str] = {}
        if isinstance(step, Offer):
            reply = {seat: draw.choice(options).name for seat, options in step.options.items()}
        else:
            events.append(step)
        try:
            step = script.send(reply)
        except StopIteration:
            break
    check_money(events)
    ran_out = [number for number, event in enumerate(events) if isinstance(event, RanOut)]
    for event in events[ran_out[0] :] if ran_out else ():
        if isinstance(event, Settled) and event.bet != "insurance":
            assert event.pays == EVEN_MONEY
            assert event.back == 2 * event.stake


def test_thousand_rounds_of_six_bots_conserve_money_and_replay() -> None:
    rules = GAME.rules()
    wagers = in_dollars(equal_bets(1, 2, 3, 4, 5, 6))
    for seed in range(1000):
        dealt = Round.deal(GAME, rules, shuffled(GAME, rules, seed), wagers)
        while dealt.pending:
            for seat in list(dealt.pending.options):
                dealt.say(seat, GAME.bot(rules, view(dealt.events, seat), dealt.pending, seat))
        check_money(dealt.events)
        assert replay_whole(dealt.record).events == dealt.events
