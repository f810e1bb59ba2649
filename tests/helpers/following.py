"""Two implementations of one round, for tests to compare: a simulation's kernel and the script."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.records.ledger import net
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.solving.answers.simulator import ChoosesBets, Simulator

UNIT = 100
Won = dict[int, dict[str, Fraction]]


def by_the_kernel(made: Simulator, pack: Sequence[Card]) -> Won:
    """Return what each seat wins when the kernel deals this deck."""
    cells = enumerate(made.cells_of(pack), 1)
    return {seat: {bet: result.net for bet, result in made.settle(cell).items()} for seat, cell in cells}


def dealt_by_the_script(
    game: Game, made: Simulator, pack: Sequence[Card], seats: int, gone: Sequence[Card] = (), never: str = ""
) -> Round:
    """
    Deal a round by the script with one unit on every bet, played like the kernel; `gone` is out of the shoe.

    Bets that the strategy does not make on this board are left out, and so is the bet named `never`.
    """
    rules = game.rules.read(made.rules.changed())  # type: ignore[attr-defined]
    dealt = Round(game, rules, pack, gone=gone)
    offered = [bet.name for bet in game.bets(rules) if not bet.in_play and bet.name != never]
    placed = {}
    for seat in (Seat(number) for number in range(1, seats + 1)):
        names = made.bets_on(dealt.board, seat) if isinstance(made, ChoosesBets) else offered
        placed[seat] = {name: Cents(UNIT) for name in names}
    dealt.place(placed)
    while dealt.pending:
        for seat in list(dealt.pending.options):
            dealt.say(seat, made.answer(view(dealt.events, seat), dealt.pending, seat))
    return dealt


def by_the_script(game: Game, made: Simulator, pack: Sequence[Card], seats: int) -> Won:
    """Return what each seat wins when the script deals this deck to seats that play like the kernel, one unit a bet."""
    result = net(dealt_by_the_script(game, made, pack, seats).events)
    return {seat: {bet: Fraction(won, UNIT) for bet, won in bets.items()} for seat, bets in result.items()}
