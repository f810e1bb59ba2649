"""Commands of a house: tables in the browser, and its books."""

from __future__ import annotations

import os
from typing import Any

from pitboss.cli.shared import CommandGroup
from pitboss.cli.takes import Flag, TakenOption, Whole, Word

HERE = CommandGroup()


@HERE.command(
    TakenOption("--host", "HOST", "the address to listen on", "127.0.0.1"),
    TakenOption("--port", "PORT", "the first free one from 8022 if not said", None, Whole(0, 65535)),
    TakenOption("--database", "URL", "a file, or postgresql://user@host/name"),
    TakenOption("--url", "URL", "where players find it behind a proxy, like https://casino.example.com"),
    TakenOption("--proxy", "ADDRESS", "a proxy whose forwarded addresses are believed", may_repeat=True),
    TakenOption("--limit", "NAME=N", "how much one may ask, as in newcomers=500", may_repeat=True),
    TakenOption("--watcher", "ADDRESS", "a monitor that may ask for /metrics", may_repeat=True),
    TakenOption("--processes", "N", "how many processes deal; more than one needs PostgreSQL", 1, Whole(1, 64)),
    TakenOption("--peer", "HOST[:PORT]", "where other machines of the house reach this one"),
    TakenOption(
        "--operator", "HEADER=NAME", "who may sit at the house's desk, by a header of the proxy", may_repeat=True
    ),
    TakenOption("--log", "HOW", "text for people, or json for programs", "text"),
    Flag("--browser", "open the page", default=True),
    Flag("--no-browser", "do not open the page", default=True, says=False, into="browser"),
)
def serve(host: str, port: int | None, database: str | None, browser: bool, **behind: Any) -> None:
    """Open the house: tables in the browser, alone with bots or with friends."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins delays the start
    from pitboss.server.run import serve as serve_it

    serve_it(
        host, port, database, browser, url=behind["url"], proxies=behind["proxy"], limits=behind["limit"],
        watchers=behind["watcher"], log=behind["log"], operators=behind["operator"], processes=behind["processes"],
        peer=behind["peer"],
    )  # fmt: skip


@HERE.command(Word("FILE", "a round saved from the table; - reads the input", is_needed=True))
def verify(file: str) -> None:
    """Check that a round was dealt from the cards that were sealed before the bets."""
    from pitboss.server.store.maintenance.audit_commands import verify_file

    verify_file(file)


@HERE.command(
    TakenOption("--database", "URL", "the books; those that serve keeps if not said"),
    TakenOption("--against", "HEAD", "a head that was seen before and must be in the books"),
    Flag("--heads", "print the last head of every day, to be kept elsewhere"),
    Flag("--new", "only what was written since the last audit that found nothing wrong"),
    TakenOption("--workers", "N", "processes that deal rounds again: more leave less to the tables", 1, Whole(1, 64)),
)
def audit(database: str | None, against: str | None, heads: bool, new: bool, workers: int) -> None:
    """Walk through every round ever settled: the journal, the deals, the money."""
    from pitboss.server.store.maintenance.audit_commands import audit_database

    audit_database(database, against, heads, new, workers)


@HERE.command(
    Word("FOLDER", "a new folder for the copy", is_needed=True),
    TakenOption("--database", "URL", "the books; those that serve keeps if not said"),
    TakenOption("--scratch", "URL", "an empty PostgreSQL database to check the copy in"),
)
def backup(folder: str, database: str | None, scratch: str | None) -> None:
    """Copy the books with their key while the house is open, and audit the copy."""
    from pitboss.server.store.maintenance.backup import back_up

    back_up(folder, database, scratch)


@HERE.command(
    Word("FOLDER", "a folder that pitboss backup made", is_needed=True),
    TakenOption("--database", "URL", "where the books go; where serve looks for them if not given"),
)
def restore(folder: str, database: str | None) -> None:
    """Audit a backup and put its books and key where a house can open them."""
    from pitboss.server.store.maintenance.backup import restore as restore_it

    restore_it(folder, database)
