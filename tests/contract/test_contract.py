"""What every game owes the engine, asked of each game alike: the checks of `pitboss check`, searched wider."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.cards import Card, Pack
from pitboss.contract.random_inputs import Broken
from pitboss.contract.suite import CHECKS, ONCE, SCRIPTS, Check, contract, kept
from pitboss.games import GAMES
from pitboss.games.flop22.deal.rules import Rules
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Game
from pitboss.play.steps import Dealt, Face, Motioned, Offer, Script, Settled, Turned

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
SEEDS = st.integers(0, 2**32)
FLOP22 = GAMES["flop22"]


@every_game
@pytest.mark.parametrize("check", SCRIPTS, ids=lambda check: check.name)
@given(seed=SEEDS)
def test_what_a_script_promises(check: Check, game: Game, seed: int) -> None:
    check.run(game, seed)


@every_game
@pytest.mark.parametrize("check", [each for each in CHECKS if each not in SCRIPTS], ids=lambda check: check.name)
def test_what_a_game_promises(check: Check, game: Game) -> None:
    assert kept(game, check).fault == ""


def meddled(change: object) -> Game:
    """Flop 22 with a script that somebody broke: `change` is handed each step, and yields what is done instead."""

    def play(rules: object, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
        script = FLOP22.play(rules, pack, wagers, board)
        heard: object = None
        try:
            while True:
                step = script.send(heard)  # type: ignore[arg-type]
                heard = {}
                for instead in change(step):  # type: ignore[operator]
                    heard = yield instead
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]

    return replace(FLOP22, play=play)


def forgets_a_chip(step: object) -> Iterator[object]:
    if not (isinstance(step, Settled) and step.bet == "ante-1"):
        yield step


def pays_twice(step: object) -> Iterator[object]:
    yield step
    if isinstance(step, Settled) and step.bet == "ante-1":
        yield step


def shows_a_card(step: object) -> Iterator[object]:
    yield step
    if isinstance(step, Dealt) and step.face is Face.DOWN:
        yield Motioned("peek", f"The dealer mutters {step.card.sign}.")


def throws_dice(step: object) -> Iterator[object]:
    yield step
    if isinstance(step, Turned):
        yield Motioned("dice", f"The dealer throws {Random().random()}.")


def offers_by_a_hidden_card() -> object:
    """Take away all options but the first if the last card face down has an odd rank."""
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
    [(forgets_a_chip, "money"), (pays_twice, "money"), (shows_a_card, "secrets"), (throws_dice, "records")],
)
def test_a_script_that_somebody_broke_is_caught(change: object, broken: str) -> None:
    check = next(each for each in SCRIPTS if each.name == broken)
    found = kept(meddled(change), check)
    assert found.fault
    with pytest.raises(Broken):
        check.run(meddled(change), found.seed)


def check_named(name: str) -> Check:
    return next(each for each in SCRIPTS if each.name == name)


def test_a_stake_that_is_dropped_or_settled_twice_is_named_with_both_amounts() -> None:
    dropped = kept(meddled(forgets_a_chip), check_named("money")).fault
    assert re.fullmatch(r"ante-1 of seat \d: (\$\S+) was bet, and \$0 was settled or returned", dropped)
    twice = kept(meddled(pays_twice), check_named("money")).fault
    found = re.fullmatch(r"ante-1 of seat \d: \$(\S+) was bet, and \$(\S+) was settled or returned", twice)
    assert found
    placed, settled = (float(amount.replace(",", "")) for amount in found.groups())
    assert settled == 2 * placed


def test_an_offer_that_depends_on_a_hidden_card_is_named_with_both_offers() -> None:
    fault = kept(meddled(offers_by_a_hidden_card()), check_named("secrets")).fault
    assert re.match(r"seat \d is offered .+, and with other cards face down .+", fault)


def test_a_bot_that_says_nonsense_is_caught() -> None:
    broken = replace(FLOP22, bot=lambda rules, seen, offer, seat: "nonsense")
    assert "the bot says 'nonsense'" in next(each.fault for each in contract(broken) if each.check.name == "bots")


def test_a_bet_that_says_it_pays_something_else_is_caught() -> None:
    broken = replace(FLOP22, bets=lambda rules: tuple(replace(bet, pays="9 to 8") for bet in FLOP22.bets(rules)))
    fault = kept(broken, next(each for each in SCRIPTS if each.name == "payouts")).fault
    assert "and says it pays 9 to 8" in fault


def test_an_option_or_a_bet_that_tells_nothing_is_caught() -> None:
    class Dumb(Rules, frozen=True):
        silent: bool = False

    fault = kept(replace(FLOP22, rules=Dumb), next(each for each in ONCE if each.name == "options")).fault
    assert "the option silent does not say what it means" in fault
