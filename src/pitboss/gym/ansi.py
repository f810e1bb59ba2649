"""`render_mode="ansi"`: the table as the terminal draws it, in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from pitboss.gym.dealing import EpisodeDealt
from pitboss.play.layout import TableLayout
from pitboss.play.records.ledger import at_stake, net
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.terminal.play.narrate import signed
from pitboss.terminal.play.picked_up import ShownPlace
from pitboss.terminal.play.table_picture import draw
from pitboss.terminal.screen import Screen

WIDE = 80


class EnvTable:
    """What the terminal draws of an episode, as one seat sees it."""

    def __init__(self, dealt: EpisodeDealt, you: Seat) -> None:
        self.dealt, self.you = dealt, you
        self.layout: TableLayout = ShownPlace() if dealt.is_over else TableLayout()
        self.session = self
        for event in view(dealt.round.events, you):
            self.layout.see(event)

    @property
    def seats(self) -> Sequence[Seat]:
        """All seats play."""
        return self.dealt.seats

    def held(self, seat: Seat) -> int:
        """What the seat has won or lost by now, chips on the table not counted: an environment has no bankrolls."""
        events = self.dealt.round.events
        lying = sum(amount for (owner, _), amount in at_stake(events).items() if owner == seat)
        return sum(net(events).get(seat, {}).values()) + lying


def picture(dealt: EpisodeDealt, you: Seat) -> str:
    """The table, then what this seat may do, or what it won."""
    file = StringIO()
    screen = Screen(file, WIDE)
    draw(screen, EnvTable(dealt, you))
    if dealt.is_over:
        screen.line(f"Seat {you}: {signed(dealt.cents(you))}.")
    else:
        screen.line(f"Seat {you} may: {', '.join(dealt.allowed(you)) or 'wait'}.", indent=2)
    return file.getvalue()
