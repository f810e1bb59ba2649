"""Commands for running a house: serve, verify, audit, backup, restore, key."""

from __future__ import annotations

import os
import sys
from typing import Any

from pitboss.cli.command import Flag, Positional, ValueOption, WholeNumber
from pitboss.cli.shared import OUTPUTS, CommandGroup

COMMAND_GROUP = CommandGroup()


@COMMAND_GROUP.command(
    ValueOption("--host", "HOST", "the address to listen on", "127.0.0.1"),
    ValueOption("--port", "PORT", "port [default: the first free one from 8022]", None, WholeNumber(0, 65535)),
    ValueOption("--database", "URL", "database: a file, or postgresql://user@host/name"),
    ValueOption("--url", "URL", "public address behind a proxy, for example https://casino.example.com"),
    ValueOption("--proxy", "ADDRESS", "trusted proxy", may_repeat=True),
    ValueOption("--limit", "NAME=N", "rate limit, for example newcomers=500", may_repeat=True),
    ValueOption("--watcher", "ADDRESS", "monitor that may read /metrics", may_repeat=True),
    ValueOption("--processes", "N", "number of processes; more than one needs PostgreSQL", 1, WholeNumber(1, 64)),
    ValueOption("--peer", "HOST[:PORT]", "address at which other machines of the house reach this one"),
    ValueOption("--operator", "HEADER=NAME", "header of the proxy that identifies an operator", may_repeat=True),
    ValueOption("--log", "HOW", "log format: text or json", "text"),
    Flag("--browser", "open the page in a browser", default=True),
    Flag("--no-browser", "do not open the page", default=True, says=False, into="browser"),
)
def serve(host: str, port: int | None, database: str | None, browser: bool, **behind: Any) -> None:
    """Open a house: tables in the browser, alone with bots or with friends."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins delays the start
    from pitboss.server.run import serve as serve_it

    serve_it(
        host, port, database, browser, url=behind["url"], proxies=behind["proxy"], limits=behind["limit"],
        watchers=behind["watcher"], log=behind["log"], operators=behind["operator"], processes=behind["processes"],
        peer=behind["peer"],
    )  # fmt: skip


@COMMAND_GROUP.command(
    Positional(
        "FILE", "rounds and opened shoes saved from the table; - for standard input", is_needed=True, may_repeat=True
    ),
    ValueOption("--seed", "TEXT", "your own seeds: every shuffle must include one of them", may_repeat=True),
)
def verify(file: list[str], seed: list[str]) -> None:
    """Verify that rounds were dealt from the packs sealed before the bets, and follow one another."""
    from pitboss.server.store.maintenance.verify_command import verify_files

    verify_files(file, seed)


@COMMAND_GROUP.command(
    ValueOption("--database", "URL", "database [default: the one serve uses]"),
    ValueOption("--against", "HEAD", "a journal head seen before, which must still be in the journal"),
    Flag("--heads", "print the last journal head of every day, to store elsewhere"),
    Flag("--desk", "also print what operators did"),
    Flag("--new", "audit only what was written since the last clean audit"),
    Flag("--without-key", "audit books without their key; journal marks and live shoes are not checked"),
    ValueOption("--workers", "N", "number of processes that replay rounds", 1, WholeNumber(1, 64)),
    *OUTPUTS,
)
def audit(
    database: str | None,
    against: str | None,
    heads: bool,
    desk: bool,
    new: bool,
    without_key: bool,
    workers: int,
    output: str,
) -> None:
    """Audit every settled round: journal, deals and money."""
    from pitboss.server.store.maintenance.audit_commands import audit_database

    audit_database(database, against, heads, new, workers, desk=desk, without_key=without_key, output=output)


@COMMAND_GROUP.command(
    Positional("FOLDER", "a new folder for the copy", is_needed=True),
    ValueOption("--database", "URL", "database [default: the one serve uses]"),
    ValueOption("--scratch", "URL", "an empty PostgreSQL database to check the copy in"),
)
def backup(folder: str, database: str | None, scratch: str | None) -> None:
    """Back up the database and its key while the house is open, and audit the copy."""
    from pitboss.server.store.maintenance.backup import back_up

    back_up(folder, database, scratch)


@COMMAND_GROUP.command(
    Positional("FOLDER", "a folder written by pitboss backup", is_needed=True),
    ValueOption("--database", "URL", "database to restore to [default: the one serve uses]"),
)
def restore(folder: str, database: str | None) -> None:
    """Audit a backup and restore its database and key."""
    from pitboss.server.store.maintenance.backup import restore as restore_it

    restore_it(folder, database)


@COMMAND_GROUP.command(
    Positional("ACTION", "rotate: replace the secrets in the key file", is_needed=True, choices=("rotate",)),
    ValueOption("--only", "SECRET", "journal, cookies, seeds or signing [default: all four]", may_repeat=True),
    ValueOption("--grace", "DAYS", "days during which old cookies are still accepted", 30, WholeNumber(0, 3650)),
    ValueOption("--database", "URL", "database [default: the one serve uses]"),
)
def key(action: str, only: list[str], grace: int, database: str | None) -> None:
    """Replace the secrets of a house that is closed."""
    from pitboss.server.store.maintenance.rotate_key import run_key_command

    run_key_command(action, only, grace, database)


@COMMAND_GROUP.command(Flag("--background", "run at low priority and print nothing"))
def warm(background: bool) -> None:
    """Compile the solvers in advance, so that questions about other rules never wait for the compiler."""
    from pitboss.server.jobs.warm import warm as warm_up
    from pitboss.server.jobs.warm import warm_in_background
    from pitboss.terminal.analysis.show_lab import steps
    from pitboss.terminal.long_work import progress

    if background:
        warm_in_background()
        return
    with progress() as bar:
        warm_up(steps("compiling", bar))
    sys.stdout.write("Every solver is compiled.\n")
