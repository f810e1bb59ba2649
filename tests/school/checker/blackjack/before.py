"""The phase before hands are played: token checks, insurance, the peek, blackjacks."""

from __future__ import annotations

from typing import Any

from school.checker import hands
from school.checker.blackjack.turn import (
    ACE,
    CHIP,
    EARLY,
    MAIN,
    Seatless,
    Turn,
    may_earn,
    title_of,
)


class Before(Turn):
    """The phase before hands are played: token checks, insurance, the peek, blackjacks."""

    @property
    def is_insurable(self) -> bool:
        """Return whether half of some wager is at least one chip."""
        chips = self.felt.chips.items()
        if self.game == "roll-your-own":  # one of the two bets is half of both together
            return any(money >= CHIP for (_, title), money in chips if title.endswith("hand"))
        return any(money >= 2 * CHIP for (_, title), money in chips if title == MAIN[self.game])

    @property
    def is_before_look(self) -> bool:
        """Return whether the cards are out and every step before the peek is done."""
        if not self.has_hole or self.hole:
            return False
        if self.game == "free-bet":
            return self.is_checked
        if self.game == "blackjack":
            sides = self.felt.with_chips("Perfect Pairs", "21+3")
            is_out = self.was("card") and self.last.at == "Hole card"
            return not sides and (is_out or (self.was("settled") and self.last.at in ("Perfect Pairs", "21+3")))
        is_bonus = self.was("settled") and self.last.at == "Bonus"
        return not self.felt.with_chips("Bonus") and (is_bonus or self.is_paid_early) and not self.dealt_blackjacks()

    @property
    def is_paid_early(self) -> bool:
        """Return whether a blackjack of Roll Your Own was just paid as soon as the hands were set."""
        return self.was("racked") and any(EARLY.search(fact.text) for fact in self.felt.past[-2:])

    @property
    def is_checked(self) -> bool:
        """Return whether every hand of Free Bet was checked for a token."""
        seat = self.last.seat
        if not (self.was("checked") or (self.was("settled") and "no hand for a token" in self.last.text)):
            return False
        return not self.must_pick_up(seat) and seat == self.felt.seats[0]

    @property
    def owes_pot(self) -> bool:
        """Return whether a Pot of Gold must be picked up now, before anything else."""
        is_free_bet = self.game == "free-bet" and self.was("said")
        return is_free_bet and self.pick_up_pot_of_gold(Seatless())

    def must_pick_up(self, seat: int) -> bool:
        return self.felt.has(seat, "Pot of Gold") and not may_earn(self.felt.up(seat, "hand 1"))

    def check_hand(self, _: Any) -> bool:
        if self.was("card") and self.last.at == "Hole card":
            return True
        seat = self.last.seat
        was = self.was("checked") or (self.was("settled") and "no hand for a token" in self.last.text)
        return was and not self.must_pick_up(seat) and seat > self.felt.seats[0]

    def pick_up_pot_of_gold(self, move: Any) -> bool:
        seat = self.last.seat
        if move.seat and move.seat != seat:
            return False
        if self.was("checked"):
            return self.must_pick_up(seat)
        return self.felt.has(seat, "Pot of Gold") and not self.tokens(seat) and self.has_no_token_left(seat)

    def has_no_token_left(self, seat: int) -> bool:
        """Return whether the seat has just played so that it can no longer get a token."""
        if self.was("said"):
            is_plain = self.last.at in ("hits", "stands", "doubles")
            return is_plain and not self.others_may_earn(seat)
        return self.was("card") and len(self.felt.hands(seat)) > 1

    def others_may_earn(self, seat: int) -> bool:
        rest = [cards for at, cards in self.felt.hands(seat).items() if (seat, at) != self.acting()]
        return any(len(cards) == 1 or may_earn(cards) for cards in rest) and len(rest) > 0

    def offer_insurance(self, _: Any) -> bool:
        if self.game == "free-bet":
            return self.was("sideways ace")
        return self.up.rank == ACE and self.is_before_look and self.is_insurable

    def turn_ace_sideways(self, _: Any) -> bool:
        return self.up.rank == ACE and self.is_before_look and self.is_insurable

    def ask_insurance(self, _: Any) -> bool:
        return self.was("offered")

    def close_insurance(self, _: Any) -> bool:
        declined = self.was("said") and (
            "declines" in self.last.at or "insur" in self.last.at or "money" in self.last.at
        )
        return declined or (self.was("bets") and self.last.at == "Insurance")

    def look(self, _: Any) -> bool:
        if self.was("insurance closed"):
            return not self.even_money()
        after_even_money = self.was("racked") and any("even money" in fact.text for fact in self.felt.past[-2:])
        if after_even_money:
            return not self.even_money()
        is_due = self.up.rank >= 10 and (self.up.rank != ACE or not self.is_insurable)
        return is_due and self.is_before_look

    def even_money(self) -> list[int]:
        """Return the seats that take even money and are not paid yet."""
        said = [fact.seat for fact in self.felt.past if fact.kind == "said" and "even money" in fact.at]
        return [seat for seat in said if self.felt.has(seat, MAIN[self.game])]

    @property
    def knows_blackjack(self) -> bool | None:
        """Return whether the dealer is known to have a blackjack, given what was seen of the hole card."""
        if self.hole:
            return hands.is_two_card_21([self.up, self.hole[0]])
        return hands.is_two_card_21([self.up, self.seen[-1]]) if self.seen else None

    @property
    def has_looked(self) -> bool:
        """Return whether the peek was the last motion, ignoring the ace being turned back."""
        kinds = [fact.kind for fact in self.felt.past if fact.kind not in ("seen", "ace back")]
        return bool(kinds) and kinds[-1] == "looked"

    def no_blackjack(self, _: Any) -> bool:
        return self.has_looked and self.knows_blackjack is not True

    def turn_ace_back(self, _: Any) -> bool:
        is_ace = self.up.rank == ACE and self.is_insurable
        return self.has_looked and is_ace and not any(fact.kind == "ace back" for fact in self.felt.past[-2:])

    def turn_hole_card(self, _: Any) -> bool:
        if self.hole or not self.has_hole:
            return False
        if self.has_looked:
            return self.knows_blackjack is not False
        return self.is_played and not self.is_mid_motion and not self.is_paying_blackjacks and not self.owes_pot

    def dealt_blackjacks(self) -> list[int]:
        """Return the seats with a blackjack due for payment: the dealer has none, or it always wins."""
        found = []
        for seat in self.felt.seats:
            if self.game == "roll-your-own":
                found += [seat] if self.own_blackjacks(seat) else []
            elif self.felt.has(seat, MAIN[self.game]) and not self.is_split(seat, "hand 1"):
                found += [seat] if hands.is_two_card_21(self.felt.up(seat, "hand 1")) else []
        return found

    def own_blackjacks(self, seat: int) -> list[str]:
        """Return the bets of Roll Your Own that win as blackjacks now."""
        rows = self.felt.hands(seat)
        three = sorted(card.points for at in ("two-card hand", "one-card hand") for card in rows.get(at, []))
        both = three in ([1, 1, 10], [1, 10, 10])
        found = [at for at in ("two-card hand", "one-card hand") if hands.is_two_card_21(rows.get(at, []))]
        found = [at for at in found if not self.is_split(seat, at)]
        if any("double blackjack" in fact.text and fact.seat == seat for fact in self.felt.past):
            return [at for at in rows if self.felt.has(seat, title_of(at))]
        every = ["two-card hand", "one-card hand"] if both and len(rows) == 2 else found
        return [at for at in every if self.felt.has(seat, title_of(at))]
