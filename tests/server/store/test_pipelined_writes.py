"""Pipelined PostgreSQL writes: all or nothing, with the same result as row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from helpers.postgres import PostgresServer
from pitboss.server.store import schema
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.postgres import Postgres, array
from server.support.house import audited, new_store

pytestmark = pytest.mark.postgres
ODD = ['a "quoted" word', "back\\slash", "{braces, and commas}", "NULL", "", "naïve ♠", " \n\t'"]


@pytest.fixture(scope="module")
def server(postgres_bin: Path) -> Iterator[PostgresServer]:
    server = PostgresServer(postgres_bin)
    yield server
    server.close()


@pytest.fixture
def books(server: PostgresServer) -> Iterator[Postgres]:
    database = Postgres(server.url)
    database.run("DROP SCHEMA public CASCADE")
    database.run("CREATE SCHEMA public")
    for statement in schema.STATEMENTS:
        database.run(statement)
    yield database
    database.close()


def test_list_preserves_every_text(books: Postgres) -> None:
    assert [row[0] for row in books.run("SELECT unnest(?::text[])", (array(ODD),))] == ODD
    assert books.run("SELECT ?::bigint[]", (array([1, -2, 2**62]),))[0][0] == [1, -2, 2**62]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("tables", {schema.TABLE: [(text, "{}") for text in ODD], schema.SHOE: [(text, text) for text in ODD]}),
        ("tables", {schema.TABLE: [(text, "{}") for text in ODD], schema.LIVE: [(text, 0, text) for text in ODD[2:]]}),
        ("entries", {schema.ENTRY: [(n, text, n, text, "b", 2**40, text) for n, text in enumerate(ODD)]}),
        ("accounts", {schema.NEW_ACCOUNT: [(text,) for text in ODD], schema.ACCOUNT: [(5, ODD[0]), (-7, ODD[1])]}),
        ("rounds", {schema.ROUND: [(n, text, n, text) for n, text in enumerate(ODD)]}),
        ("played", {schema.PLAYED: [(text, n, n, -n) for n, text in enumerate(ODD)]}),
    ],
    ids=["shoe", "live", "entry", "account", "round", "played"],
)
def test_column_writes_equal_row_by_row_writes(
    books: Postgres, name: str, rows: dict[str, list[tuple[object, ...]]]
) -> None:
    def written(by_columns: bool) -> list[object]:
        with pytest.MonkeyPatch.context() as patch:
            if not by_columns:
                patch.setattr(schema, "BY_COLUMNS", {})
            books.run(f"DELETE FROM {name}")
            with books.transaction():
                for sql, many in rows.items():
                    books.run_many(sql, many)
        return [*books.run(f"SELECT * FROM {name} ORDER BY 1, 2")]

    assert len(written(True)) == len(ODD)
    assert written(True) == written(False)


def write(books: Postgres, *statements: tuple[str, Sequence[Sequence[object]]], fails: bool = False) -> None:
    """Write all statements in one transaction, and abort it at its end if `fails`."""
    with books.transaction():
        for sql, rows in statements:
            books.run_many(sql, rows)
        if fails:
            raise ZeroDivisionError


def test_failure_in_the_middle_leaves_nothing_and_blocks_nothing(books: Postgres) -> None:
    import psycopg

    accounts = [("player/a",), ("bank",)]
    more_than_is_there = [(-5, "player/a"), (5, "bank")]
    ann = (schema.PLAYER, [("a", "Ann")])
    with pytest.raises(psycopg.errors.CheckViolation):
        write(books, (schema.NEW_ACCOUNT, accounts), (schema.ACCOUNT, more_than_is_there), ann)
    with pytest.raises(ZeroDivisionError):
        write(books, ann, fails=True)
    assert books.run("SELECT COUNT(*) FROM accounts") == books.run("SELECT COUNT(*) FROM players") == [(0,)]
    write(books, (schema.PLAYER, [("a", "Ann"), ("a", "Anne")]))
    assert books.run("SELECT nick FROM players") == [("Anne",)]


def test_savepoint_can_fail_alone(books: Postgres) -> None:
    with books.transaction():
        books.run_many(schema.PLAYER, [("a", "Ann")])
        with pytest.raises(ZeroDivisionError):
            write(books, (schema.PLAYER, [("b", "Ben")]), fails=True)
        books.run_many(schema.PLAYER, [("c", "Cat")])
    assert books.run("SELECT id FROM players ORDER BY id") == [("a",), ("c",)]


def test_pipelined_queries_are_answered_in_order(books: Postgres) -> None:
    asked = [("SELECT ?::int", (1,)), ("CREATE TEMP TABLE one (n int)", ()), ("SELECT ?::int + 1", (1,))]
    with books.transaction():
        assert books.run_all(asked) == [[(1,)], [], [(2,)]]
    assert books.run_all([("SELECT ?::int", (7,))]) == [[(7,)]]


def test_connection_lost_in_the_middle_is_reopened(server: PostgresServer, books: Postgres) -> None:
    import psycopg

    def lost() -> None:
        with books.transaction():
            books.run_many(schema.PLAYER, [("a", "Ann")])
            server.cut_all_lines()
            books.run("SELECT 1")

    with pytest.raises(psycopg.OperationalError):
        lost()
    assert books.is_lost
    books.reopen()
    assert books.run("SELECT COUNT(*) FROM players") == [(0,)]


def test_later_of_two_writes_of_a_table_wins(books: Postgres) -> None:
    store = new_store(books)
    opened = CommandWrites(table="t", setup="{}", live="first")
    later = [CommandWrites(table="t", live=live, shoe=f"{live} shoe") for live in ("second", "third")]
    assert store.write([opened, *later]) == [None] * 3
    assert books.run("SELECT live, shoe FROM tables") == [("third", "third shoe")]
    assert [fault for fault in audited(store).faults if "cannot be dealt" not in fault] == [], "it is no real shoe"
