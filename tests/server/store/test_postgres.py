"""The server on a PostgreSQL started by the test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest

from helpers.postgres import PostgresServer
from pitboss.play.refused import Refused
from pitboss.server.cluster.shared_store import open_shared_store
from pitboss.server.run import CLOSING_SECONDS
from pitboss.server.store import postgres, writer
from pitboss.server.store.database import connect
from pitboss.server.store.keys import KEY_FILE, new_key_file
from pitboss.server.store.postgres import Postgres
from pitboss.server.store.store import open_store
from pitboss.server.tables.registry import FINAL_UPDATE_SECONDS
from server.support.house import audited, run_server
from server.tables.test_socket import play_round

PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"
pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def url(postgres_bin: Path) -> Iterator[str]:
    server = PostgresServer(postgres_bin)
    try:
        yield server.url
    finally:
        server.close()


def test_rounds_are_played_restarted_and_audited_on_postgresql(url: str) -> None:
    with run_server(url) as running:
        table, key = running.open_table("flop22", bots=1), dict(running.client.cookies)
        with running.at(table) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            seated.say("bet", bets={"ante-1": 700})
    with run_server(url) as running:
        running.client.cookies.clear()
        running.client.cookies.update(key)
        with running.at(table) as back:
            assert back.you["seat"] == 1
            assert back.table["seats"]["1"]["bets"] == {"ante-1": 700}
            back.say("ready")
            back.say("say", answer="none", offer=0)
        with pytest.raises(Refused) as fault:
            connect(url)
        assert fault.value.code == "store-taken"
    store = open_store(url)
    found = audited(store)
    store.database.close()
    assert (found.faults, found.rounds) == ([], 2)


def test_stopped_or_killed_server_does_not_lock_out_the_next(url: str) -> None:
    for _ in range(100):
        connect(url).close()
    program = (
        "import sys; from pitboss.server.store.database import connect; held = connect(sys.argv[1]); print(); input()"
    )
    other = subprocess.Popen([sys.executable, "-c", program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with other:
        assert other.stdout is not None
        other.stdout.readline()
        other.kill()
        connect(url).close()


def cut_all_connections(url: str) -> None:
    """Cut all connections, as an administrator or a restart of PostgreSQL would."""
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


def test_lost_connection_is_reopened_and_only_pending_writes_fail(url: str) -> None:
    with run_server(url) as running, running.at(running.open_table()) as seated:
        seated.say("sit", seat=1)
        for amount in (500, 700):
            cut_all_connections(url)
            assert seated.say("bet", bets={"ante-1": amount})["code"] == "not-written"
            assert seated.say("bet", bets={"ante-1": amount})["type"] == "done"
            assert seated.you["bankroll"] == 100_000 - amount
        with pytest.raises(Refused) as fault:
            connect(url)
        assert fault.value.code == "store-taken"
        play_round(seated)
    assert_database_is_valid(url)


def test_write_committed_as_the_connection_broke_is_not_repeated(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def cut_after_the_commit(database: Postgres) -> Iterator[None]:
        with committing(database):
            yield
        cut_all_connections(url)
        database.run("SELECT 1")

    committing = Postgres.transaction
    with run_server(url) as running:
        table, other = running.open_table(), running.newcomer()
        with running.at(table) as one, running.at(table, other) as two:
            one.say("sit", seat=1)
            two.say("sit", seat=2)
            for bets, then in (({}, 700), ({"ante-1": 500}, 500)):  # the first bet is cut while storing the guest
                with monkeypatch.context() as patch:
                    patch.setattr(Postgres, "transaction", cut_after_the_commit)
                    assert one.say("bet", bets={"ante-1": 500})["code"] == "not-written"
                one.say("ping")
                assert one.table["seats"]["1"]["bets"] == bets
                assert one.say("bet", bets={"ante-1": then})["type"] == "done"
                assert one.you["bankroll"] == 100_000 - then  # the play money is granted once
            for seated in (one, two):
                seated.say("ping")
                assert seated.table["seats"]["1"]["bets"] == {"ante-1": 500}
            assert (one.you["bankroll"], two.you["bankroll"]) == (99_500, 100_000)
            assert two.say("bet", bets={"ante-1": 500})["type"] == "done"
    assert_database_is_valid(url)


def test_server_stops_writing_after_another_took_its_tables(url: str) -> None:
    with run_server(url) as running, running.at(running.open_table()) as seated:
        seated.say("sit", seat=1)
        cut_all_connections(url)
        other = open_store(url)
        other.take_over()
        other.database.close()
        for _ in range(2):
            assert seated.say("bet", bets={"ante-1": 500})["code"] == "not-written"
    assert_database_is_valid(url)


def assert_database_is_valid(url: str) -> None:
    store = open_store(url)
    assert audited(store).faults == []
    store.database.close()


def _parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """Suspend all of PostgreSQL: connections stay open but get no answer."""
    with psycopg.connect(url) as line:
        mother = _parent_of(line.info.backend_pid)
    os.kill(mother, signal.SIGSTOP)
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    children = [pid for pid in pids if _parent_of(pid) == mother]  # no new ones start; some may exit
    try:
        for pid in children:
            _send_signal(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in (*children, mother):
            _send_signal(pid, signal.SIGCONT)


def _send_signal(pid: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, what)


def test_suspended_postgresql_blocks_neither_new_players_nor_shutdown(url: str) -> None:
    program = (
        "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"
    )
    with subprocess.Popen([sys.executable, "-c", program, url], stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            address = house.stdout.readline().split()[3]
            with httpx.Client(base_url=address, headers={"Origin": address.rstrip("/")}, timeout=300) as guest:
                assert guest.get("/api/me").status_code == 200
                with stopped(url):
                    assert httpx.get(f"{address}api/me", timeout=300).status_code == 200  # a new guest is not stored
                    refused = guest.put("/api/me", json={"nick": "Ada"})
                    assert (refused.status_code, refused.json()["code"]) == (503, "not-written")
                    assert refused.headers["Retry-After"] == "5"
                    assert guest.get("/api/games").status_code == 200
                    with pytest.raises(httpx.ReadTimeout):  # it is in progress when the server shuts down
                        guest.put("/api/me", json={"nick": "Ada"}, timeout=0.5)
                    house.terminate()
                    house.wait(300)  # it ends; the next test adds up how soon on an idle machine
        finally:
            house.kill()  # otherwise a failing test would wait forever
    with run_server(url) as running:
        running.open_table()
    assert_database_is_valid(url)


def test_shutdown_without_a_database_takes_at_most_ten_seconds() -> None:
    """Add up the time limits of each part of the shutdown: requests, writes, the thread, pending messages."""
    longest = CLOSING_SECONDS + writer.CLOSE_TIMEOUT_SECONDS * 1.5 + FINAL_UPDATE_SECONDS
    assert longest < 10
    assert (
        CLOSING_SECONDS + postgres.CLOSE_TIMEOUT_SECONDS + FINAL_UPDATE_SECONDS < 10
    )  # unresponsive, with nothing in progress


def test_server_does_not_start_on_a_suspended_postgresql(url: str) -> None:
    with stopped(url), pytest.raises(Refused) as fault:
        open_store(url)
    assert fault.value.code == "no-database"


def test_play_continues_after_postgresql_resumes(url: str) -> None:
    with run_server(url) as running, running.at(running.open_table()) as seated:
        seated.say("sit", seat=1)
        with stopped(url):
            assert seated.say("bet", bets={"ante-1": 500})["code"] == "not-written"
        while seated.say("bet", bets={"ante-1": 500})["type"] == "refused":
            running.clock.time += 1
        assert seated.you["bankroll"] == 99_500
        play_round(seated)
    assert_database_is_valid(url)


def test_unreachable_database_is_reported() -> None:
    with pytest.raises(Refused) as fault:
        connect("postgresql://house@127.0.0.1:1/none")
    assert fault.value.code == "no-database"
    with pytest.raises(Refused) as fault:
        connect("mysql://house@127.0.0.1/none")
    assert fault.value.code == "bad-database"


@pytest.mark.parametrize("bad", ["postgresql://[bad", "postgresql://house@127.0.0.1/books?colour=red"])
def test_invalid_postgresql_url_is_rejected(bad: str) -> None:
    with pytest.raises(Refused) as fault:
        connect(bad)
    assert fault.value.code == "bad-database"


def test_network_timeout_applies_unless_set_in_the_url(url: str) -> None:
    def timeout_settings(database: str) -> tuple[str, str]:
        books = connect(database, alone=False)
        assert isinstance(books, Postgres)
        parameters = books._connection.info.get_parameters()
        books.close()
        return parameters["connect_timeout"], parameters["tcp_user_timeout"]

    assert timeout_settings(url) == ("4", "25000")
    assert timeout_settings(f"{url}?tcp_user_timeout=5000") == ("4", "5000")


def test_table_name_invalid_in_postgresql_has_no_rounds(url: str) -> None:
    with run_server(url) as running:
        assert running.client.get("/api/tables/%00/rounds/1").status_code == 404
        assert running.client.get("/api/tables/%00").status_code == 404


def test_two_machines_cannot_begin_the_same_books_with_two_keys(
    tmp_path: Path, postgres_bin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = PostgresServer(postgres_bin)
    try:
        monkeypatch.setenv(KEY_FILE, str(tmp_path / "one.key"))
        first = open_shared_store(server.url, "one", "127.0.0.1:1")
        monkeypatch.setenv(KEY_FILE, str(tmp_path / "other.key"))
        with pytest.raises(Refused, match=r"other\.key") as fault:
            open_shared_store(server.url, "other", "127.0.0.1:2")
        assert fault.value.code == "no-key"
        assert not (tmp_path / "other.key").exists()
        (tmp_path / "other.key").write_text(new_key_file().text)
        with pytest.raises(Refused) as fault:
            open_shared_store(server.url, "other", "127.0.0.1:2")
        assert fault.value.code == "other-key"
        (tmp_path / "other.key").write_text((tmp_path / "one.key").read_text())
        open_shared_store(server.url, "other", "127.0.0.1:2").close()
        first.close()
    finally:
        server.close()
