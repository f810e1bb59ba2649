"""Free Bet's money under random play: free money is never lost, every chip is settled, replay is exact."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from helpers.stacking import random_wagers, rules_of, shuffled
from pitboss.games import GAMES
from pitboss.games.free_bet.deal.motions import FreeBetEnded, TokenPlaced, TokensLockedUp, TokensPickedUp
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.records.ledger import at_stake, bank, net
from pitboss.play.records.record_reader import read_json
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Event, Seat, Settled, Voided, Wagered
from pitboss.play.view import view

GAME = GAMES["free-bet"]
SEEDS = st.integers(0, 2**32)
EAGER = ("free-split", "free-double", "split", "double")


def random_round(rules: Rules, seed: int, eager: float = 0.5) -> Round:
    """Play a round of random answers that favour doubles and splits."""
    draw = random.Random(seed)
    dealt = Round(GAME, rules, shuffled(GAME, rules, seed))
    dealt.place(random_wagers(GAME, rules, (), draw))
    while dealt.pending:
        for seat, options in list(dealt.pending.options.items()):
            more = [option.name for option in options if option.name in EAGER]
            names = more if more and draw.random() < eager else [option.name for option in options]
            dealt.say(seat, draw.choice(names))
    return dealt


def hand_of(events: list[Event], seat: Seat, hand: int) -> Iterator[Event]:
    """Yield the wagers, settlements and free bets on one hand of one seat."""
    for event in events:
        if isinstance(event, (Wagered, Settled, FreeBetEnded)) and (event.seat, event.hand) == (seat, hand):
            yield event


def free_hands(events: list[Event]) -> list[tuple[Seat, int]]:
    """Return the hands made by free splits."""
    return [(event.seat, event.hand) for event in events if isinstance(event, TokenPlaced) and event.free == "split"]


@given(rules=rules_of(GAME), seed=SEEDS)
def test_FB_4_free_hand_costs_only_its_paid_double(rules: Rules, seed: int) -> None:
    dealt = random_round(rules, seed)
    if any(isinstance(event, Voided) for event in dealt.events):
        return
    for seat, hand in free_hands(dealt.events):
        events = list(hand_of(dealt.events, seat, hand))
        paid = sum(event.amount for event in events if isinstance(event, Wagered))
        settled = [event for event in events if isinstance(event, Settled)]
        assert paid in (0, (dealt.wagers or {})[seat]["main"])
        assert sum(event.stake for event in settled) == paid


@given(seed=SEEDS)
def test_FB_4_losing_free_hand_takes_only_the_paid_double(seed: int) -> None:
    dealt = random_round(Rules(), seed, eager=0.9)
    lost = {
        (event.seat, event.hand)
        for event in dealt.events
        if isinstance(event, FreeBetEnded) and event.result == "loses" and event.bet == "main"
    }
    for seat, hand in lost & set(free_hands(dealt.events)):
        events = list(hand_of(dealt.events, seat, hand))
        paid = sum(event.amount for event in events if isinstance(event, Wagered))
        assert net(events).get(seat, {}).get("main", 0) == -paid


@given(seed=SEEDS)
def test_FB_9_only_the_main_bet_is_ever_added_to(seed: int) -> None:
    dealt = random_round(Rules(), seed, eager=0.9)
    wagered = [(event.seat, event.bet) for event in dealt.events if isinstance(event, Wagered)]
    assert {bet for seat, bet in wagered if wagered.count((seat, bet)) > 1} <= {"main"}


@given(rules=rules_of(GAME), seed=SEEDS)
def test_C_1_money_is_conserved_and_every_chip_is_settled_once(rules: Rules, seed: int) -> None:
    dealt = random_round(rules, seed, eager=0.8)
    assert at_stake(dealt.events) == {}
    settled = [event for event in dealt.events if isinstance(event, Settled)]
    put_down = sum(event.amount for event in dealt.events if isinstance(event, Wagered))
    if not any(isinstance(event, Voided) for event in dealt.events):
        assert sum(event.stake for event in settled) == put_down
        assert bank(net(dealt.events)) == put_down - sum(event.back for event in settled)


@given(seed=SEEDS)
def test_FB_6_every_token_is_picked_up_and_counts_for_the_pot_of_gold(seed: int) -> None:
    dealt = random_round(Rules(), seed, eager=0.9)
    for seat in dealt.wagers or ():
        placed = sum(1 for event in dealt.events if isinstance(event, TokenPlaced) and event.seat == seat)
        moved = [event for event in dealt.events if isinstance(event, TokensPickedUp) and event.seat == seat]
        locked = [event for event in dealt.events if isinstance(event, TokensLockedUp) and event.seat == seat]
        assert sum(event.tokens for event in moved) == placed
        has_pot = "pot-of-gold" in (dealt.wagers or {})[seat]
        assert {event.to for event in moved} == ({"pot-of-gold" if has_pot else "tray"} if moved else set())
        assert locked == ([TokensLockedUp(seat, placed, motion="lock-up-tokens")] if has_pot and placed else [])


def test_thousand_rounds_of_bots_at_seven_seats_conserve_money_and_replay() -> None:
    draw, rules = random.Random(3), Rules()
    for number in range(1000):
        dealt = Round(GAME, rules, shuffled(GAME, rules, number))
        dealt.place({Seat(seat): random_wagers(GAME, rules, (), draw).popitem()[1] for seat in range(1, 8)})
        while dealt.pending:
            for seat in list(dealt.pending.options):
                dealt.say(seat, GAME.bot(rules, view(dealt.events, seat), dealt.pending, seat))
        assert dealt.void_reason is None
        assert at_stake(dealt.events) == {}
        result = net(dealt.events)
        assert bank(result) + sum(sum(bets.values()) for bets in result.values()) == 0
        put_down = sum(event.amount for event in dealt.events if isinstance(event, Wagered))
        back = sum(event.back for event in dealt.events if isinstance(event, Settled))
        assert bank(result) == put_down - back
        assert replay_whole(read_json(dealt.record.as_json(), GAMES)).events == dealt.events
