"""Downloads of the records as CSV or Parquet, produced in chunks by a separate process and streamed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from importlib.util import find_spec
from typing import Any, NamedTuple

from pitboss.compute.jobs.worker import Worker
from pitboss.play.refused import Refused
from pitboss.server.admin.notes import Notes, notes_path
from pitboss.server.store.database import Database, connect

ROWS_PER_CHUNK = 5_000
"""Rows read per chunk."""
EPOCH = date(1970, 1, 1).toordinal()
NO_PARQUET = "for Parquet install the extra: pip install 'pitboss[frames]'; CSV needs nothing"
FORMATS = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
Rows = Iterator[list[Sequence[Any]]]


class DownloadSheet(NamedTuple):
    """A downloadable sheet: its columns (integers or strings), and a function that reads its rows in chunks."""

    columns: dict[str, type]
    pieces: Callable[[Database, Notes], Rows]


def _by_id(run: Callable[..., list[Any]], sql: str) -> Rows:
    """Yield rows in chunks, ordered by id, which is the first column."""
    last = -1
    while rows := run(f"{sql} WHERE id > ? ORDER BY id LIMIT {ROWS_PER_CHUNK}", (last,)):
        yield rows
        last = rows[-1][0]


def _days(_books: Database, notes: Notes) -> Rows:
    rows = notes.run("SELECT day, table_id, rounds, void, seats, bet, won FROM days ORDER BY day, table_id")
    yield [(str(date.fromordinal(EPOCH + row[0])), *row[1:]) for row in rows]


_ENTRIES = "SELECT id, table_id, number, debit, credit, amount, why FROM entries"
_ROUNDS = "SELECT id, table_id, number, at, seats, bet, won, void FROM rounds"
_ACTIONS = "SELECT id, line, at, operator, action, table_id, detail FROM actions"
SHEETS: dict[str, DownloadSheet] = {
    "entries": DownloadSheet(
        {"id": int, "table": str, "round": int, "debit": str, "credit": str, "cents": int, "why": str},
        lambda books, _notes: _by_id(books.run, _ENTRIES),
    ),
    "rounds": DownloadSheet(
        {"id": int, "table": str, "round": int, "at": int, "seats": int, "bet": int, "won": int, "void": int},
        lambda _books, notes: _by_id(notes.run, _ROUNDS),
    ),
    "desk": DownloadSheet(
        {"id": int, "line": int, "at": int, "operator": str, "action": str, "table": str, "detail": str},
        lambda _books, notes: _by_id(notes.run, _ACTIONS),
    ),
    "days": DownloadSheet(
        {"day": str, "table": str, "rounds": int, "void": int, "seats": int, "bet": int, "won": int}, _days
    ),
}
"""The downloadable sheets, with amounts in cents and times in Unix seconds."""


def as_csv(sheet: DownloadSheet, pieces: Rows) -> Iterator[bytes]:
    """Yield CSV: the header, then the rows."""
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\r\n")
    writer.writerow(sheet.columns)
    for rows in pieces:
        writer.writerows([_harmless(cell) for cell in row] for row in rows)
        yield held.getvalue().encode()
        held.seek(0)
        held.truncate()
    yield held.getvalue().encode()


def _harmless(cell: Any) -> Any:
    """Quote text that a spreadsheet would treat as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


def as_parquet(sheet: DownloadSheet, pieces: Rows) -> Iterator[bytes]:
    """Yield the rows as a Parquet file."""
    import pyarrow as pa  # noqa: PLC0415  an extra
    from pyarrow import parquet  # noqa: PLC0415  as above

    kinds = {int: pa.int64(), str: pa.string()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in sheet.columns.items()])
    drain = _Drain()
    with parquet.ParquetWriter(drain, schema, compression="zstd") as writer:
        for rows in pieces:
            columns = list(zip(*rows, strict=True)) or [()] * len(schema)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            yield drain.take()
    yield drain.take()


class _Drain(io.RawIOBase):
    """A write-only file that holds only the bytes not taken yet."""

    def __init__(self) -> None:
        self._held, self._at = bytearray(), 0

    def writable(self) -> bool:
        """Return True: the file is writable."""
        return True

    def write(self, data: Any) -> int:
        """Append data."""
        self._held += data
        self._at += len(data)
        return len(data)

    def tell(self) -> int:
        """Return the total number of bytes written."""
        return self._at

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        taken, self._held = bytes(self._held), bytearray()
        return taken


MAKERS = {"csv": as_csv, "parquet": as_parquet}


def check(what: str, kind: str) -> None:
    """Raise for an unknown sheet or format, or if Parquet support is missing."""
    if what not in SHEETS:
        raise Refused("no-such-sheet", f"unknown sheet {what!r}: choose one of {', '.join(SHEETS)}")
    if kind not in FORMATS:
        raise Refused("no-such-format", f"the books are exported as csv or parquet, not as {kind!r}")
    if kind == "parquet" and find_spec("pyarrow") is None:
        raise Refused("no-pyarrow", NO_PARQUET)


def write_pieces(send: Callable[[bytes], None], database: str, what: str, kind: str) -> None:
    """Produce one download."""
    books, notes = connect(database, alone=False), Notes(notes_path(database))
    sheet = SHEETS[what]
    for piece in filter(None, MAKERS[kind](sheet, sheet.pieces(books, notes))):
        send(piece)


def streamed(database: str, what: str, kind: str) -> Iterator[bytes]:
    """Yield a download as it is produced. The process is killed when the reader stops."""
    worker = Worker()
    try:
        yield from worker.stream(None, write_pieces, database, what, kind)
    finally:
        worker.close()
