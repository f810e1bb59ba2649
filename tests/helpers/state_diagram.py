"""The state machine of a table as the diagram that the documentation shows."""

from __future__ import annotations

from pitboss.table.states import TRANSITIONS


def diagram() -> str:
    """Return the state machine as a Mermaid diagram, for the docs."""
    arrows = [
        f"    {state} --> {there}: {happening.__name__}"
        for state, happenings in TRANSITIONS.items()
        for happening, there in happenings.items()
        if there is not state
    ]
    return "\n".join(["stateDiagram-v2", "    [*] --> open", *arrows])
