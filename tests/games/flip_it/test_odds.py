"""flip~it's exact odds: closed forms, brute force over boards, and the script explored with tiny shoes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from pitboss.cards import Card, Pack, parse_cards
from pitboss.games import GAMES
from pitboss.games.flip_it.count.best_bets import Picks, best_bets, boards
from pitboss.games.flip_it.count.odds import SITUATION, advise, analyse
from pitboss.games.flip_it.count.shoe import bets_on, bonus_anywhere, bonus_by_type, full_shoe
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import before_wagers, play
from pitboss.games.flip_it.deal.rules import INSIDE, Rules, bets
from pitboss.money import Cents
from pitboss.play.game import Board
from pitboss.play.steps import Event, Offer, Script, Seat, Settled
from pitboss.solving.answers.analysis import Analysis, BetOdds, Outcome
from pitboss.solving.answers.situation import Situation
from pitboss.solving.explore import Tree

GAME = GAMES["flip-it"]
DEFAULT = analyse(Rules())


def house(*settings: str) -> Rules:
    return Rules().with_settings(settings)


def ev(outcomes: Sequence[Outcome]) -> Fraction:
    return Fraction(BetOdds("bet", tuple(outcomes)).ev)


# Closed forms: 440 cards, 24 of them jokers


@pytest.mark.parametrize("bet", [*INSIDE, "call", "call-2", "call-10", "call-K"])
def test_FI_4_every_bet_but_the_bonus_has_the_edge_of_the_jokers(bet: str) -> None:
    assert DEFAULT.bet(bet).ev == Fraction(-24, 440)


def test_FI_3_ace_pushes_only_high_low_and_odd_even() -> None:
    assert DEFAULT.bet("odd").push == DEFAULT.bet("low").push == Fraction(32, 440)
    assert DEFAULT.bet("red").push == 0
    assert DEFAULT.bet("red").hit == Fraction(208, 440)


def test_FI_4_at_ten_to_one_call_it_is_far_worse() -> None:
    assert analyse(house("call_it_pays=10")).bet("call").ev == Fraction(10 * 32 - 408, 440)


def test_FI_5_frequency_of_bonus_boards_in_closed_form() -> None:
    """Subtract the boards of four different ranks (32^4 each) from 1, and add the royals among them (5 × 4 suits ×
    8^4).
    """
    different = comb(13, 4) * 32**4 - 5 * 4 * 8**4
    assert bonus_anywhere(Rules(), full_shoe(Rules())).chance == 1 - Fraction(different, comb(416, 4))


@pytest.mark.parametrize(
    ("name", "wins"),
    [
        ("a pair", 6 * 30 + 2 * 62 + 92),
        ("two pair", 5 * 60 + 60),
        ("three of a kind", 7 * 29 + 5 * 31 + 60),
        ("four of a kind", 12 * 28 + 28),
        ("four to a royal flush", 50 * 8 + 8),
    ],
)
def test_FI_6_bonus_by_type_of_board_in_closed_form(name: str, wins: int) -> None:
    """Count the wins among the 412 cards left that are not jokers; a flip is no joker with probability 416 / 440."""
    bonus = bonus_by_type(Rules(), full_shoe(Rules()))[name]
    assert ev(bonus.outcomes) == Fraction(416, 440) * Fraction(wins, 412) - 1


def test_FI_7_paytable_two_pays_five_of_a_kind_more() -> None:
    assert analyse(house("paytable=2")).bet("bonus").ev > DEFAULT.bet("bonus").ev


# Brute force

TINY = parse_cards("Ah Ah Kh Qh Jh Th As Ks 7c 7c 7d Jk Jk")


def every_flip(shoe: Sequence[Card]) -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """Yield all boards and flips of a small shoe, equally likely; jokers are left out."""
    plain = [card.code for card in shoe if not card.is_joker]
    for four in combinations(range(len(plain)), 4):
        first, second, third, fourth = (plain[place] for place in four)
        board = (first, second, third, fourth)
        for place, code in enumerate(plain):
            if place not in four:
                yield board, code


def test_bonus_of_any_shoe_matches_brute_force() -> None:
    rules = Rules()
    gone = Counter(card.code for card in GAME.whole_pack(rules)) - Counter(card.code for card in TINY)
    shoe = full_shoe(rules, gone.elements())
    lines = Counter(
        (hands.count_pairs(*board), hands.bonus_line(*board, flip))
        for board, flip in every_flip(TINY)
        if hands.may_bet_bonus(*board)
    )
    every = sum(1 for _ in every_flip(TINY))
    joker = Fraction(2, 13)
    names = {1: "a pair", 2: "two pair", 3: "three of a kind", 6: "four of a kind", 0: "four to a royal flush"}
    found = bonus_by_type(rules, shoe)
    for couples in {pairs for pairs, _ in lines}:
        these = {line: count for (pairs, line), count in lines.items() if pairs == couples}
        assert found[names[couples]].chance == Fraction(sum(these.values()), every)
        for line, count in these.items():
            pays = rules.bonus_table.pays(line).ratio
            chance = (1 - joker) * Fraction(count, sum(these.values()))
            made = [each for each in found[names[couples]].outcomes if each.pays == pays and each.name != "a joker"]
            assert sum(each.probability for each in made) == chance
    assert len(found) == len({pairs for pairs, _ in lines})


@pytest.mark.parametrize("decks", [1, 2])
def test_boards_are_counted_completely(decks: int) -> None:
    """Compare the total, and the royals, which depend on suits and not only on colours."""
    assert sum(boards(decks).values()) == comb(52 * decks, 4)
    royal = sum(ways for board, ways in boards(decks).items() if board.couples == 0)
    assert royal == 5 * 4 * decks**4


def test_best_bet_on_random_boards_matches_the_remaining_cards() -> None:
    draw = random.Random(7)
    for settings in ((), ("call_it_pays=10",), ("call_it_pays=10", "paytable=2", "decks=2", "jokers=0", "cut_card=9")):
        rules = house(*settings)
        picks = Picks(rules)
        sorts = boards(rules.decks)
        plain = [card.code for card in GAME.whole_pack(rules) if not card.is_joker]
        for _ in range(60):
            board = draw.sample(plain, 4)
            shoe = list(full_shoe(rules, board))
            shoe[hands.JOKER] = 0
            best = max(ev(outcomes) for outcomes in bets_on(rules, tuple(shoe), board).values())
            sort = next(sort for sort in sorts if sort == _sort(board))
            assert picks.best(sort).won() / picks.cards - 1 == best


def _sort(board: Sequence[int]) -> tuple[int, int, int, int, int]:
    ranks = [code // 4 + 2 for code in board]
    reds = sum(code % 4 in (1, 2) for code in board)
    odd, even = (sum(rank in those for rank in ranks) for those in ((3, 5, 7, 9, 11, 13), (2, 4, 6, 8, 10, 12)))
    high, low = sum(8 <= rank <= 13 for rank in ranks), sum(rank <= 7 for rank in ranks)
    couples = sum(left == right for left, right in combinations(ranks, 2))
    royal = len(set(ranks)) == 4 and min(ranks) >= 10 and len({code % 4 for code in board}) == 1
    bonus = couples or (0 if royal else -1)
    return min(reds, 4 - reds), min(odd, even), min(high, low), ranks.count(14), bonus


def test_classes_of_boards_match_brute_force_over_a_deck() -> None:
    """Classify all 270,725 boards of one deck without jokers."""
    rules = house("decks=1", "jokers=0", "cut_card=5", "call_it_pays=11")
    best = best_bets(rules)
    assert sum(best.often.values()) == 1
    sorts = Counter(_sort(board) for board in combinations(range(52), 4))
    assert sorts == boards(1)


# The script, explored


@pytest.mark.parametrize("board", ["Ah Kh Qh Jh", "7c 7c As Ks", "Ah As 7c 7d"])
def test_advice_on_a_board_matches_the_explored_script(board: str) -> None:
    rules = house("decks=1", "jokers=2", "cut_card=5")
    on_table = parse_cards(board)
    left = parse_cards("Th 7h 7s Ac 2d 3c Jk")
    gone = [card for card in GAME.whole_pack(rules) if card not in (*on_table, *left)]
    if len(set(on_table)) < 4:
        rules = house("decks=2", "jokers=1", "cut_card=5")
        gone = list((Counter(GAME.whole_pack(rules)) - Counter(on_table) - Counter(left)).elements())
    else:
        gone += parse_cards("Jk")
    situation = Situation(SITUATION, {"board": board, "gone": " ".join(map(str, gone))})
    advice = advise(rules, situation)
    for bet, worth in advice.options.items():
        tree = Tree(GAME, rules, left, {Seat(1): {bet: Cents(100)}}, board=on_table)
        assert tree.best_play(Seat(1)) == worth * 100


def test_FI_1_average_over_boards_matches_the_script_over_every_order() -> None:
    """Run all 5,040 orders of a tiny shoe: the script deals four cards, discarding jokers, and flips."""
    shoe = parse_cards("Ah Kd 7c 7d Ks Jk Jk")
    rules = Rules()
    won: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for order in permutations(range(len(shoe))):
        pack = Pack([shoe[place] for place in order])
        board = _run(before_wagers(rules, pack))[1]
        may_bet = hands.may_bet_bonus(*(card.code for card in board))
        stakes = {bet.name: Cents(1) for bet in bets(rules) if bet.name != "bonus" or may_bet}
        for event in _run(play(rules, pack, {Seat(1): stakes}, board))[0]:
            if isinstance(event, Settled):
                dealt[event.bet] += 1
                won[event.bet] += event.back - event.stake
    gone = (Counter(GAME.whole_pack(rules)) - Counter(shoe)).elements()
    advice = advise(rules, Situation(SITUATION, {"gone": " ".join(map(str, gone))}))
    assert advice.options == {bet: Fraction(won[bet], dealt[bet]) for bet in dealt}
    assert f"{dealt['bonus'] / 5040:.4%}" in " ".join(advice.notes)


def _run(script: Script[Board]) -> tuple[list[Event | Offer], Board]:
    events = []
    while True:
        try:
            events.append(next(script))
        except StopIteration as ended:
            return events, ended.value


def played_ev(analysis: Analysis) -> Fraction:
    assert analysis.played is not None
    return Fraction(analysis.played.ev)


@pytest.mark.parametrize(
    ("settings", "bet", "sign"),
    [
        (("jokers=23",), "red", 1),
        (("jokers=25",), "odd", -1),
        (("jokers=0",), "call", 1),
        (("decks=7",), "red", -1),
        (("call_it_pays=10",), "call", -1),
        (("paytable=2",), "bonus", 1),
        (("bonus_table.Two Pair=1:1,1:1",), "bonus", -1),
        (("bonus_table.Full House=push,5:1",), "bonus", -1),
        (("cut_card=44",), "red", 0),
        (("max_bet=$100",), "bonus", 0),
    ],
)
def test_changed_option_moves_its_bet_in_the_right_direction(settings: Sequence[str], bet: str, sign: int) -> None:
    changed = analyse(house(*settings))
    moved = changed.bet(bet).ev - DEFAULT.bet(bet).ev
    assert (moved > 0) - (moved < 0) == sign
    assert played_ev(changed) >= max(changed.bet(name).ev for name in ("red", "odd", "call")), "the best is chosen"
