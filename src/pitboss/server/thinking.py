"""What options are worth and what the house keeps: worked out in a process of its own, so that no deal waits for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.steps import Event, Offer, Seat


class Thinking:
    """One patient process beside the server; it starts when it is first asked."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_be_patient)

    def hints(self, game: Game, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> object:
        """What each option of an offer is worth to a seat, from what it has seen; waits for the answer."""
        return self._pool.submit(_hints, game.name, rules.changed(), tuple(seen), offer, seat).result()

    def edge(self, game: Game) -> tuple[float, str] | None:
        """What the house keeps of the first bet under best play, and how to say it; waits for the answer."""
        return self._pool.submit(_edge, game.name).result()

    def close(self) -> None:
        """Stop thinking."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _be_patient() -> None:
    """Dealing goes first."""
    if hasattr(os, "nice"):
        os.nice(15)


def _hints(game: str, rules: dict[str, object], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> object:
    from pitboss.games.odds import odds_of  # noqa: PLC0415  it loads Numba, which the server itself never does

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    advice = odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat)
    return {**advice.as_data(), "unit": advice.unit}


def _edge(game: str) -> tuple[float, str] | None:
    from pitboss.games.odds import analysis_of  # noqa: PLC0415  as above

    try:
        analysis = analysis_of(GAMES[game], GAMES[game].rules())
    except ImportError:
        return None
    edge = float(analysis.played.house_edge if analysis.played else analysis.bets[0].house_edge)
    of = "the first bet, best play" if analysis.played else f"{analysis.bets[0].title or analysis.bets[0].name}"
    return edge, f"House edge {edge:.2%} of {of}"
