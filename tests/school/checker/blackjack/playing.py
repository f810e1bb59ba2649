"""The playing of hands, including hands that wait with their tokens."""

from __future__ import annotations

import re
from typing import Any

from school.checker import hands
from school.checker.blackjack.turn import (
    ACE,
    EARLY,
    MAIN,
    NATURAL,
    Seatless,
    Turn,
    is_hand,
    key_of,
    place_of,
    place_of_bet,
    title_of,
)
from school.checker.felt import Fact


class Playing(Turn):
    """The playing of hands, including hands that wait with their tokens."""

    def acting(self) -> tuple[int, str] | None:
        """Return the hand played last, or none before the first, even if blackjacks were paid."""
        for place, fact in reversed(list(enumerate(self.core))):
            if fact.at in ("Hole card", "Bonus") or fact.kind in ("looked", "no blackjack"):
                return None
            if fact.kind in ("racked", "tucked", "settled") and self.is_paid_before_play(
                self.core[: place + 1], fact.seat
            ):
                return None
            if fact.kind in ("asked", "card", "moved", "racked") and fact.seat and is_hand(place_of(fact)):
                return fact.seat, place_of(fact)
            if fact.kind in ("token", "tucked", "sideways", "wager locked", "tokens up"):
                return fact.seat, f"hand {fact.hand}"
            if fact.kind == "settled" and (fact.hand or fact.at.endswith("hand")) and fact.at != "Toke":
                return fact.seat, place_of_bet(fact)
        return None

    def is_paid_before_play(self, facts: list[Fact], seat: int) -> bool:
        """Return whether this seat's blackjack was just paid, before any hand was played."""
        paid = [fact.text for fact in facts[-3:] if fact.kind == "settled" and fact.seat == seat]
        if self.game == "roll-your-own":
            return any(EARLY.search(text) for text in paid)
        return any(NATURAL.search(text) or "even money" in text for text in paid)

    def is_split(self, seat: int, at: str) -> bool:
        row = re.sub(r" \d$", "", at)
        if self.game == "roll-your-own":
            facts = [
                fact.at for fact in [*self.felt.stays, *self.felt.past] if fact.kind == "moved" and fact.seat == seat
            ]
            return any(place.startswith(row) and place[-1].isdigit() for place in facts) or at[-1].isdigit()
        said = any(f.kind == "moved" and f.seat == seat for f in [*self.felt.stays, *self.felt.past])
        split_before = any(fact.at == "split" for fact in self.tokens(seat))
        return len(self.felt.hands(seat)) > 1 or at != "hand 1" or said or split_before

    def is_done(self, seat: int, at: str) -> bool:
        """Return whether the hand played last takes no more cards."""
        cards = self.felt.up(seat, at)
        if not cards or self.act.kind in ("racked", "tucked", "sideways") or hands.total(cards) >= 21:
            return True
        if self.act.kind == "said":
            return self.act.at == "stands"
        if self.act.kind == "card" and (self.act.seat, self.act.at) == (seat, at):
            before = self.core[-2] if len(self.core) > 1 else Fact("")
            doubled = before.kind == "token" and before.at == "double"
            doubled |= before.kind == "bets" and before.at in (MAIN[self.game], "One-card hand")
            return doubled or self.is_split_ace(seat, at)
        return self.act.kind in ("settled", "wager locked", "tokens up")

    def is_split_ace(self, seat: int, at: str) -> bool:
        """Return whether a split ace has its one card. Only Free Bet splits another ace, up to four hands."""
        cards = self.felt.up(seat, at)
        if len(cards) != 2 or cards[0].rank != ACE or not self.is_split(seat, at):
            return False
        return not (self.game == "free-bet" and cards[1].rank == ACE and len(self.felt.hands(seat)) < 4)

    def next_hand(self) -> tuple[str, int, str]:
        """Return what the next hand needs: a card, a question, or nothing."""
        order = sorted(
            ((seat, at) for seat in self.felt.seats for at in self.felt.hands(seat)), key=lambda h: key_of(*h)
        )
        acting = self.acting()
        if acting and acting in order and not self.is_done(*acting):
            return self.need(*acting), *acting
        for seat, at in order:
            if acting and key_of(seat, at) <= key_of(*acting):
                continue
            if need := self.need(seat, at):
                return need, seat, at
        return "", 0, ""

    def need(self, seat: int, at: str) -> str:
        cards = self.felt.up(seat, at)
        if not self.has_bet(seat, at):
            return ""
        if len(cards) == 1:
            return "card"
        return "ask" if hands.total(cards) < 21 and not self.is_split_ace(seat, at) else ""

    def has_bet(self, seat: int, at: str) -> bool:
        if self.game != "roll-your-own":
            return self.felt.has(seat, MAIN[self.game]) or bool(self.tokens(seat))
        return self.felt.has(seat, title_of(at))

    @property
    def is_in_play(self) -> bool:
        """Return whether the dealer has no blackjack and hands are being played."""
        if self.hole or not self.has_hole or self.next_card():
            return False
        if self.acting() and self.act.kind not in ("moved",) and self.is_playing_fact:
            return True
        needs_look = self.up.rank >= 10
        if self.was("no blackjack"):
            return True
        if self.was("ace back"):
            return False
        after = self.was("settled") and self.last.at == "Insurance"
        return after or (not needs_look and self.is_before_look) or self.is_playing_fact

    @property
    def is_playing_fact(self) -> bool:
        """Return whether the last motion belongs to playing a hand, or to paying a blackjack before that."""
        if self.act.kind in ("asked", "said", "token", "moved", "tucked", "sideways", "wager locked", "tokens up"):
            return "insurance" not in self.act.at and "declines" not in self.act.at and "alone" not in self.act.at
        if self.act.kind == "racked":
            is_early = self.is_paid_early and self.up.rank >= 10
            return bool(self.act.seat) and not is_early and not any("even money" in f.text for f in self.core[-2:])
        if self.act.kind == "card":
            return bool(self.act.seat) and not self.next_card() and self.has_hole
        if self.act.kind == "bets":
            return self.act.at in (MAIN[self.game], "One-card hand") and self.has_hole
        return self.act.kind == "settled" and self.act.at in (*MAIN.values(), "One-card hand", "Toke")

    @property
    def is_mid_motion(self) -> bool:
        """Return whether an answer is still to be carried out by the dealer."""
        if self.act.kind == "said":
            return self.act.at != "stands"
        return self.act.kind in ("bets", "token", "moved", "shifted", "asked", "pointed") or bool(self.bust())

    @property
    def is_played(self) -> bool:
        """Return whether every hand is played."""
        if self.game == "roll-your-own" and any(self.own_blackjacks(seat) for seat in self.felt.seats):
            return False
        if self.game != "roll-your-own" and self.dealt_blackjacks():
            return False
        return self.is_in_play and not self.next_hand()[0]

    def bust(self) -> tuple[int, str] | None:
        """Return the hand that went bust and is still on the layout unchanged."""
        acting = self.acting()
        if not acting or self.hole or self.act.kind == "racked" or hands.total(self.felt.up(*acting)) <= 21:
            return None
        seat, at = acting
        away = [fact for kind in ("tucked", "sideways") for fact in self.felt.facts(kind, seat)]
        return None if any(f"hand {fact.hand}" == at for fact in away) else acting

    def ask_hand(self, move: Any) -> bool:
        if not self.is_in_play or self.is_mid_motion or self.is_paying_blackjacks:
            return False
        need, seat, at = self.next_hand()
        return need == "ask" and (not move.seat or move.seat == seat) and (not move.hand or str(move.hand) == at[-1])

    @property
    def is_paying_blackjacks(self) -> bool:
        """Return whether insurance, a blackjack or its toke is still to be settled."""
        if self.felt.with_chips("Insurance") or self.dealt_blackjacks():
            return True
        last = self.last
        is_paid = last.kind == "settled" and NATURAL.search(last.text) is not None and last.at == MAIN[self.game]
        return is_paid and self.felt.has(last.seat, "Toke")

    def deal_split_card(self, move: Any) -> bool:
        if not self.is_in_play or (self.is_mid_motion and self.act.kind != "moved"):
            return False
        need, seat, _ = self.next_hand()
        if self.act.kind == "moved":
            return not move.seat or move.seat == self.act.seat
        return need == "card" and (not move.seat or move.seat == seat)

    def roll_your_own_deal_second_card(self, move: Any) -> bool:
        if self.hole:
            return self.waits_for_blackjack(move)
        return self.deal_split_card(move) and not self.is_paying_blackjacks

    def waits_for_blackjack(self, move: Any) -> bool:
        """Return whether the dealer has a blackjack and a one-card hand may still become one."""
        if not hands.is_two_card_21(self.dealer):
            return False
        waiting = [
            seat
            for seat in self.felt.seats
            if self.felt.has(seat, "One-card hand")
            and len(cards := self.felt.up(seat, "one-card hand")) == 1
            and cards[0].points in (1, 10)
        ]
        return bool(waiting) and (not move.seat or move.seat == waiting[0]) and not self.felt.with_chips("Insurance")

    def hit(self, move: Any) -> bool:
        if self.owes_pot:
            return False
        return self.act.kind == "said" and self.act.at == "hits" and (not move.seat or move.seat == self.act.seat)

    def deal_double_card(self, move: Any) -> bool:
        if move.seat and move.seat != self.act.seat:
            return False
        if self.act.kind == "token":
            return self.act.at == "double"
        return self.act.kind == "bets" and "doubles" in self.answer()

    def answer(self) -> str:
        """Return the last answer. If it is not among the last motions, a hand that moved over implies a split."""
        said = next((fact.at for fact in reversed(self.core) if fact.kind == "said"), "")
        if said or not any(fact.kind == "shifted" for fact in self.core):
            return said
        return "splits for free" if self.act.kind == "token" else "splits"

    def place_token(self, move: Any) -> bool:
        free = "for free" in self.answer() and self.act.kind in ("said", "shifted")
        return free and (not move.seat or move.seat == self.act.seat) and not self.must_make_room()

    def make_room(self, _: Any) -> bool:
        is_splitting = "splits" in self.answer() and self.act.kind in ("said", "bets", "shifted")
        return is_splitting and self.must_make_room()

    def must_make_room(self) -> bool:
        """Return whether hands are in the way of the new one."""
        asked = [fact for fact in self.core if fact.kind == "asked"]
        if "splits" not in self.answer() or not asked:
            return False
        at = place_of(asked[-1])
        row, number = re.sub(r" \d$", "", at), int(at[-1]) if at[-1].isdigit() else 1
        return f"{row} {number + 1}" in self.felt.hands(asked[-1].seat)

    def split_cards(self, move: Any) -> bool:
        if (move.seat and move.seat != self.act.seat) or "splits" not in self.answer():
            return False
        if "for free" in self.answer():
            return self.act.kind == "token" and self.act.at == "split"
        return self.act.kind in ("bets", "shifted") and not self.must_make_room()

    def tokens(self, seat: int) -> list[Fact]:
        """Return the tokens at a seat, including those in front of its Pot of Gold."""
        return self.felt.facts("token", seat)

    def free_hands(self, seat: int, kind: str = "") -> list[int]:
        """Return the hands of a seat with an unsettled free bet."""
        gone = {fact.hand for fact in self.felt.facts("tokens up", seat)}
        own = [fact.hand for fact in self.tokens(seat) if not kind or fact.at == kind]
        if own and (len(own) > len(set(own)) or self.felt.facts("shifted", seat)):  # hands have moved over since
            own = [int(at[-1]) for at in self.felt.hands(seat) if at != "hand 1" or 1 in own]
        return [hand for hand in own if hand not in gone and (seat, f"hand {hand}") in self.felt.cards]

    def lay_sideways(self, move: Any) -> bool:
        bust = self.bust()
        if not bust or (move.seat and move.seat != bust[0]):
            return False
        return self.is_original(*bust) and bool(self.free_hands(bust[0], "split"))

    def is_original(self, seat: int, at: str) -> bool:
        """Return whether this is the hand with the first card and the player's own wager."""
        return at == "hand 1"

    def take_main(self, move: Any) -> bool:
        bust = self.bust()
        if not bust:
            return self.settles(move) or self.waits_no_more(move.seat, MAIN[self.game])
        is_there = self.felt.has(bust[0], MAIN[self.game]) and not self.is_taken(MAIN[self.game], *bust)
        is_free = self.game == "free-bet" and int(bust[1][-1]) in self.free_hands(bust[0], "split")
        is_free &= not any(f.kind == "bets" and (f.seat, f"hand {f.hand}") == bust for f in self.core)  # a paid double
        return is_there and not is_free and not self.lay_sideways(move) and move.seat in (0, bust[0])

    def waits_no_more(self, seat: int, title: str) -> bool:
        """
        Return whether a hand laid sideways can be settled: no free hand in play, no pending side bet (procedure 9).
        """
        laid = [fact for fact in self.felt.facts("sideways") if not seat or fact.seat == seat]
        return any(
            self.felt.has(fact.seat, title)
            and not self.free_hands(fact.seat)
            and not self.felt.has(fact.seat, "Push 22")
            and not self.felt.has(fact.seat, "Pot of Gold")
            for fact in laid
        )

    def is_taken(self, title: str, seat: int, at: str) -> bool:
        """Return whether the bet of this hand was settled in the last motions."""
        own = [fact for fact in self.core if fact.kind == "settled" and fact.seat == seat and fact.at == title]
        return any(not fact.is_free and (not fact.hand or f"hand {fact.hand}" == at) for fact in own)

    def take_toke(self, move: Any) -> bool:
        bust = self.bust()
        if not bust:
            return self.settles(move) or self.waits_no_more(move.seat, "Toke")
        return self.felt.has(bust[0], "Toke") and not self.lay_sideways(move) and move.seat in (0, bust[0])

    def end_free_bet(self, move: Any) -> bool:
        return self._free_bet(move, wins=False)

    def size_in_free_bet(self, move: Any) -> bool:
        return self._free_bet(move, wins=True)

    def _free_bet(self, move: Any, *, wins: bool) -> bool:
        seat = self.seat_settled()
        if self.lock_up_tokens(Seatless()):
            return False
        if bust := self.bust():
            free = int(bust[1][-1]) in self.free_hands(bust[0])
            return free and not wins and move.seat in (0, bust[0]) and not self.lay_sideways(move)
        if not seat or move.seat not in (0, seat) or not self.is_settling:
            return False
        return any(self.wins(seat, hand) == wins for hand in self.free_hands(seat))

    def wins(self, seat: int, hand: int) -> bool:
        own, dealer = hands.total(self.felt.up(seat, f"hand {hand}")), hands.total(self.dealer)
        if own > 21 or dealer == 22 or hands.is_two_card_21(self.dealer):
            return False
        return dealer > 21 or own > dealer

    def pick_up_tokens(self, move: Any) -> bool:
        if self.lock_up_tokens(Seatless()):
            return False
        if bust := self.bust():
            return int(bust[1][-1]) in self.free_hands(bust[0]) and move.seat in (0, bust[0])
        seat = self.seat_settled()
        return self.is_settling and bool(seat) and move.seat in (0, seat) and bool(self.free_hands(seat))

    def lock_up_tokens(self, move: Any) -> bool:
        paid = [fact for fact in self.felt.past if fact.kind == "settled" and fact.at == "Pot of Gold"]
        is_paid = bool(paid) and re.search(r"\d\+ tokens", paid[-1].text) is not None
        locked = [fact for fact in self.felt.past if fact.kind == "tokens locked"]
        done = bool(paid) and any(fact.seat == paid[-1].seat for fact in locked)
        return is_paid and not done and move.seat in (0, paid[-1].seat)

    def lock_up_wager(self, move: Any) -> bool:
        """Return whether a wager was taken from a busted hand and is not in the tray yet."""
        settled = [fact for fact in self.core if fact.kind == "settled" and not fact.is_free]
        taken = [fact for fact in settled if ": bust with" in fact.text]
        locked = {(fact.seat, fact.hand) for fact in self.core if fact.kind == "wager locked"}
        is_open = bool(taken) and (taken[-1].seat, taken[-1].hand) not in locked
        return is_open and move.seat in (0, taken[-1].seat)

    def tuck(self, move: Any) -> bool:
        seat = self.last.seat or self.act.seat
        if not self.felt.has(seat, "Push 22") or move.seat not in (0, seat) or self.hole:
            return False
        if self.felt.has(seat, MAIN[self.game]) and not self.felt.hands(seat).get("hand 2"):
            return False
        if self.felt.facts("tucked", seat) or self.lay_sideways(move) or self.felt.has(seat, "Toke"):
            return False
        return self.act.kind in ("settled", "wager locked", "tokens up")
