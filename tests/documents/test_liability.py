"""The largest liability of a round, held against searches and sums of another kind."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import pitboss as pb
from pitboss.cards import Card
from pitboss.documents.examples.line_search import stacked
from pitboss.documents.inputs.liability import Liability, liability_of
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Seat
from pitboss.solving.exposure import winnings


def found(name: str, **options: object) -> Liability:
    """The liability of a game, the sheet's rules but for these."""
    game, rules = GAMES[name], pb.rules(name, **options)
    return liability_of(game, rules, analysis_of(game, rules))


@pytest.mark.parametrize("name", ["flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet", "blackjack"])
def test_the_round_is_exact_and_replays_to_the_cent(name: str) -> None:
    for cost in (found(name).seat, found(name).table):
        assert cost.is_exact
        assert winnings(replay_whole(read_json(cost.record, GAMES)).events) == cost.most


FLOP_22_KINDS = {"As": 1, "Ah": 1, "Aminor": 2} | dict.fromkeys(("K", "Q", "J", "10", *"98765432"), 4)
"""Cards that the sheet distinguishes, and how many there are of each."""


def flop_22_win(card: str, flop: str, hand: int) -> int:
    """Dollars that $10 on ante, double and match win, from the sheet's printed table."""
    points = [11 if kind[0] == "A" else 10 if kind in ("K", "Q", "J", "10") else int(kind) for kind in (card, flop)]
    pays = {22: (4, 8, 10), 21: (1, 2, 3)}.get(sum(points), (1, 1, 1) if sum(points) >= 17 else (0, 0, 0))[hand]
    if {card, flop} == {"As", "Ah"}:
        pays = (15, 25, 40)[hand]
    match = 10 if card[0] == flop[0] and (card[0] == "A" or card == flop) else 0
    return 10 * (2 * pays + match)


def flop_22_most(seats: int) -> int:
    """The most that seats win, over all kinds of flops, each seat with the best kind of card left."""
    best = 0
    field = {"2": 20, "6": 20, "3": 10, "4": 10, "5": 10}
    for flops in product(FLOP_22_KINDS, repeat=3):
        left = {kind: many - flops.count(kind) for kind, many in FLOP_22_KINDS.items()}
        if min(left.values()) < 0:
            continue
        won = {
            kind: field.get(kind, 0) + sum(flop_22_win(kind, flop, hand) for hand, flop in enumerate(flops))
            for kind in FLOP_22_KINDS
        }
        dealt = sorted((won[kind] for kind, many in left.items() for _ in range(many)), reverse=True)
        best = max(best, sum(dealt[:seats]))
    return best


def test_flop_22_by_kinds_of_cards() -> None:
    assert flop_22_most(1) * 100 == found("flop22").seat.most == 134_000
    assert flop_22_most(6) * 100 == found("flop22").table.most == 254_000


def test_flop_22_is_cut_at_its_aggregate() -> None:
    assert found("flop22", aggregate="$1000").seat.most == 100_000
    assert found("flop22", aggregate_scope="table").table.most == 190_000


def test_flip_it_pays_one_flip_card() -> None:
    one = found("flip-it")
    assert one.seat.most == (1 + 1 + 1 + 12 + 50) * 50_000  # colour, parity, height, rank, royal flush
    assert one.table.most == 6 * one.seat.most
    assert found("flip-it", decks=1, cut_card=20, paytable=2).seat.is_exact


def test_beat_the_dealer_pays_one_royal_flush() -> None:
    one = found("beat-the-dealer")
    assert one.seat.most == (125 + 15 + 5) * 50_000
    straights = 3 * (15 + 4)  # ace-king suited of the other three suits, on a flop of Q-J-10
    trips = 5 + 3
    assert one.table.most == (125 + 15 + 75 + straights + trips + 6 * 5) * 50_000


def test_roll_your_own_has_four_suits_and_one_deck() -> None:
    one = found("roll-your-own")
    assert one.seat.most == 103 * 50_000
    others = 2 * 50 + 25  # two straight flushes, 37 cards for fourteen hands
    assert one.table.most == (4 * 103 + others) * 50_000


def test_free_bet_pays_dealer_22_or_the_hands_not_both() -> None:
    assert found("free-bet").seat.most == (100 + 8 + 8) * 50_000
    assert found("free-bet", dealer_22_pushes=False).seat.most == (100 + 8 + 8 + 11) * 50_000
    assert found("free-bet").table.most == 7 * found("free-bet").seat.most


@pytest.mark.parametrize("name", ["flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet", "blackjack"])
def test_no_round_that_is_climbed_to_costs_more(name: str) -> None:
    game, rules = GAMES[name], pb.rules(name)
    most = found(name).seat.bound
    assert 0 < climbed(game, rules, Random(name)) <= most


def climbed(game: Game, rules: HouseRules, rng: Random) -> int:
    """The most that one seat wins at the limits, by swapping cards of a pack as long as it wins more."""
    before = [bet for bet in game.bets(rules) if not bet.in_play]
    bets = {bet.name: bet.most for bet in before}
    if game.board_size:
        bets = {name: most for name, most in bets.items() if name != before[-1].name}
    best = 0
    for _ in range(12):
        pack = list(stacked(game.whole_pack(rules), rng))
        won = 0
        for _ in range(25):
            one, other = rng.randrange(20), rng.randrange(len(pack))
            pack[one], pack[other] = pack[other], pack[one]
            now = won_with(game, rules, pack, bets, rng)
            if now < won:
                pack[one], pack[other] = pack[other], pack[one]
            won = max(won, now)
        best = max(best, won)
    return best


def won_with(game: Game, rules: HouseRules, pack: list[Card], bets: dict[str, Cents], rng: Random) -> int:
    """What one round wins with random answers."""
    dealt = Round(game, rules, tuple(pack[game.burns :]), gone=tuple(pack[: game.burns]))
    try:
        dealt.place({Seat(1): dict(bets)})
    except Refused:
        return 0
    while dealt.pending:
        for seat, options in list(dealt.pending.options.items()):
            dealt.say(seat, rng.choice(options).name)
    return winnings(dealt.events)
