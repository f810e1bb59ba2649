"""Pay-table lines in reach: the final line of a bet was in reach at every earlier moment, in every game."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.cards import parse_cards
from pitboss.games import GAMES, OURS
from pitboss.layout.plan import plan_for
from pitboss.money import Cents
from pitboss.play.layout import layout_after
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Dealt, Moved, Seat, Settled, Turned
from pitboss.play.view import view

YOU = Seat(1)
CHANGES = {"blackjack": {"lucky_ladies": True, "royal_match": True}}
ROUNDS = {"free-bet": 300, "beat-the-dealer": 10, "blackjack": 25, "flip-it": 200}

FOUR = {(None, "card-1"): "8s", (None, "card-2"): "8h", (None, "card-3"): "2c", (None, "card-4"): "Kd"}


def reach_through(dealt: Round, name: str) -> list[dict[str, frozenset[int] | None]]:
    """Return the lines in reach after each event of a round, as the first seat saw it."""
    game, record = GAMES[name], dealt.record
    seen = view(dealt.events, YOU)
    assert game.in_reach is not None
    found: list[dict[str, frozenset[int] | None]] = []
    for place in range(len(seen) + 1):
        if not place or isinstance(seen[place - 1], (Dealt, Turned, Moved, Answered)):
            layout = layout_after(seen[:place], record.board, YOU)
            found.append(dict(game.in_reach(record.rules, layout.cards, seen[:place], YOU)))
        else:
            found.append(found[-1])
    return found


@pytest.mark.parametrize("name", OURS)
def test_line_of_a_bet_is_in_reach_until_it_is_settled(name: str) -> None:
    game = GAMES[name]
    rules = game.rules.read(CHANGES.get(name, {}))
    plan, narrowed = plan_for(game, rules), set[str]()
    tables = {bet: getattr(rules, printed.of) for printed in plan.tables for bet, _ in plan.paid_by(printed.of)}
    assert tables
    for seed in range(ROUNDS.get(name, 40)):
        rng, pack = Random(seed), list(game.whole_pack(rules))
        rng.shuffle(pack)
        board = tuple(pack[: game.board_size])
        if any(card.is_joker for card in board):
            continue
        wagers = {YOU: {bet.name: Cents(1000) for bet in game.bets(rules) if not bet.in_play}}
        try:
            game.check_wagers(rules, wagers, board)
        except Refused:
            continue
        dealt = Round.deal(game, rules, tuple(pack[game.board_size :]), wagers, board=board)
        while offer := dealt.pending:
            dealt.apply_answers([{YOU: rng.choice(offer.options[YOU]).name}])
        before = reach_through(dealt, name)
        for place, event in enumerate(dealt.events):
            if not isinstance(event, Settled) or event.bet not in tables or event.seat != YOU:
                continue
            names = [line for line, _ in tables[event.bet].lines]
            for reach in before[: place + 1]:
                lines = reach[event.bet]
                if lines is not None and event.pays.won > 0:
                    assert names.index(event.line) in lines, (seed, event)
                    narrowed |= {event.bet} if len(lines) < len(names) else set()
    assert narrowed


@pytest.mark.parametrize(
    ("name", "bet", "cards", "lines"),
    [
        ("flop22", "ante-2", {(YOU, "card"): "5d"}, {4}),
        ("flop22", "ante-2", {(YOU, "card"): "Ah"}, {0, 1, 2, 3, 4}),
        ("flop22", "ante-2", {(YOU, "card"): "Kh", (None, "flop-1"): "2c"}, {2, 3, 4}),
        ("flop22", "field", {(YOU, "card"): "4c"}, {0}),
        ("flip-it", "bonus", FOUR, {3, 5, 6}),
        ("roll-your-own", "bonus", {(YOU, "card-1"): "Ah", (YOU, "card-2"): "Kh"}, {0, 3, 4, 5}),
        ("blackjack", "perfect-pairs", {(YOU, "hand-1"): "8s"}, {0, 1, 2, 99}),
        ("blackjack", "21-plus-3", {(YOU, "hand-1"): "8s 9s"}, {1, 3, 4, 99}),
        ("beat-the-dealer", "five-card", {(YOU, "hole-1"): "2c", (YOU, "hole-2"): "2d"}, {2, 3, 6, 7, 10}),
        ("beat-the-dealer", "two-card", {(YOU, "hole-1"): "Ac", (YOU, "hole-2"): "Kc"}, {1}),
        ("free-bet", "pot-of-gold", {(YOU, "hand-1"): "8s 8h"}, {0, 1, 2, 3, 4, 5}),
        ("free-bet", "pot-of-gold", {(YOU, "hand-1"): "As Ah"}, {2, 3, 4, 5}),
        ("free-bet", "pot-of-gold", {(YOU, "hand-1"): "6s 5h"}, {4, 5}),
        ("free-bet", "pot-of-gold", {(YOU, "hand-1"): "Ks Qh"}, {5}),
        ("free-bet", "pot-of-gold", {(YOU, "hand-1"): "9s"}, None),
    ],
)  # fmt: skip
def test_lines_in_reach_of_known_cards(
    name: str, bet: str, cards: dict[tuple[Seat | None, str], str], lines: set[int] | None
) -> None:
    game = GAMES[name]
    assert game.in_reach is not None
    found = game.in_reach(game.rules(), {at: parse_cards(shown) for at, shown in cards.items()}, (), YOU)[bet]
    assert found == (None if lines is None else frozenset(lines))
