"""A game with too many deals to enumerate for its main bet: its other bets and its advice are still exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from helpers.outside import EXAMPLES
from pitboss.games import FOLDERS, GAMES, use_folder
from pitboss.kit import (
    EVEN_MONEY,
    LOSS,
    Answers,
    Bet,
    Board,
    Card,
    Cents,
    Discarded,
    Face,
    HouseRules,
    Offer,
    Option,
    Pack,
    Pays,
    PokerClass,
    Script,
    Settled,
    Turned,
    Wagered,
    Wagers,
    deal_dealer,
    deal_hands,
    dollars,
    fresh_pack,
    least_pair,
    parse_cards,
    poker_class,
    poker_rank,
)
from pitboss.play.game import Game
from pitboss.solving.answers.situation import Situation
from pitboss.solving.script import simulated_rounds
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget
from pitboss.solving.script.script_advice import SITUATION, advise
from pitboss.solving.script.script_odds import analyse, bet_odds

FLOP_PAYS = {PokerClass.ROYAL_FLUSH: 100, PokerClass.STRAIGHT_FLUSH: 50, PokerClass.FOUR_OF_A_KIND: 40}
FLOP_PAYS |= {PokerClass.FULL_HOUSE: 30, PokerClass.FLUSH: 20}


class Rules(HouseRules, frozen=True):
    """House rules without options."""

    title: ClassVar[str] = "Hold'em"


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return an ante, a call of two antes, and a bet on the first five cards that needs the ante."""
    least, most = dollars(1), dollars(500)
    return (
        Bet("ante", "Ante", least, most, "the better hand", compulsory=True),
        Bet("call", "Call", least, Cents(2 * most), "the better hand", ("ante",), in_play=True),
        Bet("aces", "Aces", least, most, "a pair of aces or better in the first five cards", ("ante",)),
    )


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal two cards each and three in the middle; a call is compared after two more."""
    hands = yield from deal_hands(pack, wagers, 2)
    dealer = yield from deal_dealer(pack, 2, face=Face.DOWN)
    flop = yield from deal_dealer(pack, 3, "flop")
    (seat,) = wagers
    ante = wagers[seat]["ante"]
    answers: Answers = yield Offer("call", {seat: (Option("fold", "Fold"), Option("call", "Call", Cents(2 * ante)))})
    if answers[seat] == "fold":
        yield Settled(seat, "ante", ante, Cents(0), "folded", LOSS, "1")
    else:
        yield Wagered(seat, "call", Cents(2 * ante))
        last = yield from deal_dealer(pack, 2, "last")
        for card in dealer:
            yield Turned(card, None, "dealer")
        own, other = poker_rank((*hands[seat], *flop, *last)), poker_rank((*dealer, *flop, *last))
        pays = EVEN_MONEY if own > other else Pays(0) if own == other else LOSS
        for bet, stake in (("ante", ante), ("call", Cents(2 * ante))):
            yield Settled(seat, bet, stake, pays.back(stake), "compared", pays, "1")
    if on_aces := wagers[seat].get("aces"):
        yield aces(seat, on_aces, (*hands[seat], *flop))
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def aces(seat: Any, stake: Cents, cards: tuple[Card, ...]) -> Settled:
    """Settle the bet on the first five cards."""
    rank = poker_rank(cards)
    pays = Pays(FLOP_PAYS.get(PokerClass(int(poker_class(rank))), 7)) if rank >= least_pair(14) else LOSS
    return Settled(seat, "aces", stake, pays.back(stake), "aces or better" if pays.won > 0 else "less", pays, "1")


HOLDEM = Game(
    name="holdem",
    title="Hold'em",
    sentence="Hold two cards and five shared ones against the dealer.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=lambda rules: 1,
    whole_pack=lambda rules: fresh_pack(),
    play=play,
    bot=lambda rules, seen, offer, seat: "call",
    endings=("compared", "void"),
)


def aces_edge() -> Fraction:
    """Return the edge from counts of five-card hands by hand: the better hands, and 84,480 pairs of aces."""
    ways = {100: 4, 50: 36, 40: 624, 30: 3744, 20: 5108, 7: 10200 + 54912 + 123552 + 84480}
    won = sum(pays * many for pays, many in ways.items())
    return Fraction(2_598_960 - sum(ways.values()) - won, 2_598_960)


def test_side_bet_that_no_answer_changes_is_exact() -> None:
    exact = ExactOdds(Bets(HOLDEM, Rules()), Budget())
    assert list(exact.all_bets()) == exact.unaffected == ["aces"]
    found = bet_odds(exact.bets, exact.bets.before[1], exact.all_bets()["aces"])
    assert found.house_edge == aces_edge()


def test_analysis_states_how_a_bet_without_decisions_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_ROUNDS", "MAX_ROUNDS", "MAX_SINGLE_ROUNDS"):
        monkeypatch.setattr(simulated_rounds, name, 2000)
    found = analyse(HOLDEM, Rules())
    assert found.bet("aces").house_edge == aces_edge()
    assert "The figures of ante are simulated" in found.assumptions[0]
    assert "aces: counted with the first answer to every question." in " ".join(found.assumptions)


def test_side_bet_that_an_answer_changes_is_not_counted_with_the_first_answer() -> None:
    def changed(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
        script, called = play(rules, pack, wagers, board), False
        reply: Any = None
        try:
            while True:
                step = script.send(reply)
                if isinstance(step, Settled) and step.bet == "aces" and called:
                    step = replace(step, back=Cents(0))
                reply = yield step
                called = called or (isinstance(step, Offer) and reply[next(iter(reply))] == "call")
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]

    game = replace(HOLDEM, play=changed)
    exact = ExactOdds(Bets(game, Rules()), Budget())
    assert exact.all_bets() == {}


def test_advice_is_exact_once_few_cards_are_unseen() -> None:
    """Compare with every dealer hand and every last two cards, for a deck of sixteen cards; then ask about the whole
    deck.
    """
    pack = parse_cards("Ac Ad Ah Kc Kd Kh Qc Qd Qh Js Jc Jd Ts Tc Td 9s")
    game, seen = replace(HOLDEM, whole_pack=lambda rules: pack), parse_cards("Ac Qd Js Kd 9s")
    rest, nets = [card for card in pack if card not in seen], list[int]()
    for dealer in combinations(rest, 2):
        for last in combinations([card for card in rest if card not in dealer], 2):
            own, other = poker_rank((*seen, *last)), poker_rank((*dealer, *seen[2:], *last))
            nets.append(3 * ((own > other) - (own < other)))
    found = advise(game, Rules(), Situation(SITUATION, {"dealt": "Ac Qd Js Kd 9s"}))
    assert found.options == {"fold": -1, "call": Fraction(sum(nets), len(nets))}
    whole = advise(HOLDEM, Rules(), Situation(SITUATION, {"dealt": "Ac Qd Js Kd 9s"}))
    assert whole.best == "call"
    assert isinstance(whole.options["call"], Fraction)


def test_chart_merges_hands_with_equal_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """At Casino War, all thirteen ties are one decision."""
    monkeypatch.setenv(FOLDERS, "")
    game = GAMES[use_folder(str(EXAMPLES / "casino-war"))]
    (chart,) = analyse(game, game.rules()).strategy
    assert [row for row, _ in chart.rows] == ["2 2 and 12 like it"]
