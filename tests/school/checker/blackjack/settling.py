"""The dealer's own hand and the settlement."""

from __future__ import annotations

from typing import Any

from school.checker import hands
from school.checker.blackjack.turn import (
    MAIN,
    NATURAL,
    Seatless,
    Turn,
    place_of_bet,
    title_of,
)


class Settling(Turn):
    """The dealer's own hand and the settlement."""

    @property
    def live(self) -> bool:
        """Return whether a bet still depends on the dealer's total."""
        if self.felt.with_chips(MAIN[self.game], "One-card hand", "Push 22"):
            return any(self._is_live(seat) for seat in self.felt.seats)
        return any(self.free_hands(seat) for seat in self.felt.seats)

    def _is_live(self, seat: int) -> bool:
        return bool(self.felt.has(seat, "Push 22") or self.has_live_hand(seat))

    def has_live_hand(self, seat: int) -> bool:
        """Return whether a hand of the seat is neither bust nor paid."""
        tucked = {f"hand {fact.hand}" for fact in self.felt.facts("tucked", seat)}
        return any(
            at not in tucked and hands.total(cards) <= 21 and self.has_bet(seat, at)
            for at, cards in self.felt.hands(seat).items()
        )

    @property
    def must_draw(self) -> bool:
        total = hands.total(self.dealer)
        low = total < 17 or (total == 17 and hands.is_soft(self.dealer) and self.game != "blackjack")
        return bool(self.hole) and low and self.live

    def draw_for_dealer(self, _: Any) -> bool:
        only_push_22 = self.game == "free-bet" and not any(map(self.has_live_hand, self.felt.seats))
        said = any(fact.kind == "for push 22" for fact in self.felt.past)
        return self.must_draw and (not only_push_22 or said or bool(self.felt.up(0, "dealer")))

    def draw_for_push_22(self, _: Any) -> bool:
        only = self.must_draw and not any(map(self.has_live_hand, self.felt.seats))
        return only and self.was("turned")

    @property
    def is_settling(self) -> bool:
        return bool(self.hole) and not self.must_draw

    def seat_settled(self) -> int:
        """Return the rightmost seat with something to settle."""
        open_seats = [seat for seat in self.felt.seats if self._is_open(seat)]
        return open_seats[-1] if open_seats else 0

    def _is_open(self, seat: int) -> bool:
        own = {title for owner, title in self.felt.chips if owner == seat} - {"Insurance"}
        return bool(own) or bool(self.free_hands(seat))

    def settles(self, move: Any) -> bool:
        """Return whether this verb settles a bet of the seat that is due. Tokens are locked up first."""
        if self.game == "free-bet" and self.lock_up_tokens(Seatless()):
            return False
        if self.game == "roll-your-own":
            return bool(self.settles_two_hands(move))
        verb, _, spot = move.motion.partition("-")
        titles = {"main": MAIN[self.game], "blackjack": MAIN[self.game]}
        title = titles.get(spot, {"21-plus-3": "21+3", "push-22": "Push 22"}.get(spot, spot.replace("-", " ").title()))
        title = "Pot of Gold" if spot == "pot-of-gold" else title
        if title == "Insurance":
            return self.insurance(verb, move)
        if title in ("Perfect Pairs", "21+3"):
            return self.side_bet(verb, title, move)
        if spot in ("blackjack", "toke") and not self.hole:
            return self.blackjack(verb, title, move)
        seat = self.seat_settled()
        if not self.is_settling or not seat or move.seat not in (0, seat) or not self.felt.has(seat, title):
            return False
        if self.game == "blackjack" and self.felt.with_chips("Insurance"):
            return False
        if title == "Pot of Gold" and verb != "take" and self.free_hands(seat):
            return False
        return verb in self.results(seat, title, spot, move.hand)

    def results(self, seat: int, title: str, spot: str, hand: int) -> set[str]:
        """Return the possible results of a bet. With several hands, any matching hand counts."""
        from school.checker import money
        from school.checker.order import as_table, verb_of

        at = [hand] if hand else [int(place[-1]) for place in self.felt.hands(seat)] or [1]
        at = at if title in (MAIN[self.game], "Toke") else [1]
        text = " ".join(fact.text for fact in self.tokens(seat))
        found = set()
        for number in at:
            cards = self.felt.up(seat, f"hand {number}")
            if title in (MAIN[self.game], "Toke") and not cards:
                continue
            if title in (MAIN[self.game], "Toke") and (
                (spot == "blackjack") != (hands.is_two_card_21(cards) and not self.is_split(seat, f"hand {number}"))
                and spot == "blackjack"
            ):
                continue
            table = as_table(self.felt)
            if self.is_split(seat, f"hand {number}"):
                table.answers.setdefault(seat, []).append("split")
            named = title if title != "Toke" else MAIN[self.game]
            found.add(verb_of(money.outcome(self.game, table, text, seat, named, number)))
        return found

    def insurance(self, verb: str, move: Any) -> bool:
        seats = self.felt.with_chips("Insurance")
        if not seats or move.seat not in (0, *self._ends(seats)):
            return False
        if self.hole:
            is_blackjack = hands.is_two_card_21(self.dealer[:2])
            if self.game == "free-bet" and is_blackjack and self.seat_to_lose():
                return False
            return verb == ("pay" if is_blackjack else "take")
        return verb == "take" and (self.was("no blackjack") or (self.was("settled") and self.last.at == "Insurance"))

    def _ends(self, seats: list[int]) -> tuple[int, ...]:
        return (seats[-1],)

    def seat_to_lose(self) -> int:
        """Return a seat whose losing bets are still to be picked up, against the dealer's blackjack."""
        for seat in self.felt.seats:
            own = {title for owner, title in self.felt.chips if owner == seat} - {"Insurance"}
            has_blackjack = hands.is_two_card_21(self.felt.up(seat, "hand 1"))
            if own - ({MAIN[self.game], "Toke"} if has_blackjack else set()):
                return seat
        return 0

    def side_bet(self, verb: str, title: str, move: Any) -> bool:
        from school.checker.odds import side_bet

        seats = self.felt.with_chips("Perfect Pairs", "21+3")
        if not seats or not self.has_hole or self.hole or move.seat not in (0, seats[-1]):
            return False
        if not self.felt.has(seats[-1], title):
            return False
        rate = side_bet(title, [*self.felt.up(seats[-1], "hand 1"), self.up])
        return verb == ("pay" if rate > 0 else "push" if rate == 0 else "take")

    def blackjack(self, verb: str, title: str, move: Any) -> bool:
        """Return whether a blackjack, or its toke, is paid before the hands are played."""
        is_paid = self.was("settled") and NATURAL.search(self.last.text) is not None
        due = self.dealt_blackjacks() or ([self.last.seat] if is_paid else [])
        even = self.even_money()
        if self.game == "free-bet" and self.was("checked", "settled") and not (self.is_checked or is_paid):
            return self.was("settled") and self.last.at == "Insurance" and verb == "pay" and bool(due)
        if self.game == "blackjack" and self.felt.with_chips("Perfect Pairs", "21+3"):
            return False
        if even and verb == "pay":
            return move.seat in (0, *even) and self.was("insurance closed", "racked")
        is_known = self.was("no blackjack", "racked", "tucked") or self.is_before_look or self.was("settled")
        if not due or not is_known or self.felt.with_chips("Insurance") or verb != "pay":
            return False
        if self.up.rank >= 10 and not (self.was("no blackjack", "racked", "tucked", "settled")):
            return False
        if self.up.rank >= 10 and self.is_before_look:
            return False
        is_toke_due = is_paid and self.last.at == MAIN[self.game] and self.felt.has(self.last.seat, "Toke")
        if is_toke_due or title == "Toke":  # a toke is paid with the hand that it rides on, before the next seat
            return is_toke_due and title == "Toke" and move.seat in (0, self.last.seat)
        return move.seat in (0, due[-1])

    def rack_hand(self, move: Any) -> bool:
        """Return whether some hand, at the named seat if any, has no bet left."""
        return any(self.is_bare(seat, at) and move.seat in (0, seat) for seat, at in self.felt.cards if seat)

    def is_bare(self, seat: int, at: str) -> bool:
        if self.next_card() or not self.has_hole:
            return False
        own = {title for owner, title in self.felt.chips if owner == seat} - {"Insurance"}
        if not own and not self.free_hands(seat):
            return True
        if self.game == "roll-your-own":
            return not self.felt.has(seat, title_of(at)) or self.is_settled_hand(seat, at)
        rest = own - {MAIN[self.game], "Toke"} if at != "hand 1" else own
        if self.game == "free-bet" and at == "hand 1" and len(self.felt.hands(seat)) == 1:
            return not rest
        return self.is_settled_hand(seat, at)

    def is_settled_hand(self, seat: int, at: str) -> bool:
        """Return whether the bets of this one hand were settled in the last motions."""
        for fact in self.core:
            of_hand = (*MAIN.values(), "One-card hand", "Toke")
            is_about = fact.kind in ("wager locked", "tokens up") or (fact.kind == "settled" and fact.at in of_hand)
            if is_about and fact.seat == seat and place_of_bet(fact) == at:
                return True
        return False

    def rack_dealer(self, _: Any) -> bool:
        if self.game == "free-bet" and self.lock_up_tokens(Seatless()):
            return False
        is_up = bool(self.hole) or self.game == "roll-your-own"
        return is_up and not self.felt.chips and not any(map(self.free_hands, self.felt.seats))
