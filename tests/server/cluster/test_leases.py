"""Leases in PostgreSQL: despite pauses, kills and clock jumps, only its owner writes a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.postgres import PostgresServer
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.cluster.leases import BOOKS_LOCK, LEASE_SECONDS, DealtElsewhere, Leases
from pitboss.server.cluster.shared_store import SharedStore, open_shared_store
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.database import connect
from pitboss.server.store.keys import KEY_FILE
from pitboss.server.store.postgres import Postgres
from pitboss.server.store.store import open_store
from pitboss.table.finished_round import Finished
from pitboss.table.transfers import GRANTS, Transfer, house, purse

pytestmark = pytest.mark.postgres
CLOCK = "(SELECT value::float FROM meta WHERE name = 'clock')"
"""A clock set by the test and stored in the database itself."""
NAMES = ("ann", "bob", "cleo")
LOCKED = (
    "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND application_name = 'pitboss dora'"
)
EMPTY = "TRUNCATE players, accounts, entries, tables, rounds, played, journal, members, leases"


@pytest.fixture(scope="module")
def url(postgres_bin: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = PostgresServer(postgres_bin)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_FILE, str(tmp_path_factory.mktemp("key") / "house.key"))
        yield f"{server.url}?options=-csynchronous_commit%3Doff"
    server.close()


@pytest.fixture(scope="module")
def url_alone(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Create another database whose lock is free: the members of this module hold theirs."""
    line = connect(url, alone=False)
    line.run("CREATE DATABASE alone")
    line.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_FILE, str(tmp_path_factory.mktemp("key") / "house.key"))
        yield url.replace("/postgres?", "/alone?")


class Member:
    """One process: its memory of the table, and its pending writes."""

    def __init__(self, url: str, name: str) -> None:
        self.name, self.store = name, open_shared_store(url, name, "")
        self.store.leases = Leases(self.store.database, name, now=CLOCK)
        self.forget()

    def forget(self) -> None:
        """Lose all memory as after a kill, and read the database again."""
        self.epoch, self.seen, self.decided = 0, "", list[CommandWrites]()
        self.store.at_first = self.store._look()

    def take(self, *, silent: bool) -> None:
        if taken := self.store.take_table("t", silent=silent):
            self.epoch, (_, _, live) = taken
            self.seen = str(live)

    def decide(self) -> None:
        """Settle a round in memory, after the last one read."""
        if self.epoch:
            number = int(self.seen) + 1
            self.decided.append(
                CommandWrites(
                    table="t",
                    number=number,
                    live=str(number),
                    epoch=self.epoch,
                    finished=[Finished("t", number, "{}", {self.name: (Seat(1), 100)})],
                    transfers=[Transfer(house("t"), purse(self.name), 100, "won")],
                )
            )
            self.seen = str(number)


class Step(NamedTuple):
    """The next step, and the process it happens to."""

    what: str
    who: int = 0
    value: float = 0


SOMEBODY = st.integers(0, 2)
STEPS = st.one_of(
    st.builds(Step, st.sampled_from(("take", "decide", "decide", "write", "write", "renew")), SOMEBODY),
    st.builds(Step, st.sampled_from(("decide", "write", "leave", "kill", "take let go")), SOMEBODY),
    st.builds(Step, st.just("jump"), SOMEBODY, st.floats(-2 * LEASE_SECONDS, 3 * LEASE_SECONDS)),
)


@pytest.fixture(scope="module")
def members(url: str) -> Iterator[list[Member]]:
    found = [Member(url, name) for name in NAMES]
    yield found
    for member in found:
        member.store.close()


def reset_database(members: list[Member]) -> None:
    """Empty the database and set up a clock controlled by the test."""
    database = members[0].store.database
    database.run(EMPTY)
    database.run("INSERT INTO meta VALUES ('clock', '1000') ON CONFLICT (name) DO UPDATE SET value = '1000'")
    for member in members:
        member.forget()


@given(st.lists(STEPS, min_size=25, max_size=40))
@settings(max_examples=60)
def test_two_processes_never_both_settle_a_table(members: list[Member], happening: list[Step]) -> None:
    database = members[0].store.database
    reset_database(members)
    opened = CommandWrites(table="t", setup='{"id": "t"}', shoe="0", live="0")
    assert members[0].store.write([opened]) == [None]
    members[0].epoch, members[0].seen = 1, "0"
    won: dict[str, int] = {}
    for step in happening:
        happen(members[step.who], step, won)
    balances = members[0].store.balances()
    assert {name: balances.get(purse(name), 0) for name in won} == {name: 100 * many for name, many in won.items()}
    assert sum(balances.values()) == 0
    assert database.run("SELECT COUNT(*) FROM rounds")[0][0] == sum(won.values())


def happen(member: Member, step: Step, won: dict[str, int]) -> None:
    database = member.store.database
    match step.what:
        case "take" | "take let go":
            member.take(silent=step.what == "take")
        case "decide":
            member.decide()
        case "write" if member.decided:
            writing, before = member.decided.pop(0), database.run("SELECT live FROM tables")[0][0]
            fault = member.store.write([writing])[0]
            assert fault is None or isinstance(fault, DealtElsewhere)
            if fault is None:  # then it follows the last write in the database and was made by the owner
                assert int(before) + 1 == writing.number
                assert member.store.leases.own_tables() == {"t": writing.epoch}
                won[member.name] = won.get(member.name, 0) + 1
            else:  # the room is lost, with every decision made there
                member.forget()
        case "renew":
            member.store.leases.renew()
        case "leave":
            member.store.leases.leave()
        case "kill":
            member.forget()
        case "jump":
            database.run(f"UPDATE meta SET value = ({CLOCK} + ?)::text WHERE name = 'clock'", (step.value,))


def test_exclusive_and_shared_servers_lock_each_other_out(url_alone: str) -> None:
    with_others = [open_shared_store(url_alone, name, "") for name in NAMES[:2]]
    with pytest.raises(Refused) as fault:
        connect(url_alone)
    assert fault.value.code == "store-taken"
    for store in with_others:
        store.close()
    alone = open_store(url_alone)
    with pytest.raises(Refused) as fault:
        open_shared_store(url_alone, "cleo", "")
    assert fault.value.code == "store-taken"
    alone.close()


def test_shared_store_stops_writing_after_an_exclusive_server_ran(url_alone: str) -> None:
    shared = open_shared_store(url_alone, "ann", "")
    shared.take_over()
    assert isinstance(shared.database, Postgres)
    shared.database._connection.close()
    alone = open_store(url_alone)
    alone.take_over()
    alone.close()
    fault = shared.write([CommandWrites(player=("a", "Ann"))])[0]
    assert isinstance(fault, Refused)
    assert fault.code == "store-taken"
    shared.close()


def test_file_database_allows_one_process(tmp_path: Path) -> None:
    with pytest.raises(Refused) as fault:
        open_shared_store(str(tmp_path / "house.db"), "ann", "")
    assert fault.value.code == "one-process"


def test_processes_see_each_other_s_writes_and_player_names(members: list[Member]) -> None:
    ann, bob = members[0].store, members[1].store
    ann.database.run(EMPTY)
    for member in members:
        member.forget()
    assert ann.write(
        [CommandWrites(player=("p", "Pat"), transfers=[Transfer(GRANTS, purse("p"), 500, "play money")])]
    ) == [None]
    assert not any(ann.take_news())
    assert bob.write([CommandWrites(player=("q", "Quinn"))]) == [None]
    news = bob.take_news()
    assert (news.transfers, news.nicks) == ((Transfer(GRANTS, purse("p"), 500, "play money"),), (("p", "Pat"),))
    overdrawn = CommandWrites(transfers=[Transfer(purse("p"), GRANTS, 501, "too much")])
    assert isinstance(bob.write([overdrawn])[0], Exception)
    assert ann.write([CommandWrites(transfers=[Transfer(purse("p"), GRANTS, 500, "all of it")])]) == [None]
    assert ann.balances()[purse("p")] == 0
    assert ann.head.number == 3


def test_foreign_journal_is_not_continued(members: list[Member]) -> None:
    ann, bob = members[0].store, members[1].store
    ann.database.run(EMPTY)
    for member in members:
        member.forget()
    assert ann.write([CommandWrites(player=("p", "Pat"))]) == [None]
    ann.database.run("UPDATE journal SET line = replace(line, 'Pat', 'Pet')")
    fault = bob.write([CommandWrites(player=("q", "Quinn"))])[0]
    assert "was not written with the key of this house" in str(fault)


def test_free_tables_are_distributed_evenly(members: list[Member]) -> None:
    stores: list[SharedStore] = [member.store for member in members[:2]]
    reset_database(members)
    tables = [CommandWrites(table=f"t{number}", setup="{}", live="0") for number in range(5)]
    assert stores[0].write(tables) == [None] * 5
    stores[0].leases.leave()
    for store in stores:
        store.leases.renew()
    for store in stores:
        for table in store.leases.free(silent=False):
            store.take_table(table, silent=False)
    assert sorted(len(store.leases.own_tables()) for store in stores) == [2, 3]
    assert {store.leases.holder("t0") for store in stores} == {("ann", "", True)}


def test_process_suspended_in_mid_write_blocks_nobody(members: list[Member], url: str) -> None:
    """In the middle of `executemany` PostgreSQL waits for more data, and its timeout does not run."""
    reset_database(members)
    store = members[0].store
    with psycopg.connect(url, autocommit=True, application_name="pitboss dora") as stopped:
        stopped.execute("SET idle_in_transaction_session_timeout = '100ms'")
        stopped.pgconn.enter_pipeline_mode()
        for sql in (b"BEGIN", BOOKS_LOCK.encode()):
            stopped.pgconn.send_query_params(sql, None)
        stopped.pgconn.send_flush_request()
        stopped.pgconn.flush()
        while not store.database.run(LOCKED):
            continue
        store.leases.end_stuck_sessions(after=0.0)
        assert store.write([CommandWrites(table="t", setup='{"id": "t"}', shoe="0", live="0")]) == [None]
        stopped.close()
