"""Beat the Dealer's analysis and advice: published figures, every option, the effect of each line, and caching."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.stacking import rules_of, shuffled
from pitboss.compute.disk import cache_files
from pitboss.games import GAMES
from pitboss.games.beat_the_dealer.count import solved, tally
from pitboss.games.beat_the_dealer.count.odds import SITUATION, advise, advise_seat, analyse, edges
from pitboss.games.beat_the_dealer.count.solve import Stakes
from pitboss.games.beat_the_dealer.count.solved import cached_tally, solution_of
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.money import dollars
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.solving.answers.analysis import Analysis, Cell
from pitboss.solving.answers.situation import Situation

GAME = GAMES["beat-the-dealer"]


@cache
def analysis(*set_to: str) -> Analysis:
    return analyse(Rules().with_settings(set_to))


def advice(rules: Rules, **situation: str) -> dict[str, Fraction]:
    worth = advise(rules, Situation(SITUATION, {name.replace("_", "-"): text for name, text in situation.items()}))
    return {name: Fraction(number) for name, number in worth.options.items()}


def number(cell: Cell) -> Fraction:
    """Return an exact cell of a chart."""
    assert isinstance(cell, (int, Fraction))
    return Fraction(cell)


def folds(found: Analysis) -> list[str]:
    return [name for name, _ in found.chart("fold").rows]


def test_published_figures_of_texas_holdem_bonus() -> None:
    """Compare with Wizard of Odds, "Texas Hold'em Bonus": the same game except for the bonus bets."""
    found = analysis()
    assert found.played is not None
    assert round(float(found.bet("main").house_edge), 5) == round(float(found.played.house_edge), 5) == 0.02037
    assert round(float(found.played.average_bet), 4) == 3.8181
    assert round(float(found.played.element_of_risk), 6) == 0.005335
    assert round(float(analysis("ante_pays_from=flush").bet("main").house_edge), 6) == 0.055935
    assert (
        round(found.played.sd, 6) == 3.507271
    )  # published as 3.500839, which does not follow from the rules; see the docs


@pytest.mark.parametrize("paid_from", ["flush", "pair"])
def test_edges_from_the_tally_of_another_class_match_its_own(paid_from: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, caches = Rules().with_changes(ante_pays_from=paid_from), (solved.tally_for_edges, solved._solution_for_edges)
    for each in caches:
        each.cache_clear()
    monkeypatch.setattr(solved, "is_cached", lambda asked: asked["ante_pays_from"] == Rules().ante_pays_from.number)
    found = edges(rules)
    assert solved.tally_for_edges(rules.ante_pays_from.number) != cached_tally(rules.ante_pays_from.number)
    assert found == analysis(f"ante_pays_from={paid_from}").edges
    for each in caches:
        each.cache_clear()


PUBLISHED = {"32o": (-1.155927, -1.195592), "72o": (-1.031301, -1.050057), "82o": (-0.896002, -0.917393),
             "K2o": (-0.102668, -0.1154)}  # fmt: skip


@pytest.mark.parametrize("hand", PUBLISHED)
def test_published_values_of_starting_hands(hand: str) -> None:
    """Compare with Wizard of Odds, "Texas Hold'em Bonus": two-card values, ante paid from a straight or a flush."""
    for least, worth in zip(("straight", "flush"), PUBLISHED[hand], strict=True):
        rows = dict(analysis(f"ante_pays_from={least}").chart("starting-hands").rows)
        assert round(float(number(rows[hand][1])), 6) == worth


def test_BD4_and_BD6_bonus_bets_in_closed_form() -> None:
    """Compare with the well-known counts of two-card and five-card hands."""
    found = analysis()
    assert found.bet("two-card").house_edge == Fraction(1200 - 120 - 60 - 80 - 96 - 90 - 72 - 108, 1326)
    counts = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 337920, 422400, 1640460)
    pays = (125, 75, 30, 8, 5, 4, 3, 2, 1, 0, -1)
    assert found.bet("five-card").ev == Fraction(sum(a * b for a, b in zip(counts, pays, strict=True)), 2_598_960)


def test_BD3_bets_of_a_round_add_up_to_the_total() -> None:
    """Weight ante and raises by how often each is made: they add up to the main bet, and to the average bet."""
    found, solved = analysis(), solution_of(Rules())
    frequency = {
        bet: Fraction(count, solved.deals)
        for bet, count in zip(("flop", "turn", "river"), solved.bets_made, strict=True)
    }
    assert found.bet("main").ev == (
        found.bet("ante").ev
        + 2 * frequency["flop"] * found.bet("flop").ev
        + frequency["turn"] * found.bet("turn").ev
        + frequency["river"] * found.bet("river").ev
    )
    assert found.played is not None
    assert found.played.ev == found.bet("main").ev
    assert found.played.average_bet == 1 + 2 * frequency["flop"] + frequency["turn"] + frequency["river"]


def test_starting_hands_are_complete_and_average_to_the_total() -> None:
    rows = analysis().chart("starting-hands").rows
    assert len(rows) == 169
    worth = [(number(ways), number(flop if best == "flop" else fold)) for _, (ways, flop, fold, best) in rows]
    assert sum(ways for ways, _ in worth) == 1326
    assert sum(ways * ev for ways, ev in worth) / 1326 == analysis().bet("main").ev


@settings(max_examples=20)
@given(rules=rules_of(GAME))
def test_any_house_rules_can_be_analysed_and_advised(rules: Rules) -> None:
    found = analyse(rules)  # any table that does not sum to 1 exactly is rejected
    assert found.played is not None
    assert found.bet("main").ev == found.played.ev
    assert all(not isinstance(bet.ev, float) for bet in found.bets)
    worth = advice(rules, hole="2s 7d", five_card="1", two_card="0.5")
    held = solution_of(rules, Stakes(Fraction(1, 2), Fraction(1)))
    start = next(hand for hand in held.starts.values() if hand.name == "72o")
    assert worth == {"flop": start.flop, "fold": start.fold}


def test_BD3_requiring_a_better_hand_for_the_ante_is_worse_for_the_player() -> None:
    """Compare from two pair up; also, more hands are folded, never fewer."""
    found = [analysis(f"ante_pays_from={name}") for name in ("two-pair", "straight", "flush", "royal-flush")]
    edges = [each.bet("main").house_edge for each in found]
    assert edges == sorted(set(edges))
    for easier, harder in pairwise(found):
        assert set(folds(easier)) <= set(folds(harder))


@pytest.mark.parametrize(
    ("bet", "table", "line"),
    [("two-card", "two_card_table", name) for name, _ in Rules().two_card_table.lines]
    + [("five-card", "five_card_table", name) for name, _ in Rules().five_card_table.lines[:-1]],
)
def test_line_that_no_longer_pays_affects_only_its_own_bet(bet: str, table: str, line: str) -> None:
    fair, poor = analysis(), analysis(f"{table}.{line}=loss")
    for each in fair.bets:
        if each.name == bet:
            assert poor.bet(bet).house_edge > each.house_edge
        else:
            assert poor.bet(each.name) == each


def test_BD5_bonus_at_stake_reduces_folds_and_one_that_survives_does_not() -> None:
    rows = dict(analysis().chart("five-card").rows)
    folded = [str(cells[0]).split() for cells in rows.values()]
    assert folded == [
        ["32o", "42o", "52o", "62o", "72o"],
        ["32o", "42o"],
        ["32o"],
        ["nothing"],
        ["nothing"],
    ]
    survives = analysis("five_card_bonus_survives_fold=yes").chart("five-card")
    assert {cells[0] for _, cells in survives.rows} == {"32o 42o 52o 62o 72o"}
    for (_, held), (_, surviving) in zip(rows.items(), survives.rows, strict=True):
        assert number(surviving[3]) >= number(held[3])


def test_BD5_each_folded_hand_is_played_from_the_stake_in_the_chart() -> None:
    for name, (_, _, _, stake) in analysis().chart("fold").rows:
        at, below = (
            advice(Rules(), hole=f"{name[0]}s {name[1]}d", five_card=f"{float(number(stake) * part):.6f}")
            for part in (Fraction(1001, 1000), Fraction(999, 1000))
        )
        assert at["flop"] > at["fold"]
        assert below["flop"] < below["fold"]
    assert [cells[3] for _, cells in analysis("five_card_bonus_survives_fold=yes").chart("fold").rows] == [None] * 5


def test_BD2_advice_example() -> None:
    rules = Rules()
    before = advice(rules, hole="As Kd")
    assert before["fold"] == -1
    assert before["flop"] == Fraction(20961395527, 20975724000)
    held = advice(rules, hole="As Kd", five_card="1")
    assert held["fold"] == -2
    after = advice(rules, hole="As Kd", flop="2c 7h Tc")
    assert set(after) == {"check", "turn"}
    assert set(advice(rules, hole="As Kd", flop="2c 7h Tc", turn="9s")) == {"check", "river"}


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ({}, "--hole is missing"),
        ({"hole": "As"}, "2 cards"),
        ({"hole": "As As"}, "more often"),
        ({"hole": "As Kd", "flop": "2c 7h"}, "3 cards"),
        ({"hole": "As Kd", "flop": "2c 7h As"}, "more often"),
        ({"hole": "As Kd", "turn": "9s"}, "needs --flop"),
        ({"hole": "As Kd", "five_card": "some"}, "stake in antes"),
        ({"hole": "As Kd", "five_card": "1/0"}, "stake in antes"),
        ({"hole": "As Kd", "two_card": "-1"}, "stake in antes"),
        ({"hole": "Zz Kd"}, "Zz"),
        ({"hole": "As Kd", "river": "9s"}, "unknown situation --river: choose hole"),
    ],
)
def test_invalid_situations_are_refused_with_a_message(situation: dict[str, str], words: str) -> None:
    with pytest.raises(Refused, match=words):
        advice(Rules(), **situation)


@given(seed=st.integers(0, 2**32), five_card=st.booleans())
@settings(max_examples=20)
def test_advice_at_a_seat_matches_advice_for_the_same_cards(seed: int, five_card: bool) -> None:
    """Check that the cards of other seats make no difference (BD-1)."""
    rules = Rules()
    dealt = Round(GAME, rules, shuffled(GAME, rules, seed))
    bonus = {"five-card": dollars(5)} if five_card else {}
    dealt.place({Seat(seat): {"ante": dollars(10)} | bonus for seat in (1, 2)})
    stakes = {"five-card": "0.5"} if five_card else {}
    cards = {seat: [str(card) for card in (dealt.pack.cards[seat - 1], dealt.pack.cards[seat + 2])] for seat in (1, 2)}
    board = [str(card) for card in dealt.pack.cards[6:10]]
    for board_cards in (0, 3, 4):
        assert dealt.pending
        offer = dealt.pending
        for seat in (1, 2):
            words = stakes | {"hole": " ".join(cards[seat])}
            words |= {"flop": " ".join(board[:3])} if board_cards else {}
            words |= {"turn": board[3]} if board_cards == 4 else {}
            advised = advise_seat(rules, view(dealt.events, Seat(seat)), offer, Seat(seat))
            assert advised == advise(rules, Situation(SITUATION, words))
            assert set(advised.options) == {option.name for option in offer.options[Seat(seat)]}
        for seat in (1, 2):
            dealt.say(Seat(seat), offer.options[Seat(seat)][1].name)


def test_cached_tally_is_read_back_and_a_damaged_one_is_recomputed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_files, "directory", lambda: tmp_path)
    counted = cached_tally.__wrapped__(4)
    (file,) = tmp_path.iterdir()
    intact = file.read_bytes()
    with monkeypatch.context() as without:
        without.setattr(tally, "tally_all", None)
        assert cached_tally.__wrapped__(4) == counted
    corrupted = bytearray(intact)
    corrupted[len(corrupted) // 2] ^= 1
    for damage in (bytes(corrupted), intact[:-8], b""):
        file.write_bytes(damage)
        assert cached_tally.__wrapped__(4) == counted
        assert file.read_bytes() == intact
