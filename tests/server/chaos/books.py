"""The database of the server under attack: a file, or a dedicated PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from helpers.postgres import PostgresServer
from pitboss.server.store.database import Database, connect
from pitboss.server.store.keys import KEY_FILE, HouseKey, read_key_file


class Books(Protocol):
    """The database as the faults and checks see it, from outside the server."""

    name: str
    url: str
    environment: Mapping[str, str]

    def read(self) -> Database:
        """Open a read-only connection, as an auditor does."""

    def key(self) -> HouseKey:
        """Return the server's key, which is not in the database."""

    def close(self) -> None:
        """Delete the database."""


class _WithKeyFile:
    """A database at a URL, with the key in a separate file."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self._key = url, folder / "house.key"
        self.environment: Mapping[str, str] = {KEY_FILE: str(self._key)}

    def read(self) -> Database:
        """Open a read-only connection, as an auditor does."""
        return connect(self.url, alone=False)

    def key(self) -> HouseKey:
        """Return the server's key, which is not in the database."""
        return HouseKey(read_key_file(self._key), self._key)


class FileBooks(_WithKeyFile):
    """A SQLite file."""

    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "house.db"
        super().__init__(str(self.path), folder)

    def close(self) -> None:
        """Do nothing: the caller owns the folder."""


class PostgresBooks(_WithKeyFile):
    """A PostgreSQL started for the test."""

    name = "postgresql"

    def __init__(self, folder: Path, programs: Path) -> None:
        self.server = PostgresServer(programs)
        super().__init__(self.server.url, folder)

    def close(self) -> None:
        """Stop PostgreSQL and delete its data."""
        self.server.close()
