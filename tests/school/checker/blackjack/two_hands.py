"""Roll Your Own: packs of three, two hands, a bonus from the left."""

from __future__ import annotations

from typing import Any

from school.checker import hands
from school.checker.blackjack.turn import (
    Turn,
    title_of,
)


class TwoHands(Turn):
    """Roll Your Own: packs of three, two hands, a bonus from the left."""

    def deal_pack(self, _: Any) -> bool:
        few = any(len(self.felt.hands(seat)) < 3 for seat in self.felt.seats)
        return self.was("closed") or (self.was("card", "pack") and few and not self.has_hole)

    def take_pack(self, _: Any) -> bool:
        return self.was("card") and self.last.at == "card 3" and not self.deal_pack(_)

    def burn_top(self, _: Any) -> bool:
        return self.was("own pack")

    def flip_second(self, _: Any) -> bool:
        return self.was("burned") or (self.was("card") and self.last.at in ("Up card", "Hole card"))

    def take_the_rest(self, _: Any) -> bool:
        return self.was("turned") and self.last.at == "up card"

    def ask_setting(self, _: Any) -> bool:
        return self.was("looks at own")

    def rack_the_rest(self, _: Any) -> bool:
        return not self.felt.chips and bool(self.hole or not self.has_hole) and not self.was("")

    def run_out(self, _: Any) -> bool:
        return False

    def settles_two_hands(self, move: Any) -> bool:
        verb, _, spot = move.motion.partition("-")
        if spot == "insurance":
            return bool(self.insurance(verb, move))
        if spot == "bonus":
            return self.bonus(verb, move)
        if spot in ("blackjack", "double-blackjack"):
            return verb == "pay" and self.pays_blackjack(move)
        if spot == "bust":
            bust = self.bust()
            return bool(bust) and move.seat in (0, bust[0]) and self.felt.has(bust[0], title_of(bust[1]))
        seats = self.felt.with_chips("Two-card hand", "One-card hand")
        if not self.is_settling or not seats or move.seat not in (0, seats[-1]):
            return False
        if self.felt.with_chips("Insurance") or self.waits_for_blackjack(move._replace(seat=0)):
            return False
        return verb in self.two_hand_results(seats[-1], move.bet, move.hand)

    def two_hand_results(self, seat: int, bet: str, hand: int) -> set[str]:
        """Return the possible results of the seat's hands, or of the named hand, if any."""
        name = {"two-card": "Two-card hand", "one-card": "One-card hand"}.get(bet, "")
        found = set()
        for at, cards in self.felt.hands(seat).items():
            if not self.felt.has(seat, title_of(at)) or self.is_settled_hand(seat, at):
                continue
            if name and (title_of(at) != name or (hand and (int(at[-1]) if at[-1].isdigit() else 1) != hand)):
                continue
            own, dealer = hands.total(cards), hands.total(self.dealer)
            if hands.is_two_card_21(self.dealer):
                found.add("take")
            elif own <= 21:
                found.add("pay" if dealer > 21 or own > dealer else "push" if own == dealer else "take")
        return found

    def bonus(self, verb: str, move: Any) -> bool:
        seats = self.felt.with_chips("Bonus")
        places = {at for _, at in self.felt.cards}
        if not seats or move.seat not in (0, seats[0]) or "card 1" in places or not (places & {"two-card hand"}):
            return False
        rows = self.felt.hands(seats[0])
        line = hands.three_card_line([card for cards in rows.values() for card in cards])
        return verb == ("take" if line == "less than a flush" else "pay")

    def pays_blackjack(self, move: Any) -> bool:
        if self.felt.with_chips("Bonus") or any(at == "card 1" for _, at in self.felt.cards):
            return False
        seats = [seat for seat in self.felt.seats if self.own_blackjacks(seat)]
        if self.hole and seats and seats[-1] != self.felt.with_chips("Two-card hand", "One-card hand")[-1]:
            return False
        if not seats or (move.seat and move.seat not in seats):
            return False
        if "double" in move.motion:
            return any(self.is_double(seat) for seat in seats if move.seat in (0, seat))
        return any(not self.is_double(seat) for seat in seats if move.seat in (0, seat))

    def is_double(self, seat: int) -> bool:
        """Return whether the first three cards are a double blackjack, even if one of the two hands is already gone."""
        rows = self.felt.hands(seat)
        three = sorted(card.points for at in ("two-card hand", "one-card hand") for card in rows.get(at, []))
        paid = any("double blackjack" in fact.text and fact.seat == seat for fact in self.felt.past)
        return three in ([1, 1, 10], [1, 10, 10]) or paid
