"""One round of Baccarat, in the order of its sheet."""

from __future__ import annotations

from pitboss.kit import (
    EVEN_MONEY,
    LOSS,
    PUSH,
    Announced,
    Board,
    Card,
    Dealt,
    Discarded,
    Pack,
    Pays,
    Script,
    Seat,
    Settled,
    Wagers,
    baccarat_points,
    less_commission,
)

from baccarat.deal.rules import Rules

PLAYER, BANKER = "player", "banker"
NATURAL, LAST_DRAW = 8, 5
DRAGON, PANDA = 7, 8
DRAWS_AGAINST = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
"""The points of Player's third card against which Banker draws, by Banker's points."""


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal one round."""
    player, banker = yield from deal_two_each(pack)  # rule 2
    yield from draw_third_cards(pack, player, banker)  # rules 3 and 4
    yield Announced("call", f"Player has {baccarat_points(player)}, Banker has {baccarat_points(banker)}.")
    for seat in sorted(wagers, reverse=True):
        yield from settle(rules, seat, wagers, player, banker)  # rules 5 to 7
    yield Discarded("all cards", cards=pack.drawn)
    return ()


def deal_two_each(pack: Pack) -> Script[tuple[list[Card], list[Card]]]:
    """Deal two cards to each side, in turn (BA-2)."""
    player: list[Card] = []
    banker: list[Card] = []
    for hand, side in ((player, PLAYER), (banker, BANKER)) * 2:
        yield from draw(pack, hand, side)
    return player, banker


def draw(pack: Pack, hand: list[Card], side: str) -> Script[None]:
    """Deal one card face up to a side; the dealer calls its points (BA-2)."""
    hand.append(pack.draw(side))
    yield Dealt(hand[-1], None, side, makes=f"{baccarat_points(hand)}")


def draw_third_cards(pack: Pack, player: list[Card], banker: list[Card]) -> Script[None]:
    """Deal Player's third card, then Banker's (BA-2)."""
    if baccarat_points(player) >= NATURAL or baccarat_points(banker) >= NATURAL:
        return
    if baccarat_points(player) > LAST_DRAW:
        draws = baccarat_points(banker) <= LAST_DRAW
    else:
        yield from draw(pack, player, PLAYER)
        draws = banker_draws(baccarat_points(banker), baccarat_points(player[2:]))
    if draws:
        yield from draw(pack, banker, BANKER)


def banker_draws(points: int, third: int) -> bool:
    """Return whether Banker draws against Player's third card (BA-2)."""
    if points <= 2:
        return True
    return any(points == own and third in cards for own, cards in DRAWS_AGAINST.items())


def settle(rules: Rules, seat: Seat, wagers: Wagers, player: list[Card], banker: list[Card]) -> Script[None]:
    """Settle all bets of a seat (BA-4)."""
    own, other = baccarat_points(player), baccarat_points(banker)
    winner = PLAYER if own > other else BANKER if other > own else "tie"
    dragon = winner == BANKER and len(banker) == 3 and other == DRAGON
    panda = winner == PLAYER and len(player) == 3 and own == PANDA
    side = EVEN_MONEY if winner == PLAYER else PUSH if winner == "tie" else LOSS
    house = EVEN_MONEY if winner == BANKER else PUSH if winner == "tie" else LOSS
    paid: dict[str, Pays] = {
        PLAYER: side,
        BANKER: PUSH if dragon and rules.ez else house,
        "tie": rules.tie_pays if winner == "tie" else LOSS,
        "dragon-7": rules.dragon_pays if dragon else LOSS,
        "panda-8": rules.panda_pays if panda else LOSS,
    }
    line = "a tie" if winner == "tie" else f"{winner} wins"
    for bet, stake in wagers[seat].items():
        if bet == BANKER and rules.on_banker is not None:
            yield less_commission(seat, bet, stake, line, paid[bet], "BA-6", rules.on_banker)
        else:
            yield Settled(seat, bet, stake, paid[bet].back(stake), line, paid[bet], "BA-4")
