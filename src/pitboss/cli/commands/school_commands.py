"""Commands that teach."""

from __future__ import annotations

from typing import Any

from pitboss.cli.shared import GAME, JSON, RULES, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole

HERE = CommandGroup()


@HERE.command(
    GAME,
    TakenOption("--skill", "NAME", "one skill; all but play if not said"),
    TakenOption(
        "--count", "N", "how many questions (10 if not said), or rounds to deal (1)", None, Whole(1), into="many"
    ),
    TakenOption("--seed", "S", "fix the questions by a number", None, Whole(0)),
    JSON,
    Flag("--deal", "deal it yourself, motion by motion"),
    TakenOption("--level", "LEVEL", "of --deal: watch, guided, alone, clock or act-up", "guided"),
    Flag("--test", "the table test, with --name and --out"),
    TakenOption("--name", "NAME", "whose practice or test it is"),
    TakenOption("--out", "FILE", "where the paper of the test goes"),
    TakenOption("--rounds", "N", "rounds of the test", 3, Whole(1, 100)),
    TakenOption("--pass-mark", "N", "percent right that pass the test", 90, Whole(1, 100)),
    TakenOption("--pace", "N", "decisions an hour that the house wants", 60, Whole(1, 1000)),
    TakenOption("--check", "FILE", "say whether the paper of a test was altered"),
    Flag("--progress", "what was practised, how well, and what is due"),
    Flag("--class", "everybody's practice, for a trainer", into="whole_class"),
    TakenOption("--database", "URL", "where practice is kept; with the books that serve keeps if not said"),
    RULES,
    SETTINGS,
)
def drill(game: str | None, check: str | None, database: str | None, **wishes: Any) -> None:
    """Learn to deal and to play: questions from real rounds, dealing it yourself, the table test."""
    if check is not None:
        from pitboss.terminal.school.drill_deal import check_paper

        check_paper(check)
        return
    from pitboss.terminal.school import drill

    def memory() -> drill.Memory:
        from pitboss.server.school.practice_store import school_books

        return school_books(database)

    doing = {name: wishes.pop(name) for name in ("deal", "test", "progress", "whole_class")}
    wanted = drill.DrillWishes(named(game), memory=memory, **wishes)
    if doing["progress"] or doing["whole_class"]:
        (drill.show_class if doing["whole_class"] else drill.show_progress)(wanted)
    elif doing["deal"] or doing["test"]:
        from pitboss.terminal.school.drill_deal import deal_it_yourself, table_test

        (table_test if doing["test"] else deal_it_yourself)(wanted)
    else:
        drill.drill(wanted)
