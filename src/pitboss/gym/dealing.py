"""Episodes for environments, dealt by the script or the kernel: seats are asked one at a time; actions are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compute.episodes import shuffle
from pitboss.compute.streams import U
from pitboss.games.environments.episode_rows import Actions, Episodes, Stepper
from pitboss.games.odds import odds_of
from pitboss.gym.setting import EnvSetting
from pitboss.money import Cents
from pitboss.play.records.ledger import purses
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.play.view import view
from pitboss.solving.answers.hint import price_options
from pitboss.statistics.simulated_figures import error_of
from pitboss.table.seal.shoe import Shuffle

Mask = NDArray[np.int8]
Worths = NDArray[np.float64]


def pack_of(setting: EnvSetting, key: int, episode: int) -> tuple[Card, ...]:
    """Return the pack of an episode in dealing order."""
    box = setting.game.whole_pack(setting.rules)
    codes = np.array([card.code for card in box], np.uint8)
    shuffle(U(key), U(episode), codes)
    cards = {card.code: card for card in box}
    return tuple(cards[int(code)] for code in codes)


NOT_DEALT = Refused("not-dealt", "no round has been dealt yet: call reset() first")
ROUND_OVER = Refused("round-over", "the round is over: call reset() for the next one")


class EpisodeDealt:
    """One episode: a round from a fresh shuffle, with equal bets for all seats."""

    def __init__(self, setting: EnvSetting, seats: Iterable[int], key: int, episode: int) -> None:
        self.setting = setting
        self.seats = tuple(map(Seat, seats))
        shuffled = Shuffle(pack_of(setting, key, episode), setting.game.burns)
        self.round: Round = shuffled.next_round(setting.game, setting.rules)
        self._bets: dict[Seat, Mapping[str, Cents]] = {}
        self._waits = False
        if not setting.view.bets:
            self.round.place(dict.fromkeys(self.seats, setting.wagers))
            self._pass_unknown()
            self._waits = self.round.is_over

    @property
    def is_over(self) -> bool:
        """Whether the round is over, including the one step required by a round without decisions."""
        return self.round.is_over and not self._waits

    @property
    def asked(self) -> Seat | None:
        """The seat that acts next, or None if the round is over."""
        if self._waits:
            return self.seats[0]
        if self.round.wagers is None:
            return next(seat for seat in self.seats if seat not in self._bets)
        offer = self.round.pending
        return next((seat for seat in offer.options if seat not in self.round.answered), None) if offer else None

    def _offer(self, seat: Seat) -> Offer | None:
        """Return the pending offer if it is this seat's turn."""
        return self.round.pending if seat == self.asked and not self._waits else None

    def allowed(self, seat: Seat) -> tuple[str, ...]:
        """Return the actions this seat may take now, the default first."""
        if seat != self.asked:
            return ()
        offer = self._offer(seat)
        if offer is not None:
            return self._known(offer, seat)
        if self._waits:
            return (self.setting.view.actions[0],)
        return self.setting.view.allowed_bets(self.round.board)

    def _known(self, offer: Offer, seat: Seat) -> tuple[str, ...]:
        """Return the options that are actions. A view derived from random rounds may lack a very rare option."""
        return tuple(option.name for option in offer.options[seat] if option.name in self.setting.view.actions)

    def _pass_unknown(self) -> None:
        """Take the default answer to offers without a known option."""
        while (offer := self.round.pending) and (seat := self.asked) and not self._known(offer, seat):
            self.round.say(seat, offer.options[seat][0].name)

    def mask(self, seat: Seat) -> Mask:
        """Return the action mask of this seat."""
        allowed = self.allowed(seat)
        return np.array([name in allowed for name in self.setting.view.actions], np.int8)

    def observe(self, seat: Seat) -> NDArray[np.int16]:
        """Return this seat's observation, with the fields of the view."""
        return self.setting.view.observe(view(self.round.events, seat), self._offer(seat), seat)

    def act(self, action: object) -> bool:
        """Act for the seat that is asked. Return whether the action was allowed; if not, the default is used."""
        seat = self.asked
        if seat is None:
            raise ROUND_OVER
        name = self.setting.view.actions[self.setting.action_number(action)]
        allowed = self.allowed(seat)
        heard = name in allowed
        self._do(seat, name if heard else allowed[0])
        return heard

    def _do(self, seat: Seat, name: str) -> None:
        if self._waits:
            self._waits = False
        elif self.round.wagers is None:
            self._bets[seat] = {name: self.setting.unit}
            if len(self._bets) == len(self.seats):
                self.round.place(self._bets)
        else:
            self.round.say(seat, name)
        self._pass_unknown()

    def cents(self, seat: Seat) -> int:
        """Return this seat's net result once the round is over; tokes go to the dealers (FB-9)."""
        if not self.is_over:
            return 0
        tokes = self.setting.game.tokes(self.setting.rules)
        return purses(self.round.events, tokes)[0].get(seat, 0)

    def values(self, seat: Seat) -> Worths:
        """Return the exact value of each action for this seat, in units, from the game's advice; −∞ if not allowed."""
        names = self.setting.view.actions
        worths = np.full(len(names), -np.inf)
        if seat != self.asked or self._waits:
            worths[0] = 0.0 if seat == self.asked else -np.inf
            return worths
        for name, cents in self._worths(seat).items():
            worths[names.index(name)] = cents / self.setting.unit
        return worths

    def _worths(self, seat: Seat) -> Mapping[str, float]:
        """Return the value of each action, in cents."""
        game, rules, seen = self.setting.game, self.setting.rules, view(self.round.events, seat)
        offer = self._offer(seat)
        advice = odds_of(game).advise_seat(rules, seen, offer, seat)
        if any(error_of(worth) for worth in advice.options.values()):
            raise Refused(
                "not-exact", f"values=True needs exact values, and those of {game.title} can only be simulated"
            )
        if offer is None:
            return {name: float(worth) * self.setting.unit for name, worth in advice.options.items()}
        priced = price_options(advice, seen, offer, seat)
        return {name: cents + priced.side_bets for name, cents in priced.cents.items()} if priced else {}

    def replayed(self, actions: Sequence[int]) -> EpisodeDealt:
        """Apply these actions to the episode and return it."""
        for action in actions:
            self.act(action)
        return self


YOU = Seat(1)


class ScriptSteps:
    """Steps for many environments by the script, one row at a time."""

    width = 1

    def __init__(self, setting: EnvSetting) -> None:
        self.setting = setting
        self.dealt: dict[int, EpisodeDealt] = {}
        """The episode of each row."""

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Act in every row. If a row's round is over, deal its next one."""
        for row in range(len(batch.over)):
            if batch.over[row]:
                self.dealt[row] = EpisodeDealt(self.setting, (YOU,), int(batch.keys[row]), int(batch.episodes[row]))
                batch.episodes[row] += 1
                batch.heard[row] = True
            else:
                batch.heard[row] = self.dealt[row].act(int(actions[row]))
            dealt = self.dealt[row]
            batch.observation[row], batch.mask[row] = dealt.observe(YOU), dealt.mask(YOU)
            batch.over[row], batch.cents[row] = dealt.is_over, dealt.cents(YOU)


def kernel_steps(setting: EnvSetting) -> Stepper | None:
    """Return the game's compiled steps, if any. They play the same rounds as the script, to the cent."""
    compiled = setting.game.provides.gym_kernel
    return compiled(setting) if compiled and setting.game.provides.gym_view is not None else None
