"""Expected results of a seat in a round: sums done by hand, and the analysis of each game."""

from __future__ import annotations

from collections.abc import Mapping
from math import isclose, sqrt

import pytest

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of, covariances_of, outlook_of
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_data
from pitboss.play.steps import Seat

ONE = Seat(1)


def record(game: str, bets: Mapping[str, int], **more: object) -> Record:
    return read_data({"game": game, "pack": "...", "wagers": {"1": bets}, "version": "0", **more}, GAMES)


def test_field_of_flop_22_by_hand() -> None:
    """Bet $5: 3, 4, 5 pay even money, 2 and 6 two to one, 32 cards lose: (12·5 + 8·10 − 32·5) / 52 dollars."""
    found = outlook_of(record("flop22", {"field": 500}), ONE)
    assert isclose(found.mean, -2000 / 52)
    assert isclose(found.variance, (12 * 500**2 + 8 * 1000**2 + 32 * 500**2) / 52 - (2000 / 52) ** 2)


def test_flip_it_counts_the_cards_left_in_the_shoe() -> None:
    """Bet $5 on red and on black: a joker loses both, and any other card wins one and loses one."""
    shoe = GAMES["flip-it"].whole_pack(GAMES["flip-it"].rules())
    aces, jokers = sum(str(card)[0] == "A" for card in shoe), sum(card.is_joker for card in shoe)
    found = outlook_of(record("flip-it", {"red": 500, "black": 500}, board="2c 3d 4h 5s", gone="Ah Ah Jk"), ONE)
    left = len(shoe) - 7
    chance = (jokers - 1) / left
    assert aces > 2
    assert isclose(found.mean, -1000 * chance)
    assert isclose(found.variance, 1000**2 * chance * (1 - chance))


def test_three_antes_of_flop_22_equal_the_played_game() -> None:
    played = analysis_of(GAMES["flop22"], GAMES["flop22"].rules()).played
    assert played
    found = outlook_of(record("flop22", {"ante-1": 1000, "ante-2": 1000, "ante-3": 1000}), ONE)
    assert isclose(found.mean, 1000 * float(played.ev))
    assert isclose(sqrt(found.variance), 1000 * played.sd)


@pytest.mark.parametrize(
    ("game", "bets", "unit"),
    [
        ("beat-the-dealer", {"ante": 500}, 500),
        ("roll-your-own", {"two-card": 700, "one-card": 700, "bonus": 700}, 700),
        ("free-bet", {"main": 1000}, 1000),
    ],
)
def test_compulsory_bets_alone_equal_the_played_game(game: str, bets: dict[str, int], unit: int) -> None:
    played = analysis_of(GAMES[game], GAMES[game].rules()).played
    assert played
    found = outlook_of(record(game, bets), ONE)
    assert isclose(found.mean, unit * float(played.ev))
    assert isclose(sqrt(found.variance), unit * played.sd)


def test_BD_5_bonus_forfeited_by_a_fold_is_worth_less_than_its_table() -> None:
    bets = analysis_of(GAMES["beat-the-dealer"], GAMES["beat-the-dealer"].rules())
    separately = 500 * float(bets.bet("main").ev + bets.bet("five-card").ev)
    whole = outlook_of(record("beat-the-dealer", {"ante": 500, "five-card": 500}), ONE)
    assert whole.mean < separately
    assert whole.variance > 500**2 * (
        bets.bet("main").sd ** 2 + bets.bet("five-card").sd ** 2
    )  # they tend to win together


def test_FB_9_toke_is_spent_and_side_bets_add_their_own_value() -> None:
    odds = analysis_of(GAMES["free-bet"], GAMES["free-bet"].rules())
    alone = outlook_of(record("free-bet", {"main": 1000}), ONE)
    tipped = outlook_of(record("free-bet", {"main": 1000, "toke": 300}), ONE)
    assert (tipped.mean, tipped.variance) == (alone.mean - 300, alone.variance)
    aside = outlook_of(record("free-bet", {"main": 1000, "push-22": 500}), ONE)
    assert isclose(aside.mean, alone.mean + 500 * float(odds.bet("push-22").ev))
    # The dealer's 22 pushes the hand: the two bets are nearly, but not quite, independent.
    independent = alone.variance + (500 * odds.bet("push-22").sd) ** 2
    assert 0.9 < aside.variance / independent < 1.1
    gold = outlook_of(record("free-bet", {"main": 1000, "pot-of-gold": 500}), ONE)
    assert isclose(gold.mean, alone.mean + 500 * float(odds.bet("pot-of-gold").ev))
    together = gold.variance - alone.variance - (500 * odds.bet("pot-of-gold").sd) ** 2
    known = covariances_of(GAMES["free-bet"], GAMES["free-bet"].rules())
    assert known
    assert isclose(together, 2 * 1000 * 500 * float(known.of("main", "pot-of-gold")))
    assert together > 0  # a free bet wins its token and is never lost


def test_void_round_and_empty_seat_expect_nothing() -> None:
    void = record("flop22", {"ante-1": 500}, void="a card was face up")
    assert (outlook_of(void, ONE).mean, outlook_of(void, ONE).variance) == (0, 0)
    assert outlook_of(record("flop22", {"ante-1": 500}), Seat(2)).mean == 0
