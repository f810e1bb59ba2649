"""Beat the Dealer's exact figures: compared with published ones, with brute force and with each other."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.games.beat_the_dealer.count import kernels
from pitboss.games.beat_the_dealer.count.solve import BonusRules, Solution, Stakes, Tally
from pitboss.games.beat_the_dealer.count.tally import tally_all
from pitboss.ranking.poker import PokerClass
from pitboss.solving.holdem import showdowns

SHEET = BonusRules(
    two_card_pays=tuple(map(Fraction, (20, 15, 10, 8, 5, 3, 2, -1))),
    five_card_pays=tuple(map(Fraction, (125, 75, 30, 8, 5, 4, 3, 2, 1, 0, -1))),
)
ONE = Fraction(1)


@cache
def tally(ante_pays_from: PokerClass) -> Tally:
    counted: Tally = tally_all(ante_pays_from).tolist()
    return counted


def solution(
    ante_pays_from: PokerClass = PokerClass.STRAIGHT, house: BonusRules = SHEET, **stakes: Fraction
) -> Solution:
    return Solution(tally(ante_pays_from), house, Stakes(**stakes))


def flop_bet(name: str) -> Fraction:
    return next(start.flop for start in solution().starts.values() if start.name == name)


def folded_hands(solved: Solution) -> list[str]:
    return [start.name for start in solved.starts.values() if start.is_folded]


def test_all_deals_are_counted() -> None:
    solved = solution()
    assert (
        solved.deals
        == sum(solved.distribution.values())
        == sum(solved.main_distribution.values())
        == 55_627_620_048_000
    )
    assert len(solved.starts) == 169
    assert sum(start.chance for start in solved.starts.values()) == 1


def test_published_figures_of_texas_holdem_bonus() -> None:
    """Compare with Wizard of Odds, "Texas Hold'em Bonus": the main game is the same."""
    solved = solution()
    assert round(float(-solved.main_ev), 5) == 0.02037
    assert round(float(solved.average_bet), 4) == 3.8181
    assert round(float(-solved.main_ev / solved.average_bet), 6) == 0.005335
    assert round(float(-solution(PokerClass.FLUSH).main_ev), 6) == 0.055935
    assert [round(float(flop_bet(name)), 6) for name in ("32o", "72o", "82o")] == [-1.155927, -1.031301, -0.896002]


def test_BD2_only_a_deuce_with_three_to_seven_unsuited_is_folded() -> None:
    solved = solution()
    assert folded_hands(solved) == ["32o", "42o", "52o", "62o", "72o"]
    assert solved.deals - solved.bets_made[0] == solved.main_distribution[-1]
    assert solved.main_distribution[-1] * 1326 == solved.deals * 5 * 12


def test_BD3_possible_nets_of_the_main_bets() -> None:
    assert list(solution().main_distribution) == [-5, -4, -3, -1, 0, 2, 3, 4, 5]


def test_BD3_paying_the_ante_from_a_higher_class_is_worse_for_the_player() -> None:
    classes = [PokerClass.HIGH_CARD, PokerClass.STRAIGHT, PokerClass.FLUSH, PokerClass.ROYAL_FLUSH]
    worth = [solution(poker_class).main_ev for poker_class in classes]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)


def test_BD4_2_card_bonus_over_1326_hole_cards() -> None:
    held = solution(two_card=ONE)
    assert [count * 1326 // held.deals for count in held.two_card_lines] == [6, 4, 8, 12, 18, 24, 54, 1200]
    assert held.ev - solution().ev == Fraction(
        6 * 20 + 4 * 15 + 8 * 10 + 12 * 8 + 18 * 5 + 24 * 3 + 54 * 2 - 1200, 1326
    )
    assert folded_hands(held) == folded_hands(solution())


def test_BD6_5_card_bonus_over_2598960_hands_if_every_flop_is_seen() -> None:
    solved = solution()
    seen = solved.five_card_lines
    once = solved.deals // 2_598_960
    assert [count // once for count in seen] == [
        4, 36, 624, 3744, 5108, 10200, 54912, 123552, 337920, 422400, 1640460,
    ]  # fmt: skip
    assert all(count % once == 0 for count in seen)


def five_card_ev(solved: Solution, start: int) -> Fraction:
    lines = solved.lines[start]
    return sum((pays * count for pays, count in zip(SHEET.five_card_pays, lines, strict=True)), Fraction(0)) / sum(
        lines
    )


def test_BD5_break_even_stake_on_the_5_card_bonus() -> None:
    """Find the stake at which folding, which costs ante and bonus, equals playing with the bonus."""
    alone = solution()
    for number, start in alone.starts.items():
        if start.is_folded:
            break_even = (start.fold - start.flop) / (1 + five_card_ev(alone, number))
            assert 0 < break_even < 1
            assert not solution(five_card=break_even).starts[number].is_folded
            assert solution(five_card=break_even * Fraction(999, 1000)).starts[number].is_folded


def test_BD5_with_an_ante_on_the_5_card_bonus_nothing_is_folded() -> None:
    alone, held = solution(), solution(five_card=ONE)
    assert folded_hands(held) == []
    bonus = sum(five_card_ev(alone, number) * start.chance for number, start in alone.starts.items())
    assert held.ev == held.main_ev + bonus
    assert alone.ev + bonus > held.ev


def test_BD5_surviving_5_card_bonus_changes_no_fold() -> None:
    held = solution(house=SHEET._replace(five_card_survives_fold=True), five_card=ONE)
    assert folded_hands(held) == folded_hands(solution())
    assert held.main_ev == solution().main_ev
    assert held.ev > solution(five_card=ONE).ev


def test_BD4_2_card_bonus_forfeited_on_a_fold_is_never_worth_more() -> None:
    held = solution(house=SHEET._replace(two_card_survives_fold=False), two_card=ONE)
    assert folded_hands(held) == folded_hands(solution())
    assert held.ev == solution(two_card=ONE).ev
    generous = SHEET._replace(two_card_pays=(*SHEET.two_card_pays[:-1], Fraction(1, 10)), two_card_survives_fold=False)
    assert folded_hands(solution(house=generous, two_card=ONE)) == []


def test_each_kernel_is_compiled_once() -> None:
    solution()
    compiled: list[Any] = [kernels.play_flops, showdowns.count_boards, showdowns.sum_rivers]
    assert [len(kernel.signatures) for kernel in compiled] == [1, 1, 1]
