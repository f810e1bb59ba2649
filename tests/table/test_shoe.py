"""The shoe: fresh decks, the cut card, and a board that stays between rounds."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from pitboss.cards import CARDS
from pitboss.games import GAMES
from pitboss.money import Cents
from pitboss.play.bots import choose_wagers, least_wagers
from pitboss.play.game import Game
from pitboss.play.opening import Shuffled
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Seat
from pitboss.table.seal import seeded_shuffle
from pitboss.table.seal.seeded_shuffle import shuffled
from pitboss.table.seal.shoe import Shoe

SEAT = Seat(1)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def play(dealt: Round) -> Round:
    dealt.place({SEAT: least_wagers(dealt.game, dealt.rules, SEAT, dealt.board, 10**9)})
    while dealt.pending:
        dealt.close_offer()
    return dealt


def all_cards(dealt: Round) -> Counter[Any]:
    record = dealt.record
    return Counter([*record.pack, *record.board, *record.gone])


@every_game
def test_shoe_board_and_discards_always_make_the_whole_deck(game: Game) -> None:
    rules = game.rules()
    shoe = Shoe(game, rules, Random(1))
    for _ in range(150):
        _, dealt = shoe.open_round()
        play(dealt)
        assert dealt.void_reason is None
        assert all_cards(dealt) == Counter(game.whole_pack(rules))
        assert replay_whole(dealt.record).events == dealt.events
        shoe.take_back(dealt)


@every_game
def test_shuffles_exactly_when_due(game: Game) -> None:
    rules = game.rules()
    shoe = Shoe(game, rules, Random(2))
    left = 0
    for _ in range(150):
        motions, dealt = shoe.open_round()
        due = game.cut_card is None or left < game.cut_card(rules)
        assert any(isinstance(event, Shuffled) for event in motions) == due
        shoe.take_back(play(dealt))
        left = len(dealt.pack)


def test_FI_2_only_a_fresh_shuffle_brings_four_new_cards() -> None:
    game = GAMES["flip-it"]
    shoe = Shoe(game, game.rules(), Random(3))
    board: tuple[object, ...] = ()
    for _ in range(400):
        motions, dealt = shoe.open_round()
        if motions:
            assert len(dealt.events) >= 4
        else:
            assert dealt.events == []
            assert dealt.board == board
        shoe.take_back(play(dealt))
        board = dealt.board


def test_F22_11_table_is_opened_once() -> None:
    game = GAMES["flop22"]
    shoe = Shoe(game, game.rules(), Random(4))
    first, dealt = shoe.open_round()
    shoe.take_back(play(dealt))
    second, _ = shoe.open_round()
    assert [event.kind for event in first] == ["inspected", "washed", "shuffled"]
    assert [event.kind for event in second] == ["shuffled"]


def test_C_4_void_round_clears_the_board_and_reshuffles() -> None:
    """Check that the four cards of flip~it do not vanish: the dealer clears them (C-10)."""
    game = GAMES["flip-it"]
    shoe = Shoe(game, game.rules(), Random(5))
    _, dealt = shoe.open_round()
    dealt.void("a fouled pack")
    shoe.take_back(dealt)
    motions, _ = shoe.open_round()
    assert [event.motion for event in motions] == [*["clear-board"] * 4, "shuffle", "cut-pack"]


@every_game
def test_C_3_seed_determines_the_shuffle(game: Game) -> None:
    packs = [Shoe(game, game.rules(), Random(6)).open_round()[1].pack.cards for _ in range(2)]
    assert packs[0] == packs[1]
    assert packs[0] != Shoe(game, game.rules(), Random(7)).open_round()[1].pack.cards


def test_C_3_every_order_is_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    orders: Counter[str] = Counter()
    for words in product([2**32 - 1], range(30), range(30)):  # the first word is rejected: 3 does not divide 2**32
        monkeypatch.setattr(seeded_shuffle, "hmac_words", lambda _seed, _players, words=words: iter(words))
        orders["".join(map(str, shuffled(CARDS[:3], bytes(32), {})))] += 1
    assert len(orders) == 6
    assert set(orders.values()) == {150}


@every_game
def test_bots_make_valid_bets_within_their_bankroll(game: Game) -> None:
    rules, rng = game.rules(), Random(8)
    shoe = Shoe(game, rules, Random(9))
    bet_on: Counter[str] = Counter()
    for purse in [10**6] * 300 + [1000, 500, 300, 100, 0] * 20:
        _, dealt = shoe.open_round()
        placed = choose_wagers(game, rules, SEAT, dealt.board, purse, rng)
        assert sum(placed.values()) <= purse
        if purse >= 300:
            assert placed
        game.check_seat(rules, SEAT, placed, dealt.board)
        bet_on.update(placed)
    assert set(bet_on) >= {bet.name for bet in game.bets(rules) if not bet.in_play and bet.name != "bonus"}
    assert least_wagers(game, rules, SEAT, dealt.board, 0) == {}
    assert all(isinstance(amount, int) and amount % Cents(100) == 0 for amount in placed.values())
