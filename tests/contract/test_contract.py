"""The checks of `pitboss check`, which every game must pass, over many random seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.cards import Card, Pack
from pitboss.contract.dealing_checks import require_posted
from pitboss.contract.random_inputs import BrokenPromise
from pitboss.contract.suite import CHECKS, ONCE, SCRIPTS, Check, contract, run_check
from pitboss.games import GAMES
from pitboss.games.flop22.deal.rules import Rules
from pitboss.money import LOSS, dollars
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Game
from pitboss.play.steps import Dealt, Face, Motioned, Offer, Script, Seat, Settled, Turned

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
SEEDS = st.integers(0, 2**32)
FLOP22 = GAMES["flop22"]


@every_game
@pytest.mark.parametrize("check", SCRIPTS, ids=lambda check: check.name)
@given(seed=SEEDS)
def test_script_check_passes_for_any_seed(check: Check, game: Game, seed: int) -> None:
    check.run(game, seed)


@every_game
@pytest.mark.parametrize("check", [each for each in CHECKS if each not in SCRIPTS], ids=lambda check: check.name)
def test_game_check_passes(check: Check, game: Game) -> None:
    assert run_check(game, check).fault == ""


def with_broken_script(change: object) -> Game:
    """Return Flop 22 with a broken script: `change` takes each step and yields the steps to use instead."""

    def play(rules: object, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
        script = FLOP22.play(rules, pack, wagers, board)
        reply: object = None
        try:
            while True:
                step = script.send(reply)  # type: ignore[arg-type]
                reply = {}
                for replacement in change(step):  # type: ignore[operator]
                    reply = yield replacement
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]

    return replace(FLOP22, play=play)


def drops_a_settlement(step: object) -> Iterator[object]:
    if not (isinstance(step, Settled) and step.bet == "ante-1"):
        yield step


def pays_twice(step: object) -> Iterator[object]:
    yield step
    if isinstance(step, Settled) and step.bet == "ante-1":
        yield step


def reveals_a_hidden_card(step: object) -> Iterator[object]:
    yield step
    if isinstance(step, Dealt) and step.face is Face.DOWN:
        yield Motioned("peek", f"The dealer mutters {step.card.sign}.")


def draws_a_random_number(step: object) -> Iterator[object]:
    yield step
    if isinstance(step, Turned):
        yield Motioned("dice", f"The dealer throws {Random().random()}.")


def offer_depends_on_hidden_card() -> object:
    """Drop all options but the first if the last face-down card has an odd rank."""
    hidden: list[Card] = []

    def change(step: object) -> Iterator[object]:
        if isinstance(step, Dealt) and step.face is Face.DOWN:
            hidden.append(step.card)
        if isinstance(step, Offer) and hidden and hidden[-1].rank % 2:
            step = replace(step, options={seat: options[:1] for seat, options in step.options.items()})
        yield step

    return change


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (drops_a_settlement, "money"),
        (pays_twice, "money"),
        (reveals_a_hidden_card, "secrets"),
        (draws_a_random_number, "records"),
    ],
)
def test_broken_script_is_caught(change: object, broken: str) -> None:
    check = next(each for each in SCRIPTS if each.name == broken)
    found = run_check(with_broken_script(change), check)
    assert found.fault
    with pytest.raises(BrokenPromise):
        check.run(with_broken_script(change), found.seed)


def check_named(name: str) -> Check:
    return next(each for each in SCRIPTS if each.name == name)


def test_money_fault_names_the_bet_and_both_amounts() -> None:
    dropped = run_check(with_broken_script(drops_a_settlement), check_named("money")).fault
    assert re.fullmatch(r"ante-1 of seat \d: (\$\S+) was bet, and \$0 was settled or returned", dropped)
    twice = run_check(with_broken_script(pays_twice), check_named("money")).fault
    found = re.fullmatch(r"ante-1 of seat \d: \$(\S+) was bet, and \$(\S+) was settled or returned", twice)
    assert found
    placed, settled = (float(amount.replace(",", "")) for amount in found.groups())
    assert settled == 2 * placed


def test_offer_that_depends_on_a_hidden_card_reports_both_offers() -> None:
    fault = run_check(with_broken_script(offer_depends_on_hidden_card()), check_named("secrets")).fault
    assert re.match(r"seat \d is offered .+, and with other cards face down .+", fault)


def test_bot_with_an_unknown_answer_is_caught() -> None:
    broken = replace(FLOP22, bot=lambda rules, seen, offer, seat: "nonsense")
    assert "the bot says 'nonsense'" in next(each.fault for each in contract(broken) if each.check.name == "bots")


def test_wrong_stated_payout_is_caught() -> None:
    broken = replace(FLOP22, bets=lambda rules: tuple(replace(bet, pays="9 to 8") for bet in FLOP22.bets(rules)))
    fault = run_check(broken, next(each for each in SCRIPTS if each.name == "payouts")).fault
    assert "and says it pays 9 to 8" in fault


def test_payment_above_its_line_is_caught() -> None:
    paid = Settled(Seat(1), "ante-1", dollars(2), dollars(3), "lower total", LOSS, "F22-5")
    with pytest.raises(BrokenPromise, match=r"ante-1 of \$2 gets \$3 back for 'lower total', and loses is \$0"):
        require_posted(FLOP22, FLOP22.rules(), [paid])


def test_option_without_a_description_is_caught() -> None:
    class Dumb(Rules, frozen=True):
        silent: bool = False

    fault = run_check(replace(FLOP22, rules=Dumb), next(each for each in ONCE if each.name == "options")).fault
    assert "the option silent has no description" in fault
