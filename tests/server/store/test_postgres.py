"""The same house over a PostgreSQL that the test starts itself."""

from __future__ import annotations

import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest

from pitboss.play.refused import Refused
from pitboss.server.run import CLOSING_SECONDS
from pitboss.server.store import postgres, writer
from pitboss.server.store.database import connect
from pitboss.server.store.postgres import Postgres
from pitboss.server.store.store import open_store
from pitboss.server.tables.registry import LAST_WORDS
from server.support.house import audited, open_house
from server.tables.test_socket import play_round

PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"
pytestmark = pytest.mark.postgres


def as_somebody(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid():
        return command
    user = next(entry.pw_name for entry in pwd.getpwall() if entry.pw_name in ("postgres", "nobody"))
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups", *command]


@pytest.fixture(scope="module")
def url(postgres_bin: Path) -> Iterator[str]:
    folder = Path(
        subprocess.run(as_somebody(["mktemp", "-d"]), check=True, capture_output=True, text=True).stdout.strip()
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    init = [str(postgres_bin / "initdb"), "-D", str(folder / "data"), "-U", "house", "-A", "trust", "-N"]
    subprocess.run(as_somebody(init), check=True, capture_output=True, cwd="/")
    command = [
        str(postgres_bin / "postgres"),
        "-D",
        str(folder / "data"),
        "-p",
        str(port),
        "-k",
        str(folder),
        "-h",
        "127.0.0.1",
    ]
    server = subprocess.Popen(as_somebody(command), stderr=subprocess.DEVNULL, cwd="/")
    address = f"postgresql://house@127.0.0.1:{port}/postgres"
    try:
        wait_for(address, server)
        yield address
    finally:
        server.terminate()
        server.wait(30)
        subprocess.run(as_somebody(["rm", "-rf", str(folder)]), check=True, cwd="/")


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Until it answers or is gone; how long that takes is no part of the test."""
    while server.poll() is None:
        try:
            connect(address, alone=False).close()
        except Refused:
            time.sleep(0.05)
        else:
            return
    pytest.fail("PostgreSQL did not start")


def test_rounds_are_played_restarted_and_audited_on_postgresql(url: str) -> None:
    with open_house(url) as doors:
        table, key = doors.open_table("flop22", bots=1), dict(doors.client.cookies)
        with doors.at(table) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            seated.say("bet", bets={"ante-1": 700})
    with open_house(url) as doors:
        doors.client.cookies.clear()
        doors.client.cookies.update(key)
        with doors.at(table) as back:
            assert back.you["seat"] == 1
            assert back.table["seats"]["1"]["bets"] == {"ante-1": 700}
            back.say("ready")
            back.say("say", answer="none", offer=0)
        with pytest.raises(Refused, match="another pitboss is serving"):
            connect(url)
    store = open_store(url)
    found = audited(store)
    store.database.close()
    assert (found.faults, found.rounds) == ([], 2)


def test_a_server_that_stopped_or_was_killed_does_not_keep_the_next_one_out(url: str) -> None:
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


def cut_all_lines(url: str) -> None:
    """As an administrator, or a restart of PostgreSQL, would."""
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


def test_a_lost_line_is_opened_again_and_only_what_was_on_its_way_is_refused(url: str) -> None:
    with open_house(url) as doors, doors.at(doors.open_table()) as seated:
        seated.say("sit", seat=1)
        for amount in (500, 700):
            cut_all_lines(url)
            assert seated.say("bet", bets={"ante-1": amount})["code"] == "not-written"
            assert seated.say("bet", bets={"ante-1": amount})["type"] == "done"
            assert seated.you["bankroll"] == 100_000 - amount
        with pytest.raises(Refused, match="another pitboss is serving"):
            connect(url)
        play_round(seated)
    assert_books_are_good(url)


def test_what_was_committed_when_the_line_broke_is_found_and_not_written_twice(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def cut_after_the_commit(database: Postgres) -> Iterator[None]:
        with committing(database):
            yield
        cut_all_lines(url)
        database.run("SELECT 1")

    committing = Postgres.transaction
    with open_house(url) as doors:
        table, other = doors.open_table(), doors.newcomer()
        with doors.at(table) as one, doors.at(table, other) as two:
            one.say("sit", seat=1)
            two.say("sit", seat=2)
            for bets, then in (({}, 700), ({"ante-1": 500}, 500)):  # the first bet is cut where it stores the guest
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
    assert_books_are_good(url)


def test_a_house_whose_tables_another_one_has_dealt_meanwhile_writes_nothing_more(url: str) -> None:
    with open_house(url) as doors, doors.at(doors.open_table()) as seated:
        seated.say("sit", seat=1)
        cut_all_lines(url)
        other = open_store(url)
        other.take_over()
        other.database.close()
        for _ in range(2):
            assert seated.say("bet", bets={"ante-1": 500})["code"] == "not-written"
    assert_books_are_good(url)


def assert_books_are_good(url: str) -> None:
    store = open_store(url)
    assert audited(store).faults == []
    store.database.close()


def _mother(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """PostgreSQL goes silent, all of it: it holds every line open and says nothing."""
    with psycopg.connect(url) as line:
        mother = _mother(line.info.backend_pid)
    os.kill(mother, signal.SIGSTOP)
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    children = [pid for pid in pids if _mother(pid) == mother]  # no more come; some may go
    try:
        for pid in children:
            _tell(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in (*children, mother):
            _tell(pid, signal.SIGCONT)


def _tell(pid: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, what)


def test_a_postgresql_that_is_stopped_hangs_neither_newcomers_nor_the_end_of_the_house(url: str) -> None:
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
                    assert httpx.get(f"{address}api/me", timeout=300).status_code == 200  # a newcomer is not written
                    refused = guest.put("/api/me", json={"nick": "Ada"})
                    assert (refused.status_code, refused.json()["code"]) == (503, "not-written")
                    assert refused.headers["Retry-After"] == "5"
                    assert guest.get("/api/games").status_code == 200
                    with pytest.raises(httpx.ReadTimeout):  # it is being worked on when the house closes
                        guest.put("/api/me", json={"nick": "Ada"}, timeout=0.5)
                    house.terminate()
                    house.wait(100)  # it ends; how soon on a machine that is not busy, the next test adds up
        finally:
            house.kill()  # else a test that fails here would wait for it for ever
    with open_house(url) as doors:
        doors.open_table()
    assert_books_are_good(url)


def test_a_house_that_cannot_write_is_closed_within_ten_seconds() -> None:
    """The seconds that each part of closing may take: those who ask, the writings, the thread, what is shown."""
    longest = CLOSING_SECONDS + writer.CLOSING_PATIENCE * 1.5 + LAST_WORDS
    assert longest < 10
    assert CLOSING_SECONDS + postgres.CLOSING_PATIENCE + LAST_WORDS < 10  # silent, and nothing was on its way


def test_a_house_does_not_open_on_a_postgresql_that_is_stopped(url: str) -> None:
    with stopped(url), pytest.raises(Refused, match="PostgreSQL does not answer"):
        open_store(url)


def test_a_postgresql_that_goes_on_after_a_while_is_played_on(url: str) -> None:
    with open_house(url) as doors, doors.at(doors.open_table()) as seated:
        seated.say("sit", seat=1)
        with stopped(url):
            assert seated.say("bet", bets={"ante-1": 500})["code"] == "not-written"
        while seated.say("bet", bets={"ante-1": 500})["type"] == "refused":
            doors.clock.time += 1
        assert seated.you["bankroll"] == 99_500
        play_round(seated)
    assert_books_are_good(url)


def test_an_address_that_nobody_answers_is_told_in_a_sentence() -> None:
    with pytest.raises(Refused, match="PostgreSQL does not answer"):
        connect("postgresql://house@127.0.0.1:1/none")
    with pytest.raises(Refused, match="write a file name or postgresql"):
        connect("mysql://house@127.0.0.1/none")


@pytest.mark.parametrize("bad", ["postgresql://[bad", "postgresql://house@127.0.0.1/books?colour=red"])
def test_what_is_no_postgresql_url_is_refused(bad: str) -> None:
    with pytest.raises(Refused, match="this is no PostgreSQL URL"):
        connect(bad)


def test_a_silent_network_is_given_up_after_a_while_unless_the_url_says_otherwise(url: str) -> None:
    def patience(database: str) -> tuple[str, str]:
        books = connect(database, alone=False)
        assert isinstance(books, Postgres)
        told = books._connection.info.get_parameters()
        books.close()
        return told["connect_timeout"], told["tcp_user_timeout"]

    assert patience(url) == ("4", "25000")
    assert patience(f"{url}?tcp_user_timeout=5000") == ("4", "5000")


def test_a_table_with_a_name_that_postgresql_cannot_hold_has_finished_no_round(url: str) -> None:
    with open_house(url) as doors:
        assert doors.client.get("/api/tables/%00/rounds/1").status_code == 404
        assert doors.client.get("/api/tables/%00").status_code == 404
