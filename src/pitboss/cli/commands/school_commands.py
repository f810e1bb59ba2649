"""Commands that teach."""

from __future__ import annotations

from typing import Any

from pitboss.cli.command import Flag, ValueOption, WholeNumber
from pitboss.cli.shared import GAME, OUTPUTS, RULES, SETTINGS, CommandGroup, named

COMMAND_GROUP = CommandGroup()


@COMMAND_GROUP.command(
    GAME,
    ValueOption("--skill", "NAME", "one skill [default: all but play]"),
    ValueOption(
        "--count",
        "N",
        "number of questions [default: 10], or of rounds to deal [default: 1]",
        None,
        WholeNumber(1),
        into="many",
    ),
    ValueOption("--seed", "S", "random seed of the questions", None, WholeNumber(0)),
    *OUTPUTS,
    Flag("--deal", "deal a round yourself, motion by motion"),
    ValueOption("--level", "LEVEL", "level of --deal: watch, guided, alone, clock or act-up", "guided"),
    Flag("--test", "take the table test; needs --name and --out"),
    ValueOption("--name", "NAME", "name of the trainee"),
    ValueOption("--out", "FILE", "file for the test certificate"),
    ValueOption("--rounds", "N", "rounds in the test", 3, WholeNumber(1, 100)),
    ValueOption("--pass-mark", "N", "percentage of right answers needed to pass", 90, WholeNumber(1, 100)),
    ValueOption("--pace", "N", "decisions an hour the house expects", 60, WholeNumber(1, 1000)),
    ValueOption("--check", "FILE", "check a test certificate for alterations"),
    Flag("--progress", "show what was practised, how well, and what is due"),
    Flag("--class", "show everybody's practice, for a trainer", into="whole_class"),
    ValueOption("--database", "URL", "database for practice results [default: the one serve uses]"),
    RULES,
    SETTINGS,
)
def drill(game: str | None, check: str | None, database: str | None, **options: Any) -> None:
    """Practise dealing and playing: questions from real rounds, dealing a round, the table test."""
    if check is not None:
        from pitboss.terminal.drill import check_certificate

        check_certificate(check)
        return
    from pitboss.terminal import drill

    def memory() -> drill.Memory:
        from pitboss.server.school.practice_store import school_books

        return school_books(database)

    doing = {name: options.pop(name) for name in ("deal", "test", "progress", "whole_class")}
    wanted = drill.DrillOptions(named(game), memory=memory, **options)
    if doing["progress"] or doing["whole_class"]:
        (drill.show_class if doing["whole_class"] else drill.show_progress)(wanted)
    elif doing["deal"] or doing["test"]:
        from pitboss.terminal.drill import deal_it_yourself, table_test

        (table_test if doing["test"] else deal_it_yourself)(wanted)
    else:
        drill.drill(wanted)
