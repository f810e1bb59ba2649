"""
All optional parts that a game may provide besides its script, available through `game.provides`.

A part is a file in the game's folder. It is loaded on first access, so dealing never loads Numba or NumPy. A missing
part is None; the caller then falls back on the script or leaves the figure out.

>>> from pitboss.games import GAMES
>>> GAMES["flop22"].provides.has(GameInterface.round_distribution)
False
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, overload, runtime_checkable

from pitboss.games import folder
from pitboss.play.refused import Refused

if TYPE_CHECKING:  # for type checking only: the modules are loaded with the parts themselves
    from typing import Self

    from pitboss.games.environments.episode_rows import EpisodeSetting, Stepper
    from pitboss.games.environments.view import EnvView
    from pitboss.play.game import Game
    from pitboss.play.steps import Event, Offer, Seat
    from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds
    from pitboss.solving.answers.card_counts import CountResult
    from pitboss.solving.answers.outlook import Outlook, Placed
    from pitboss.solving.answers.paytable_bets import Jointly, Paid
    from pitboss.solving.answers.simple_strategy import SimplePlay
    from pitboss.solving.answers.simulator import Simulator
    from pitboss.solving.answers.situation import Ask, Situation
    from pitboss.solving.answers.threats import Progress, Removal, Threat
    from pitboss.solving.exposure import Exposure
    from pitboss.statistics.covariances import Covariances
    from pitboss.statistics.exactness import Number

Part = TypeVar("Part")


@runtime_checkable
class Odds(Protocol):
    """Exact odds and advice: `count/odds.py`. See `solving/answers/analysis.py` for the terms."""

    @property
    def SITUATION(self) -> tuple[Ask, ...]:  # noqa: N802  (a constant of the module)
        """The options of `pitboss advise GAME`."""

    def analyse(self, rules: Any, /) -> Analysis:
        """Return every bet, the game as played and the best strategy under these rules."""

    def advise(self, rules: Any, situation: Situation, /) -> Advice:
        """Return the value of each option in this situation."""

    def advise_seat(self, rules: Any, seen: Sequence[Event], offer: Offer | None, seat: Seat, /) -> Advice:
        """Return the value of each answer to the offer for this seat, from what it has seen."""


@runtime_checkable
class Simulations(Protocol):
    """Rounds played by kernels: `simulate/simulation.py`."""

    @property
    def STRATEGIES(self) -> Mapping[str, str]:  # noqa: N802  (a constant of the module)
        """The strategies by name, each with a description that starts with a verb."""

    @property
    def Simulation(self) -> Callable[..., Simulator]:  # noqa: N802  (a class of the module)
        """The simulator class: `Simulation(rules, seats, strategy, stakes, changes=…)`, `shoe=…` if there is a shoe."""


class SearchesLiability(Protocol):
    """A search for the round that costs the house most."""

    def __call__(self, game: Game, rules: Any, seats: int, /) -> Exposure:
        """Return the most that these seats can win in one round."""


class FindsThreats(Protocol):
    """A generator of threats: the ways to gain information beyond what the sheet reveals."""

    def __call__(self, rules: Any, progress: Progress = ..., /) -> Iterator[Threat]:
        """Yield each threat. `progress` is called with each step."""


class FindsRemoval(Protocol):
    """The effect of each removed card on each bet."""

    def __call__(self, rules: Any, progress: Progress = ..., /) -> Removal:
        """Return the effects of removal. `progress` is called with each step."""


class _Provided(Generic[Part]):
    """One part of the interface: a descriptor that gives the part, or None if the game lacks it."""

    file: str
    """The path of the file, relative to the game's folder."""

    def _load(self, name: str) -> Part | None:
        raise NotImplementedError

    def is_in(self, name: str) -> bool:
        """Whether the game of this name has the file, without loading it."""
        raise NotImplementedError

    @overload
    def __get__(self, interface: None, owner: type) -> Self: ...
    @overload
    def __get__(self, interface: GameInterface, owner: type) -> Part | None: ...
    def __get__(self, interface: GameInterface | None, owner: type) -> Self | Part | None:
        """Return the game's part or, if accessed on the class itself, the declaration."""
        return self if interface is None else self._load(interface.game)


class Code(_Provided[Part]):
    """A part in a module: one member of it, or the whole module if no member is named."""

    def __init__(self, file: str, member: str = "", *, kind: type | None = None, optional: bool = False) -> None:
        """Declare a part in `file`. An `optional` member may be missing even if the module exists."""
        self.file, self.member, self.kind, self.optional = file, member, kind, optional
        self.module = file.removesuffix(".py").replace("/", ".")

    def is_in(self, name: str) -> bool:
        """Whether the game has the module. An optional member may still be missing from it."""
        return self._found(name) is not None

    def _found(self, name: str) -> str | None:
        """Return the full name of the module, if the game has it."""
        package = folder(name)
        module = f"{package}.{self.module}"
        if module in sys.modules:
            return module
        parent = module.rpartition(".")[0]
        return module if find_spec(parent) is not None and find_spec(module) is not None else None

    def _load(self, name: str) -> Part | None:
        found = self._found(name)
        if found is None:
            return None
        module = import_module(found)
        if not self.member:
            self._check(name, module)
            return cast(Part, module)
        part: Part | None = getattr(module, self.member, None)
        if part is None and not self.optional:
            raise Refused("broken-game", f"{self.file} of the game {name!r} must define {self.member!r}")
        return part

    def _check(self, name: str, module: ModuleType) -> None:
        """Raise Refused if the module lacks a required member."""
        if self.kind is None or isinstance(module, self.kind):
            return
        members = [member for member in vars(self.kind) if not member.startswith("_")]
        missing = ", ".join(repr(member) for member in members if not hasattr(module, member))
        raise Refused("broken-game", f"{self.file} of the game {name!r} must define {missing} too")


class Text(_Provided[str]):
    """A part that is the text of a data file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def is_in(self, name: str) -> bool:
        """Whether the game has the file."""
        return (resources.files(folder(name)) / self.file).is_file()

    def _load(self, name: str) -> str | None:
        found = resources.files(folder(name)) / self.file
        return found.read_text(encoding="utf-8") if found.is_file() else None


class GameInterface:
    """The parts that one game provides. `docs/adding-a-game.md` lists them all; a test compares the two."""

    def __init__(self, game: str) -> None:
        self.game = game

    def has(self, part: _Provided[Any]) -> bool:
        """Whether the game has the file of this part, without loading it: `has(GameInterface.simulation)`."""
        return part.is_in(self.game)

    odds: Code[Odds] = Code("count/odds.py", kind=Odds)
    """Exact odds, best play and advice. Without it, the script is enumerated or simulated."""
    edges: Code[Callable[[Any], dict[str, Number]]] = Code("count/odds.py", "edges", optional=True)
    """Only the house edges of `analyse`, for each bet and for `played`, if they can be computed faster."""
    bets_alone: Code[Callable[[Any], Iterable[BetOdds]]] = Code("count/odds.py", "bets_alone", optional=True)
    """The bets that can be computed faster than the whole analysis."""
    covariances: Code[Callable[[Any, Any], Covariances]] = Code("count/odds.py", "all_covariances", optional=True)
    """The covariances of all bets, from the rules and the analysis, if the analysis leaves some out."""
    expect: Code[Callable[[Placed], Outlook]] = Code("count/expect.py", "expect")
    """The mean and variance of one seat's bets before the deal."""
    paid: Code[Callable[[Any], dict[str, Paid]]] = Code("count/paid.py", "paid")
    """The bets whose odds depend only on a pay table, however the game is played. `pitboss tune` can vary them."""
    paid_jointly: Code[Callable[[Any, str, float], Jointly | None]] = Code("count/paid.py", "jointly", optional=True)
    """A bet whose best play depends on its pay table, from the rules, the bet and the stake; None for any other bet."""
    round_distribution: Code[Callable[[Any, Mapping[str, int]], Sequence[tuple[Number, Number]]]] = Code(
        "count/round_law.py", "nets_of"
    )
    """The exact distribution of a round's net for any units on the bets. The same cards settle all seats."""
    removal: Code[FindsRemoval] = Code("simulate/removal.py", "removal")
    """The effect of each removed card on each bet."""
    threats: Code[FindsThreats] = Code("simulate/threats.py", "threats")
    """The ways to gain information beyond what the sheet reveals, and the value of each."""
    count_cards: Code[Callable[..., CountResult]] = Code("simulate/counting.py", "count_cards")
    """A card counter: the edge by count, and the win rate, SCORE, N0 and risk of ruin for a bet spread."""
    simple_strategy: Code[Callable[[Any], SimplePlay]] = Code("simulate/simple.py", "simple")
    """A strategy that a person can remember, for the report and the rack card."""
    simple_side_bets: Code[tuple[str, ...]] = Code("simulate/simple.py", "SIDE_BETS", optional=True)
    """The side bets, each judged by its own edge."""
    simulation: Code[Simulations] = Code("simulate/simulation.py", kind=Simulations)
    """Strategies, and a simulator that plays millions of rounds a second. Without it the script is run."""
    seats_together: Code[Callable[[Any, int], bool]] = Code("simulate/simulation.py", "seats_together", optional=True)
    """Whether seats affect each other under these rules, so that the script must play rounds with several seats."""
    gym_view: Code[Callable[[Any, int], EnvView]] = Code("gym/view.py", "VIEW")
    """A seat's numeric observation and its actions, given the rules and the number of players, for `pitboss.gym`."""
    gym_kernel: Code[Callable[[EpisodeSetting], Stepper]] = Code("gym/kernels.py", "STEPS")
    """The compiled step that advances many environments at once."""
    liability: Code[SearchesLiability] = Code("liability.py", "largest")
    """The most that one round can cost the house. Without it rounds are dealt at random."""
    felt: Text = Text("felt.toml")
    """The layout: spots, cards, inscriptions and the game in five lines."""
    procedure: Text = Text("procedure.toml")
    """The dealer's motions, each with its clause, for the dealer school."""
    irregularities: Text = Text("irregular.toml")
    """Irregularities at the table, and their remedies."""
    guest_answers: Text = Text("guests.toml")
    """The dealer's answers to a guest who asks about a bet."""
    sheet: Text = Text("sheet.toml")
    """Definitions, ranks and decisions for the rule sheet that is filed."""
    published: Text = Text("published.toml")
    """Published figures to compare with ours."""
    endings: Text = Text("endings.toml")
    """A record for every way a round can end: the worked examples of the report."""
    report_play: Text = Text("report.toml")
    """Stakes, common errors and situations for the report."""
    ready_plays: Text = Text("ready_plays.json")
    """Best-play questions with precomputed answers."""


def parts() -> dict[str, _Provided[Any]]:
    """Return every part by name, in the order of declaration."""
    return {name: part for name, part in vars(GameInterface).items() if isinstance(part, _Provided)}
