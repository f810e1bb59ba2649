"""Payout and settle questions, answered from the words of the question."""

from __future__ import annotations

import re
from fractions import Fraction

from school.checker import hands
from school.checker.odds import BLACKJACK, EVEN, LOSS, PUSH, TOKENS, inside_or_call, odds, side_bet
from school.checker.shown import MONEY, SeenCard, SeenTable, Shown, cents, table_in

Act = tuple[str, int]


def payout(shown: Shown) -> int:
    """Return the cents won or lost."""
    if found := re.match(rf"A bet of {MONEY} pays (\d+) to (\d+)\.", shown.text):
        won = Fraction(cents(found[1]) * int(found[2]), int(found[3]))
        assert won.denominator == 1
        return int(won)
    if shown.text.startswith("A player colours up: "):
        stacks = re.findall(rf"(\d+) (\w+) \({MONEY}\)", shown.text)
        colours = {"white": 100, "red": 500, "green": 2500, "black": 10_000, "purple": 50_000}
        assert all(colours[name] == cents(worth) for _, name, worth in stacks)
        return sum(int(many) * colours[name] for many, name, _ in stacks)
    body = re.fullmatch(r"Seat \d\. (.*)\. What does the seat win or lose on .*\?", shown.text)
    assert body, shown.text
    return sum(_entry(shown.game, entry) for entry in re.split(r"\. (?=[A-Z0-9])", body[1]))


def _entry(game: str, entry: str) -> int:
    """Parse one bet: its spot, its chips and its result."""
    found = re.fullmatch(rf"(.*?)(?: on hand \d)?, (a free bet of )?{MONEY}: (.*)", entry)
    assert found, entry
    won = odds(game, found[1], found[4]) * cents(found[3])
    assert won.denominator == 1
    assert not found[2] or won > 0, "a free bet that does not win is not listed"
    return int(won)


def settle(shown: Shown) -> list[Act]:
    """Return the result of each bet, in the order asked."""
    table, last = table_in(shown.text), shown.text
    asked = shown.text.rpartition("Settle in this order: ")[2].removesuffix(". Take, push or pay how much?")
    return [_settled(shown.game, table, last, spot) for spot in re.split(r"; (?=seat \d )", asked)]


def _settled(game: str, table: SeenTable, text: str, spot: str) -> Act:
    found = re.fullmatch(rf"seat (\d) (.*?)(?: on hand (\d))? (?:\(a free bet of {MONEY}\)|{MONEY})", spot)
    assert found, spot
    seat, title, hand, free = int(found[1]), found[2], int(found[3] or 0), found[4]
    stake = cents(found[4] or found[5])
    rates = outcome(game, table, text, seat, title, hand)
    if free:
        assert rates > 0
        return "pay", int(stake * rates)
    won = stake * rates
    assert won.denominator == 1
    return ("take", stake) if won < 0 else ("push", 0) if won == 0 else ("pay", int(won))


def outcome(game: str, table: SeenTable, text: str, seat: int, title: str, hand: int) -> Fraction:
    """Return the payout of a bet on the described table."""
    if game == "flop22":
        return _flop22(table, seat, title)
    if game == "flip-it":
        return _flip_it(table, title)
    if game == "beat-the-dealer":
        return _beat_the_dealer(table, seat, title)
    by_game = {"roll-your-own": _roll_your_own, "free-bet": _free_bet, "blackjack": _blackjack}
    return by_game[game](table, text, seat, title, hand)


def _flop22(table: SeenTable, seat: int, title: str) -> Fraction:
    card = table.seats[seat]["card"][0]
    if title == "Field":
        return odds("flop22", title, hands.field_line(card))
    flop = table.dealer[f"flop {title[-1]}"][0]
    if title.startswith("Match"):
        return Fraction(10) if card.rank == flop.rank else LOSS
    return odds("flop22", title, hands.flop22_line(card, flop))


def _flip_it(table: SeenTable, title: str) -> Fraction:
    flip = table.dealer["flip"][0]
    if flip.rank == 0:
        return LOSS
    if title == "Bonus":
        return odds("flip-it", title, hands.flip_line([table.dealer[f"card {n}"][0] for n in range(1, 5)], flip))
    return Fraction(inside_or_call(title, flip.rank, flip.suit))


def _beat_the_dealer(table: SeenTable, seat: int, title: str) -> Fraction:
    hole = [card for at in ("hole card 1", "hole card 2") for card in table.seats[seat].get(at, [])]
    flop = [table.dealer[f"flop {n}"][0] for n in (1, 2, 3) if f"flop {n}" in table.dealer]
    if title == "2 Card Bonus":
        return odds("beat-the-dealer", title, hands.two_card_line(hole))
    if "fold" in table.answers.get(seat, ()):
        return LOSS
    if title == "5 Card Bonus":
        return odds("beat-the-dealer", title, hands.five_card_line([*hole, *flop]))
    board = [*flop, *table.dealer["turn"], *table.dealer["river"]]
    own = hands.best([*hole, *board])
    dealers = hands.best([*table.dealer["dealer card 1"], *table.dealer["dealer card 2"], *board])
    if own <= dealers:
        return PUSH if own == dealers else LOSS
    return PUSH if title == "Ante" and own[0] < hands.STRAIGHT else EVEN


def dealers_hand(table: SeenTable) -> list[SeenCard]:
    """Return the dealer's face-up cards; all of them once the hole card is turned."""
    return [card for at in ("up card", "hole card", "dealer") for card in table.dealer.get(at, [])]


def _roll_your_own(table: SeenTable, text: str, seat: int, title: str, hand: int) -> Fraction:
    dealer, hole_is_up = dealers_hand(table), "hole card" not in table.hidden
    if title == "Insurance":
        return Fraction(2) if hole_is_up and hands.is_two_card_21(dealer[:2]) else LOSS
    rows = table.seats[seat]
    packs = [card for at, cards in rows.items() if at in ("two-card hand", "one-card hand") for card in cards]
    if title == "Bonus":
        return odds("roll-your-own", title, hands.three_card_line(packs))
    name = title.lower()
    cards = rows[name if hand < 2 else f"{name} {hand}"]
    split = hand > 0
    if hands.total(cards) > 21:
        return LOSS
    if "run out" in text or "ran out" in text:
        return EVEN
    if hands.is_two_card_21(cards) and not split:
        return BLACKJACK
    values = sorted(card.points for card in packs)
    if not hole_is_up and len(packs) == 3 and values in ([1, 1, 10], [1, 10, 10]):
        return BLACKJACK
    assert hole_is_up, "a hand that is neither bust nor a blackjack waits for the dealer"
    if hands.is_two_card_21(dealer):
        return LOSS
    return _compared(hands.total(cards), hands.total(dealer))


def _compared(own: int, dealers: int) -> Fraction:
    if dealers > 21:
        return EVEN
    return EVEN if own > dealers else PUSH if own == dealers else LOSS


def _free_bet(table: SeenTable, text: str, seat: int, title: str, hand: int) -> Fraction:
    dealer, hole_is_up = dealers_hand(table), "hole card" not in table.hidden
    dealer_has_blackjack = hole_is_up and hands.is_two_card_21(dealer)
    rows = table.seats[seat]
    if title == "Insurance":
        return Fraction(2) if dealer_has_blackjack else LOSS
    if title == "Pot of Gold":
        if not hole_is_up or dealer_has_blackjack:
            return LOSS  # before the hole card is turned, it can only be picked up
        tokens = text.count(f"token to the right of seat {seat}'s bet")
        return Fraction(TOKENS[min(tokens, 5)])
    if title == "Push 22":
        original = hands.total(rows["hand 1"]) if "hand 1" in rows else 99
        return Fraction(11) if hole_is_up and hands.total(dealer) == 22 and original <= 29 else LOSS
    cards = rows[f"hand {hand}"]
    split = any(word in ("split", "free-split") for word in table.answers.get(seat, ()))
    has_blackjack = hands.is_two_card_21(cards) and not split
    if hands.total(cards) > 21:
        return LOSS
    if not hole_is_up:
        assert has_blackjack, "only a blackjack is settled before the hole card is turned"
        return BLACKJACK
    if dealer_has_blackjack:
        return PUSH if has_blackjack else LOSS
    if hands.total(dealer) == 22:
        return PUSH
    return _compared(hands.total(cards), hands.total(dealer))


def _blackjack(table: SeenTable, text: str, seat: int, title: str, hand: int) -> Fraction:
    dealer, hole_is_up = dealers_hand(table), "hole card" not in table.hidden
    dealer_has_blackjack = hole_is_up and hands.is_two_card_21(dealer)
    rows = table.seats[seat]
    if title == "Insurance":
        return Fraction(2) if dealer_has_blackjack else LOSS
    if title in ("Perfect Pairs", "21+3"):
        return side_bet(title, [*rows["hand 1"][:2], dealer[0]])
    cards = rows[f"hand {hand}"]
    said = table.answers.get(seat, ())
    has_blackjack = hands.is_two_card_21(cards) and "split" not in said
    if hands.total(cards) > 21:
        return LOSS
    if not hole_is_up:
        assert has_blackjack, "only a blackjack is settled before the hole card is turned"
        return EVEN if "even-money" in said else BLACKJACK
    if dealer_has_blackjack:
        return PUSH if has_blackjack else LOSS
    return _compared(hands.total(cards), hands.total(dealer))
