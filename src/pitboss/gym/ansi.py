"""`render_mode="ansi"`: the table as the terminal describes it, in plain text."""

from __future__ import annotations

from io import StringIO

from pitboss.gym.dealing import EpisodeDealt
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
