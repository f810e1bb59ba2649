"""The table in words: plain-text rendering, and an environment for language models with the exact regret."""

from __future__ import annotations

from io import StringIO
from string import ascii_letters, digits, printable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from pitboss.gym.dealing import ROUND_OVER, YOU, EpisodeDealt
from pitboss.gym.env import TableEnv
from pitboss.play.layout import TableLayout
from pitboss.play.records.ledger import at_stake, net
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.terminal.play.narrate import describe, signed
from pitboss.terminal.play.shown_layout import ShownLayout
from pitboss.terminal.screen import Screen

WIDE = 80


def picture(dealt: EpisodeDealt, you: Seat) -> str:
    """Describe the table, followed by the seat's options or its result."""
    layout: TableLayout = ShownLayout() if dealt.is_over else TableLayout()
    for event in view(dealt.round.events, you):
        layout.see(event)
    file = StringIO()
    screen = Screen(file, WIDE)
    for line in describe(layout, {seat: _result(dealt, seat) for seat in dealt.seats}, you):
        screen.line(*line, indent=4)
    if dealt.is_over:
        screen.line(f"Seat {you}: {signed(dealt.cents(you))}.")
    else:
        screen.line(f"Seat {you} may: {', '.join(dealt.allowed(you)) or 'wait'}.", indent=2)
    return file.getvalue()


def _result(dealt: EpisodeDealt, seat: Seat) -> int:
    """Return the seat's result so far, excluding chips on the table; there are no bankrolls here."""
    events = dealt.round.events
    on_table = sum(amount for (owner, _), amount in at_stake(events).items() if owner == seat)
    return sum(net(events).get(seat, {}).values()) + on_table


LONGEST_TEXT, LONGEST_ANSWER = 8000, 40
SIGNS = "♣♦♥♠★×–−½·…▸●○█▒░─│"


class WordsEnv(gymnasium.Env[str, str]):
    """
    One seat at a game's table, in words. It takes the same keywords as the numeric environment.

    The observation says what the seat sees. An action is the name of an answer; `info["answers"]` lists those that are
    allowed, the default first. Any other text counts as no answer: the default is taken, and `info["heard"]` is false.
    `info["regret"]` is the exact cost of the last answer compared with the best one, in units of the first wager.

    >>> from pitboss.gym.words import WordsEnv
    >>> env = WordsEnv("free-bet", decks=8)
    >>> seen, info = env.reset(seed=12)
    >>> print(seen.splitlines()[-1], info["answers"])
    Seat 1 may: stand, hit, double. ['stand', 'hit', 'double']
    >>> seen, reward, over, _, info = env.step("hit")
    >>> reward, over, round(info["regret"], 4)
    (-1.0, True, 0.0882)
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  (as in Gymnasium)

    def __init__(self, game: str, **keywords: Any) -> None:
        self._table = TableEnv(game, values=True, **keywords)
        self._values = np.zeros(0)
        self.observation_space = spaces.Text(LONGEST_TEXT, charset=frozenset(printable + SIGNS))
        self.action_space = spaces.Text(LONGEST_ANSWER, charset=frozenset(ascii_letters + digits + "-"))

    @property
    def table(self) -> TableEnv:
        """The underlying numeric environment, with its rules and its record."""
        return self._table

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Deal the next round or, given a seed, the seed's first episode."""
        super().reset(seed=seed)
        _, info = self._table.reset(seed=seed, options=options)
        return self._seen(), self._info(info, regret=0.0)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Answer by name; any other text takes the default."""
        answers = self._answers()
        if not answers:
            raise ROUND_OVER
        named = {answer.casefold(): answer for answer in answers}
        answer = named.get(str(action).strip().casefold())
        taken = self._table.actions.index(answer or answers[0])
        regret = float(self._values.max() - self._values[taken])
        _, reward, over, cut, info = self._table.step(taken)
        return self._seen(), reward, over, cut, self._info(info, regret=regret) | {"heard": answer is not None}

    def _answers(self) -> list[str]:
        """Return the allowed answers, the default first; none once the round is over."""
        return list(self._table.dealt.allowed(YOU))

    def _seen(self) -> str:
        return picture(self._table.dealt, YOU)

    def _info(self, info: dict[str, Any], *, regret: float) -> dict[str, Any]:
        self._values = info["values"]
        return {"answers": self._answers(), "cents": info["cents"], "heard": info["heard"], "regret": regret}
