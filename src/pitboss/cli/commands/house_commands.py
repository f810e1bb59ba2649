"""Commands for running a house: serve, verify, audit, backup, restore, key."""

from __future__ import annotations

import os
import sys
from typing import Any

from pitboss.cli.shared import CommandGroup
from pitboss.cli.takes import Flag, TakenOption, Whole, Word

HERE = CommandGroup()


@HERE.command(
    TakenOption("--host", "HOST", "the address to listen on", "127.0.0.1"),
    TakenOption("--port", "PORT", "port [default: the first free one from 8022]", None, Whole(0, 65535)),
    TakenOption("--database", "URL", "database: a file, or postgresql://user@host/name"),
    TakenOption("--url", "URL", "public address behind a proxy, for example https://casino.example.com"),
    TakenOption("--proxy", "ADDRESS", "trusted proxy", may_repeat=True),
    TakenOption("--limit", "NAME=N", "rate limit, for example newcomers=500", may_repeat=True),
    TakenOption("--watcher", "ADDRESS", "monitor that may read /metrics", may_repeat=True),
    TakenOption("--processes", "N", "number of processes; more than one needs PostgreSQL", 1, Whole(1, 64)),
    TakenOption("--peer", "HOST[:PORT]", "address at which other machines of the house reach this one"),
    TakenOption("--operator", "HEADER=NAME", "header of the proxy that identifies an operator", may_repeat=True),
    TakenOption("--log", "HOW", "log format: text or json", "text"),
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


@HERE.command(
    Word("FILE", "rounds and opened shoes saved from the table; - for standard input", is_needed=True, may_repeat=True),
    TakenOption("--seed", "TEXT", "your own seed, which every shuffle must include"),
)
def verify(file: list[str], seed: str | None) -> None:
    """Verify that rounds were dealt from the packs sealed before the bets, and follow one another."""
    from pitboss.server.store.maintenance.verify_command import verify_files

    verify_files(file, seed)


@HERE.command(
    TakenOption("--database", "URL", "database [default: the one serve uses]"),
    TakenOption("--against", "HEAD", "a journal head seen before, which must still be in the journal"),
    Flag("--heads", "print the last journal head of every day, to store elsewhere"),
    Flag("--desk", "also print what operators did at the desk"),
    Flag("--new", "audit only what was written since the last clean audit"),
    Flag("--without-key", "audit books whose key is lost: all but the marks of the journal and live shoes"),
    TakenOption("--workers", "N", "number of processes that replay rounds", 1, Whole(1, 64)),
)
def audit(
    database: str | None, against: str | None, heads: bool, desk: bool, new: bool, without_key: bool, workers: int
) -> None:
    """Audit every settled round: journal, deals and money."""
    from pitboss.server.store.maintenance.audit_commands import audit_database

    audit_database(database, against, heads, new, workers, desk=desk, without_key=without_key)


@HERE.command(
    Word("FOLDER", "a new folder for the copy", is_needed=True),
    TakenOption("--database", "URL", "database [default: the one serve uses]"),
    TakenOption("--scratch", "URL", "an empty PostgreSQL database to check the copy in"),
)
def backup(folder: str, database: str | None, scratch: str | None) -> None:
    """Back up the database and its key while the house is open, and audit the copy."""
    from pitboss.server.store.maintenance.backup import back_up

    back_up(folder, database, scratch)


@HERE.command(
    Word("FOLDER", "a folder written by pitboss backup", is_needed=True),
    TakenOption("--database", "URL", "database to restore to [default: the one serve uses]"),
)
def restore(folder: str, database: str | None) -> None:
    """Audit a backup and restore its database and key."""
    from pitboss.server.store.maintenance.backup import restore as restore_it

    restore_it(folder, database)


@HERE.command(
    Word("ACTION", "rotate: replace the secrets in the key file", is_needed=True),
    TakenOption("--only", "SECRET", "journal, cookies, seeds or signing [default: all four]", may_repeat=True),
    TakenOption("--grace", "DAYS", "days during which old cookies are still accepted", 30, Whole(0, 3650)),
    TakenOption("--database", "URL", "database [default: the one serve uses]"),
)
def key(action: str, only: list[str], grace: int, database: str | None) -> None:
    """Replace the secrets of a house that is closed."""
    from pitboss.server.store.maintenance.rotate_key import run_key_command

    run_key_command(action, only, grace, database)


@HERE.command(Flag("--background", "run at low priority and print nothing"))
def warm(background: bool) -> None:
    """Compile the solvers in advance, so that questions about other rules never wait for the compiler."""
    from pitboss.server.jobs.warm import lower_priority
    from pitboss.server.jobs.warm import warm as warm_up
    from pitboss.terminal.analysis.show_lab import steps
    from pitboss.terminal.long_work import progress

    if background:
        lower_priority()
        warm_up()
        return
    with progress() as bar:
        warm_up(steps("compiling", bar))
    sys.stdout.write("Every solver is compiled.\n")
