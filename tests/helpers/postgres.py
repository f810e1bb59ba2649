"""A PostgreSQL server that a test can start, stop and break."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from pitboss.play.refused import Refused
from pitboss.server.store.database import connect


def find_postgres() -> Path | None:
    """Return the directory with `postgres` and `initdb`, if any."""
    found = shutil.which("postgres")
    directories = [Path(found).resolve().parent] if found else []
    directories += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((directory for directory in directories if (directory / "initdb").exists()), None)


def as_somebody(command: list[str]) -> list[str]:
    """Return the command to run as an unprivileged user: PostgreSQL refuses to run as root."""
    if os.geteuid():
        return command
    import pwd  # only where PostgreSQL runs as another user

    user = next(entry.pw_name for entry in pwd.getpwall() if entry.pw_name in ("postgres", "nobody"))
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups", *command]


def free_port() -> int:
    """Return an unused port on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class PostgresServer:
    """One database cluster in its own folder."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        made = subprocess.run(as_somebody(["mktemp", "-d"]), check=True, capture_output=True, text=True)
        self.folder, self.port = Path(made.stdout.strip()), free_port()
        self.url = f"postgresql://house@127.0.0.1:{self.port}/postgres"
        init = [str(programs / "initdb"), "-D", str(self.folder / "data"), "-U", "house", "-A", "trust", "-N"]
        subprocess.run(as_somebody(init), check=True, capture_output=True, cwd="/")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        where = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port)]
        command = as_somebody([str(self._programs / "postgres"), *where])
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd="/")
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        """Wait until it accepts connections or has exited."""
        while self.process.poll() is None:
            try:
                connect(self.url, alone=False).close()
            except Refused:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("PostgreSQL did not start")

    def cut_all_lines(self) -> None:
        """Terminate all client connections, as an administrator would."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )

    def backends(self) -> list[int]:
        """Return the process ids of the client connections."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as admin:
            found = admin.execute(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
            return [pid for (pid,) in found.fetchall()]

    def fill_disk(self) -> list[int]:
        """Limit the current backends to files of one page, and return their process ids."""
        pids = self.backends()
        self._limit(pids, "4096")
        return pids

    def free_disk(self, pids: list[int]) -> None:
        """Lift the limit for the backends that are still alive."""
        self._limit(pids, "unlimited")

    def _limit(self, pids: list[int], size: str) -> None:
        for pid in pids:
            command = as_somebody(["prlimit", "--pid", str(pid), f"--fsize={size}:"])
            subprocess.run(command, check=False, capture_output=True)  # it may be gone

    def crash(self) -> None:
        """Stop immediately without a checkpoint, so that the next start has to recover."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(300)

    def close(self) -> None:
        """Stop it and delete its folder."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # fast shutdown: disconnects clients
            self.process.wait(300)
        subprocess.run(as_somebody(["rm", "-rf", str(self.folder)]), check=True, cwd="/")
