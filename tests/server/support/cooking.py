"""Kinds of tampering by an attacker who can write the database but not read the key."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from pitboss.server.store.batch import CommandWrites, RowBatch
from pitboss.table.audit.journal import READ_LINE, Head, hash_rows
from pitboss.table.audit.merkle import LogTree
from pitboss.table.finished_round import account_mark
from pitboss.table.transfers import Transfer

Cook = Callable[[sqlite3.Connection], object]
FORGED = b"a key that somebody made up"


def sql(*statements: str) -> Cook:
    """Run just these statements."""

    def cook(books: sqlite3.Connection) -> None:
        for statement in statements:
            assert books.execute(statement).rowcount, statement

    return cook


def body(change: Callable[[dict[str, Any]], object], number: int = 5) -> Cook:
    """Change one round's text."""

    def cook(books: sqlite3.Connection) -> None:
        stored = json.loads(books.execute("SELECT body FROM rounds WHERE id = ?", (number,)).fetchone()[0])
        change(stored)
        text = json.dumps(stored, separators=(",", ":"))
        books.execute("UPDATE rounds SET body = ? WHERE id = ?", (text, number))

    return cook


def live(change: Callable[[dict[str, Any]], object], column: str = "live") -> Cook:
    """Change the state, the setup or the shoe of a table."""

    def cook(books: sqlite3.Connection) -> None:
        name, text = books.execute(f"SELECT id, {column} FROM tables ORDER BY id LIMIT 1").fetchone()
        stored = json.loads(text)
        change(stored)
        books.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (json.dumps(stored), name))

    return cook


def rechained(cook: Cook) -> Cook:
    """Apply this tampering, then rewrite every journal line to match, using an invented key."""

    def both(books: sqlite3.Connection) -> None:
        cook(books)
        head, before = Head(), READ_LINE(books.execute("SELECT line FROM journal LIMIT 1").fetchone()[0])
        before = type(before)(0, 0, 0, "", (), (), (), ())
        for number, text in books.execute("SELECT id, line FROM journal ORDER BY id").fetchall():
            line = READ_LINE(text)
            rows = [
                books.execute(
                    f"SELECT * FROM {table} WHERE {column} > ? AND {column} <= ? ORDER BY 1", between
                ).fetchall()
                for table, column, between in (
                    ("entries", "id", (before.entry, line.entry)),
                    ("rounds", "id", (before.round, line.round)),
                    ("played", "round_id", (before.round, line.round)),
                )
            ]
            data = {**json.loads(text), "rows": hash_rows(*rows)}
            again = json.dumps(data, separators=(",", ":"))
            head, before = head.after(FORGED, again), line
            books.execute("UPDATE journal SET line = ?, mark = ? WHERE id = ?", (again, head.mark, number))

    return both


def cut(lines: int) -> Cook:
    """Remove the last journal lines and everything they cover."""

    def cook(books: sqlite3.Connection) -> None:
        last = books.execute("SELECT MAX(id) FROM journal").fetchone()[0] - lines
        line = READ_LINE(books.execute("SELECT line FROM journal WHERE id = ?", (last,)).fetchone()[0])
        books.execute("DELETE FROM journal WHERE id > ?", (last,))
        books.execute("DELETE FROM entries WHERE id > ?", (line.entry,))
        books.execute("DELETE FROM rounds WHERE id > ?", (line.round,))
        books.execute("DELETE FROM played WHERE round_id > ?", (line.round,))

    return cook


def everything(books: sqlite3.Connection) -> None:
    """Delete the whole database."""
    for table in ("journal", "entries", "rounds", "played", "players", "accounts", "tables"):
        books.execute(f"DELETE FROM {table}")


def granted(books: sqlite3.Connection) -> None:
    """Grant play money, with its own journal line."""
    number, mark = books.execute("SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1").fetchone()
    line = READ_LINE(books.execute("SELECT line FROM journal ORDER BY id DESC LIMIT 1").fetchone()[0])
    balances = dict(books.execute("SELECT name, balance FROM accounts").fetchall())
    size = books.execute("SELECT COUNT(*) FROM log WHERE level = 0").fetchone()[0]
    peaks = (bytes(32),) * size.bit_count()
    player = next(name for name in balances if name.startswith("player/"))
    sheet = RowBatch(line.entry, line.round, Head(number, mark), LogTree(size, peaks))
    sheet.add(CommandWrites(transfers=[Transfer("grants", player, 50_000, "play money")]))
    for statement, rows in sheet.statements(FORGED, balances):
        books.executemany(statement, rows)


def exchanged(books: sqlite3.Connection) -> None:
    """Exchange two accounts, in the entries too."""
    one, two = [name for (name,) in books.execute("SELECT name FROM accounts WHERE name LIKE 'player/%' LIMIT 2")]
    for old, new in ((one, "x"), (two, one), ("x", two)):
        for column in ("debit", "credit"):
            books.execute(f"UPDATE entries SET {column} = ? WHERE {column} = ?", (new, old))
        books.execute("UPDATE accounts SET name = ? WHERE name = ?", (new, old))


def swapped(books: sqlite3.Connection) -> None:
    """Swap two rounds of one table."""
    books.execute("UPDATE rounds SET id = -1 WHERE id = 1")
    books.execute("UPDATE rounds SET id = 1 WHERE id = 2")
    books.execute("UPDATE rounds SET id = 2 WHERE id = -1")


def resealed(stored: dict[str, Any]) -> None:
    """Replace a round's commitment, as if it had been sealed after the deal."""
    stored["proof"]["commitment"] = "ab" * 32


def cards(change: Callable[[list[str]], list[str]]) -> Callable[[dict[str, Any]], object]:
    """Change the proof's cards."""
    return lambda kept: kept["proof"].update(cards=" ".join(change(kept["proof"]["cards"].split())))


MONEY = "SELECT MAX(id) FROM entries"
COOKED: dict[str, Cook] = {
    "a round is gone": sql("DELETE FROM rounds WHERE id = 4"),
    "the last round is gone": sql("DELETE FROM rounds WHERE id = 6", "DELETE FROM played WHERE round_id = 6"),
    "the last line is gone with what it stands for": cut(1),
    "the last five lines are gone with what they stand for": cut(5),
    "everything is gone": everything,
    "the journal is gone": sql("DELETE FROM journal"),
    "a line in the middle is gone": sql("DELETE FROM journal WHERE id = 7"),
    "the first line is gone": sql("DELETE FROM journal WHERE id = 1"),
    "a mark was changed": sql("UPDATE journal SET mark = (SELECT mark FROM journal WHERE id = 6) WHERE id = 7"),
    "a line was changed": sql("UPDATE journal SET line = replace(line, '\"at\":', '\"at\":1') WHERE id = 7"),
    "a line cannot be read": sql("UPDATE journal SET line = '[]' WHERE id = 7"),
    "lines were renumbered": sql("UPDATE journal SET id = id + 1000 WHERE id > 7"),
    "a round with its money is gone, and all is chained anew": rechained(
        sql("DELETE FROM rounds WHERE id = 4", "DELETE FROM played WHERE round_id = 4",
            "DELETE FROM entries WHERE number = 1 AND table_id = (SELECT table_id FROM rounds WHERE id = 5)")
    ),
    "a result was changed": body(lambda kept: kept["net"].update({"1": 99})),
    "a result was changed, and all is chained anew": rechained(body(lambda kept: kept["net"].update({"1": 99}))),
    "an event was changed": body(lambda kept: kept["events"][-1].update(at="x")),
    "an event was added": body(lambda kept: kept["events"].append(kept["events"][-1])),
    "a salt was changed": body(lambda kept: kept["proof"]["salts"].__setitem__(0, "0" * 64)),
    "a salt is no salt": body(lambda kept: kept["proof"]["salts"].__setitem__(0, "x 5s y")),
    "the place in the shoe was changed": body(lambda kept: kept["proof"].update(start=kept["proof"]["start"] + 1)),
    "a card of the proof was changed": body(cards(lambda all_: ["Ah" if all_[0] != "Ah" else "Kh", *all_[1:]])),
    "the proof was cut": body(cards(lambda all_: all_[:-1])),
    "a round was resealed": body(resealed),
    "a round was resealed, and all is chained anew": rechained(body(resealed)),
    "the seed of a player was changed": body(lambda kept: kept["proof"]["seeds"].update({"1": "another"})),
    "the next seal was changed": body(lambda kept: kept["proof"].update(next="cd" * 32)),
    "the house's seed was changed": body(lambda kept: kept["proof"].update(seed="cd" * 32), 1),
    "the whole order was changed": body(lambda kept: kept["proof"].update(order=kept["proof"]["order"][::-1]), 1),
    "a mark of an account was changed": body(lambda kept: kept["accounts"].update({"1": account_mark("player/x")})),
    "a nickname in a round was changed": body(lambda kept: kept["seats"].update({"1": "Somebody"})),
    "a round has a field more": body(lambda kept: kept.update(more=1)),
    "a round has a field less": body(lambda kept: kept.pop("accounts")),
    "a round is no JSON": sql("UPDATE rounds SET body = 'x' WHERE id = 5"),
    "two rounds were exchanged": swapped,
    "two rounds were exchanged, and all is chained anew": rechained(swapped),
    "a round was renumbered": sql("UPDATE rounds SET number = 77 WHERE id = 5"),
    "a round was renumbered, and all is chained anew": rechained(sql("UPDATE rounds SET number = 77 WHERE id = 5")),
    "a round was given to another table": sql("UPDATE rounds SET table_id = 'elsewhere' WHERE id = 5"),
    "a round was invented": sql("INSERT INTO rounds SELECT 7, table_id, 99, body FROM rounds WHERE id = 6"),
    "a bankroll was raised": sql("UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'player/%'"),
    "a bankroll is gone": sql("DELETE FROM accounts WHERE name LIKE 'player/%'"),
    "an account was invented": sql("INSERT INTO accounts VALUES ('player/new', 500)"),
    "two accounts were exchanged": exchanged,
    "two accounts were exchanged, and all is chained anew": rechained(exchanged),
    "an entry was changed": sql("UPDATE entries SET amount = amount + 100 WHERE credit LIKE 'house/%'"),
    "an entry is gone": sql(f"DELETE FROM entries WHERE id = ({MONEY})"),
    "an entry says another reason": sql(f"UPDATE entries SET why = 'x' WHERE id = ({MONEY})"),
    "winnings went to somebody else": sql(
        "UPDATE entries SET credit = 'player/friend' WHERE credit LIKE 'player/%' AND why LIKE 'seat%'"
    ),
    "winnings went to somebody else, and all is chained anew": rechained(
        sql("UPDATE entries SET credit = 'player/friend' WHERE credit LIKE 'player/%' AND why LIKE 'seat%'")
    ),
    "an entry was given to another round": sql(f"UPDATE entries SET number = number + 1 WHERE id = ({MONEY})"),
    "play money was invented": granted,
    "play money is gone": sql("DELETE FROM entries WHERE debit = 'grants'"),
    "a nickname was changed": sql("UPDATE players SET nick = 'The dealer'"),
    "a player is gone": sql("DELETE FROM players WHERE rowid = 1"),
    "a player was invented": sql("INSERT INTO players VALUES ('x', 'X')"),
    "a score line was raised": sql("UPDATE played SET net = net + 1 WHERE round_id = 2"),
    "a score line is gone": sql("DELETE FROM played WHERE round_id = 2"),
    "a score line was invented": sql("INSERT INTO played VALUES ('x', 2, 3, 500)"),
    "a score line was given to somebody else": sql("UPDATE played SET player = 'x' WHERE round_id = 2"),
    "a live shoe was changed": live(lambda kept: kept.update(seed="ab" * 32), "shoe"),
    "a table's rules were changed": live(lambda kept: kept.update(rules={"chip": 5}), "setup"),
    "chips were put on a table": live(lambda kept: kept["brought"].update({"1": 500})),
    "a seat was given to somebody else": live(lambda kept: kept["seats"].update({"1": ["x", "X"]})),
    "a table was closed": sql("UPDATE tables SET is_open = 0"),
    "a table is gone": sql("DELETE FROM tables"),
    "a table was invented": sql("INSERT INTO tables SELECT 'x', 1, setup, shoe, live FROM tables LIMIT 1"),
}  # fmt: skip
