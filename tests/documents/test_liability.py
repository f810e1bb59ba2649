"""The largest liability of a round, compared with independent searches and sums."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import pitboss as pb
from pitboss.cards import Card
from pitboss.documents.inputs.examples import stacked
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


def liability(name: str, **options: object) -> Liability:
    """Return the liability of a game under the default rules with these changes."""
    game, rules = GAMES[name], pb.rules(name, **options)
    return liability_of(game, rules, analysis_of(game, rules))


@pytest.mark.parametrize("name", ["flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet", "blackjack"])
def test_round_is_exact_and_replays_to_the_cent(name: str) -> None:
    for cost in (liability(name).seat, liability(name).table):
        assert cost.is_exact
        assert winnings(replay_whole(read_json(cost.record, GAMES)).events) == cost.most


FLOP_22_KINDS = {"As": 1, "Ah": 1, "Aminor": 2} | dict.fromkeys(("K", "Q", "J", "10", *"98765432"), 4)
"""Card classes the sheet distinguishes, and the number of cards in each."""


def flop_22_win(card: str, flop: str, hand: int) -> int:
    """Return the dollars won by $10 on ante, double and match, from the sheet's printed table."""
    points = [11 if kind[0] == "A" else 10 if kind in ("K", "Q", "J", "10") else int(kind) for kind in (card, flop)]
    pays = {22: (4, 8, 10), 21: (1, 2, 3)}.get(sum(points), (1, 1, 1) if sum(points) >= 17 else (0, 0, 0))[hand]
    if {card, flop} == {"As", "Ah"}:
        pays = (15, 25, 40)[hand]
    match = 10 if card[0] == flop[0] and (card[0] == "A" or card == flop) else 0
    return 10 * (2 * pays + match)


def flop_22_most(seats: int) -> int:
    """Return the most that the seats can win over all flops, each seat with the best card left."""
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


def test_flop_22_by_card_classes() -> None:
    assert flop_22_most(1) * 100 == liability("flop22").seat.most == 134_000
    assert flop_22_most(6) * 100 == liability("flop22").table.most == 254_000


def test_flop_22_is_capped_at_its_aggregate() -> None:
    assert liability("flop22", aggregate="$1000").seat.most == 100_000
    assert liability("flop22", aggregate_scope="table").table.most == 190_000


def test_flip_it_pays_one_flip_card() -> None:
    one = liability("flip-it")
    assert one.seat.most == (1 + 1 + 1 + 12 + 50) * 50_000  # colour, parity, height, rank, royal flush
    assert one.table.most == 6 * one.seat.most
    assert liability("flip-it", decks=1, cut_card=20, paytable=2).seat.is_exact


def test_beat_the_dealer_pays_one_royal_flush() -> None:
    one = liability("beat-the-dealer")
    assert one.seat.most == (125 + 15 + 5) * 50_000
    straights = 3 * (15 + 4)  # ace-king suited of the other three suits, on a flop of Q-J-10
    trips = 5 + 3
    assert one.table.most == (125 + 15 + 75 + straights + trips + 6 * 5) * 50_000


def test_roll_your_own_has_four_suits_and_one_deck() -> None:
    one = liability("roll-your-own")
    assert one.seat.most == 103 * 50_000
    others = 2 * 50 + 25  # two straight flushes, 37 cards for fourteen hands
    assert one.table.most == (4 * 103 + others) * 50_000


def test_free_bet_pays_dealer_22_or_the_hands_but_not_both() -> None:
    assert liability("free-bet").seat.most == (100 + 8 + 8) * 50_000
    assert liability("free-bet", dealer_22_pushes=False).seat.most == (100 + 8 + 8 + 11) * 50_000
    assert liability("free-bet").table.most == 7 * liability("free-bet").seat.most


@pytest.mark.parametrize("name", ["flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet", "blackjack"])
def test_hill_climbing_finds_no_larger_liability(name: str) -> None:
    game, rules = GAMES[name], pb.rules(name)
    most = liability(name).seat.bound
    assert 0 < climb(game, rules, Random(name)) <= most


def climb(game: Game, rules: HouseRules, rng: Random) -> int:
    """Return the most that one seat wins at the limits, swapping cards of a deck as long as that wins more."""
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
    """Return the winnings of one round with random answers."""
    dealt = Round(game, rules, tuple(pack[game.burns :]), gone=tuple(pack[: game.burns]))
    try:
        dealt.place({Seat(1): dict(bets)})
    except Refused:
        return 0
    while dealt.pending:
        for seat, options in list(dealt.pending.options.items()):
            dealt.say(seat, rng.choice(options).name)
    return winnings(dealt.events)
