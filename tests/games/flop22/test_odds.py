"""Flop 22's exact odds: closed forms, brute force over whole decks, and the script explored with tiny decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.games import GAMES
from pitboss.games.flop22.count.best_play import Rest, best_game, may_be_cut
from pitboss.games.flop22.count.charts import best_antes, worths_by_hand
from pitboss.games.flop22.count.flops import bet_when_good, card_classes, unseen
from pitboss.games.flop22.count.odds import analyse
from pitboss.games.flop22.deal.hands import total_line
from pitboss.games.flop22.deal.rules import HANDS, Rules, ante_pays, double_pays
from pitboss.money import Cents
from pitboss.play.steps import Seat
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.explore import Tree

GAME = GAMES["flop22"]
DEFAULT = analyse(Rules())


def house(*settings: str) -> Rules:
    return Rules().with_settings(settings)


def played_ev(analysis: Analysis) -> Fraction:
    assert analysis.played is not None
    return Fraction(analysis.played.ev)


# Closed forms, counted by hand over the 1,326 pairs of cards


@pytest.mark.parametrize(
    ("name", "ways"), [("ante-1", (1, 5, 64, 398, 858)), ("double-3", (1, 5, 64, 398, 858)), ("match-2", (78, 1248))]
)
def test_F22_6_counts_of_card_pairs(name: str, ways: tuple[int, ...]) -> None:
    """Count six pairs of aces; 16 tens with 4 aces; 16 × 16 sums … of which 858 are 16 or less."""
    assert [outcome.probability for outcome in DEFAULT.bet(name).outcomes] == [Fraction(way, 1326) for way in ways]


def test_F22_5_bets_of_each_hand_in_closed_form() -> None:
    evs = {bet.name: bet.ev for bet in DEFAULT.bets}
    lost = -858
    assert evs["ante-1"] == evs["double-1"] == Fraction(15 * 1 + 4 * 5 + 1 * 64 + 398 + lost, 1326)
    assert evs["ante-2"] == evs["double-2"] == Fraction(25 * 1 + 8 * 5 + 2 * 64 + 398 + lost, 1326)
    assert evs["ante-3"] == evs["double-3"] == Fraction(40 * 1 + 10 * 5 + 3 * 64 + 398 + lost, 1326)
    assert evs["match-1"] == evs["match-2"] == evs["match-3"] == Fraction(10 * 3 - 48, 51)


def test_F22_3_field_in_closed_form() -> None:
    assert DEFAULT.bet("field").ev == Fraction(12 * 1 + 8 * 2 - 32, 52) == Fraction(-1, 13)


def test_F22_2_best_play_of_a_game_is_the_sum_of_its_hands() -> None:
    assert played_ev(DEFAULT) == sum(worths_by_hand(Rules(), 0)) == Fraction(-23, 663)
    assert DEFAULT.played is not None
    assert DEFAULT.played.average_bet == 3 + 3 * Fraction(24, 52), "doubled on 9 and better, 24 cards of 52"


def test_F22_2_hand_three_favours_the_player() -> None:
    first, second, third = worths_by_hand(Rules(), 0)
    assert first < second < 0 < third
    assert best_antes(Rules()) == {1: 100, 2: 100, 3: 1000}
    assert best_antes(Rules().with_settings(["aggregate=$30"])) == {1: 100, 2: 100, 3: 100}, "F22-8"
    chart = dict(DEFAULT.chart("antes").rows)
    assert chart["equal antes"][1] == Fraction(-23, 663) * 10
    assert chart["best antes"][1] == first + second + 10 * third > 1


# Brute force over all 52 × 51 × 50 × 49 deals


def test_best_game_matches_all_deals() -> None:
    """Enumerate all 6,497,400 deals with arrays, without card classes; each double is decided from the unseen cards."""
    results: Counter[tuple[int, int]] = Counter()
    rules = Rules()
    for card in range(52):
        pays = np.array([[_pays(rules, hand, card, flop) for flop in range(52)] for hand in HANDS])
        first, second, third = np.nonzero(_distinct(card))
        left = [pays[hand].sum() - pays[hand][card] for hand in range(3)]
        doubles = [
            np.full(first.shape, left[0] > 0),
            left[1] - pays[1][first] > 0,
            left[2] - pays[2][first] - pays[2][second] > 0,
        ]
        nets = sum(pays[hand][flop] * (1 + doubles[hand]) for hand, flop in enumerate((first, second, third)))
        bets = 3 + doubles[0].astype(int) + doubles[1] + doubles[2]
        keys, times = np.unique(nets * 8 + bets, return_counts=True)
        results.update({(int(key) // 8, int(key) % 8): int(count) for key, count in zip(keys, times, strict=True)})
    deals = 52 * 51 * 50 * 49
    assert sum(results.values()) == deals
    found = best_game(rules, {hand: Cents(1) for hand in HANDS})
    assert found == {key: Fraction(count, deals) for key, count in results.items()}


def _pays(rules: Rules, hand: int, card: int, flop: int) -> int:
    return int(ante_pays(rules, hand, total_line(card, flop)).ratio)


def _distinct(card: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.bool_]]:
    first, second, third = np.ogrid[:52, :52, :52]
    mine = (first != card) & (second != card) & (third != card)
    return mine & (first != second) & (first != third) & (second != third)  # type: ignore[no-any-return]


@pytest.mark.parametrize("card", parse_cards("7h 8h 9h Ks Ad As"))
@pytest.mark.parametrize("others", [0, 2])
def test_F22_10_others_in_view_match_brute_force(card: Card, others: int) -> None:
    """Double hand 1 with every pair of other players' cards, one by one."""
    rest = [other for other in CARDS if other != card]
    total = Fraction(0)
    seen = list(combinations(rest, others))
    for shown in seen:
        flops = [flop for flop in rest if flop not in shown]
        worth = Fraction(sum(_pays(Rules(), 1, card.code, flop.code) for flop in flops), len(flops))
        total += max(worth, Fraction(0))
    weights = Counter(Fraction(_pays(Rules(), 1, card.code, flop.code)) for flop in rest)
    assert bet_when_good(weights, others).adds == total / len(seen)


@given(
    st.dictionaries(st.fractions(-1, 6, max_denominator=3), st.integers(1, 3), min_size=1, max_size=4),
    st.integers(0, 5),
)
def test_bet_when_good_matches_brute_force(weights: dict[Fraction, int], seen: int) -> None:
    cards = [pays for pays, count in weights.items() for _ in range(count)]
    seen = min(seen, len(cards) - 1)
    values = []
    for shown in combinations(range(len(cards)), seen):
        left = [pays for place, pays in enumerate(cards) if place not in shown]
        values.append(sum(left, Fraction(0)) / len(left))
    found = bet_when_good(weights, seen)
    assert found.bet == Fraction(sum(worth > 0 for worth in values), len(values))
    assert found.adds == sum((max(worth, Fraction(0)) for worth in values), Fraction(0)) / len(values)


def test_more_cards_in_view_never_hurt() -> None:
    evs = [cells[3] for _, cells in DEFAULT.chart("others").rows]
    assert len(evs) == 6
    assert evs == sorted(evs)  # type: ignore[type-var]
    assert evs[0] < evs[-1]  # type: ignore[operator]


# The script, explored on tiny packs, with best play found by trying everything

TINY = "As Ah 9c Kc 2c"


@pytest.mark.parametrize(
    "settings",
    [
        (),
        ("bonus_pays=double-only", "match_pays=3"),
        ("aggregate=$25", "match_pays=2"),
        ("aggregate=$0",),
        ("aggregate=$60", "aggregate_scope=table"),
    ],
)
def test_F22_8_best_play_matches_the_explored_script(settings: Sequence[str]) -> None:
    rules = house(*settings)
    pack = parse_cards(TINY)
    antes = {hand: Cents(500 + 100 * hand) for hand in HANDS}
    wagers = {Seat(1): {f"ante-{hand}": ante for hand, ante in antes.items()}}
    best = Fraction(0)
    for card in pack:
        left = _left(card, [other for other in pack if other != card])
        best += max(Rest(rules, card.code, antes).worths(left, rules.aggregate).values())
    assert best / len(pack) == Tree(GAME, rules, pack, wagers).best_play(Seat(1))


def _left(card: Card, may_come: Sequence[Card]) -> tuple[int, ...]:
    gone = [other.code for other in CARDS if other != card and other not in may_come]
    return unseen(card.code, gone)


def test_F22_10_best_play_with_another_player_matches_the_explored_script() -> None:
    rules, pack = Rules(), parse_cards("As 9c 9d Kc 2c")
    antes = {1: Cents(1000), 2: Cents(1000)}
    bets = {f"ante-{hand}": ante for hand, ante in antes.items()}
    best = Fraction(0)
    for card in pack:
        for other in pack:
            if other != card:
                left = _left(card, [flop for flop in pack if flop not in (card, other)])
                best += max(Rest(rules, card.code, antes).worths(left, rules.aggregate).values())
    tree = Tree(GAME, rules, pack, {Seat(1): bets, Seat(2): bets})
    assert best / (len(pack) * (len(pack) - 1)) == tree.best_play(Seat(1))


# Options


def test_F22_8_aggregate_binds_only_if_limits_are_raised() -> None:
    assert not may_be_cut(Rules(), {hand: Cents(1000) for hand in HANDS})
    assert played_ev(analyse(house("aggregate=$100"))) < played_ev(DEFAULT)
    assert played_ev(analyse(house("ante_limit=$100"))) < played_ev(DEFAULT)
    assert played_ev(analyse(house("ante_limit=$5"))) == played_ev(DEFAULT)
    assert any("cuts" in sentence for sentence in analyse(house("aggregate=$100")).assumptions)
    assert any("never cuts" in sentence for sentence in DEFAULT.assumptions)


@pytest.mark.parametrize(
    ("settings", "sign"),
    [
        (("bonus_pays=double-only",), -1),
        (("bonus_table.Card Total 21=1:1,1:1,1:1",), -1),
        (("bonus_table.Card Total 17 thru 20=push,push,push",), -1),
        (("bonus_table.A Spades/A Hearts=20:1,30:1,50:1",), 1),
        (("match_pays=20:1",), 1),
        (("match_pays=1:1",), 0),
        (("field_limit=$5",), 0),
        (("seats=1",), 0),
    ],
)
def test_changed_option_moves_the_game_in_the_right_direction(settings: Sequence[str], sign: int) -> None:
    moved = played_ev(analyse(house(*settings))) - played_ev(DEFAULT)
    assert (moved > 0) - (moved < 0) == sign


def test_single_bets_move_with_their_own_option() -> None:
    assert analyse(house("match_pays=1:1")).bet("match-1").ev == Fraction(3 - 48, 51)
    assert analyse(house("field_table.2 and 6=1:1")).bet("field").ev == Fraction(-3, 13)
    plain = analyse(house("bonus_pays=double-only"))
    assert plain.bet("ante-3").ev == Fraction(468 - 858, 1326)
    assert plain.bet("double-3").ev == DEFAULT.bet("double-3").ev
    assert [name for name, _ in analyse(house("equal_antes=yes")).chart("antes").rows] == ["equal antes"]
    assert len(analyse(house("seats=3")).chart("others").rows) == 3


def test_double_chart_matches_the_count() -> None:
    """Compare the chart's arithmetic with a plain sum over unseen cards, for several cards and cards in view."""
    for hand in HANDS:
        chart = DEFAULT.chart(f"double-{hand}").as_data()
        for card, seen in (("9h", "Kc 9d 8s 7h"), ("8h", "2c 3d 4c 5d"), ("As", "Ah Ad Kc"), ("Ad", "As Ah")):
            (mine,), shown = parse_cards(card), parse_cards(seen)
            row = next(cells for name, cells in chart.items() if _is_in(mine, name))
            count = row["start"]
            for other in shown:
                special = {str(mine), str(other)} == {"As", "Ah"}
                column = "A♠A♥" if special else "10" if 10 < other.rank < 14 else other.sign[:-1]
                count += row[column]  # type: ignore[operator]
            left = [flop for flop in CARDS if flop != mine and flop not in shown]
            pays = [double_pays(Rules(), hand, total_line(mine.code, flop.code)).ratio for flop in left]
            assert count == sum(pays)


def _is_in(card: Card, name: str) -> bool:
    return card.sign in name.split() or card.sign[:-1] == name


def test_card_classes_have_the_right_sizes() -> None:
    assert [alike for _, alike in card_classes()] == [16, 4, 4, 4, 4, 16, 2, 2], "2-5, 6, 7, 8, 9, 10-K, A♣♦, A♥♠"
