"""Where the house under attack keeps its books: a file, or a PostgreSQL of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from helpers.postgres import PostgresServer
from pitboss.server.store.database import Database, connect
from pitboss.server.store.key_file import read_key_file
from pitboss.server.store.keys import KEY_FILE, HouseKey


class Books(Protocol):
    """The books from outside: what every fault and every check asks of them."""

    name: str
    url: str
    environment: Mapping[str, str]

    def read(self) -> Database:
        """A connection that only reads, as an auditor has."""

    def key(self) -> HouseKey:
        """The key of the house, which the database does not hold."""

    def close(self) -> None:
        """Throw them away."""


class _KeyBeside:
    """Books at an address, with the key in a file."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self._key = url, folder / "house.key"
        self.environment: Mapping[str, str] = {KEY_FILE: str(self._key)}

    def read(self) -> Database:
        """A connection that only reads, as an auditor has."""
        return connect(self.url, alone=False)

    def key(self) -> HouseKey:
        """The key of the house, which the database does not hold."""
        return HouseKey(read_key_file(self._key), self._key)


class FileBooks(_KeyBeside):
    """SQLite."""

    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "house.db"
        super().__init__(str(self.path), folder)

    def close(self) -> None:
        """The folder is whose it is."""


class PostgresBooks(_KeyBeside):
    """PostgreSQL, started for this."""

    name = "postgresql"

    def __init__(self, folder: Path, programs: Path) -> None:
        self.server = PostgresServer(programs)
        super().__init__(self.server.url, folder)

    def close(self) -> None:
        """Stop it and throw it away."""
        self.server.close()
