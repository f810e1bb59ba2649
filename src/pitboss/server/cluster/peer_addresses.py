"""Addresses at which the processes of a house reach each other."""

from __future__ import annotations

import socket as sockets
from typing import NamedTuple

from pitboss.play.refused import Refused
from pitboss.server.http.listener import listen

LOCALHOST = "127.0.0.1"


class PeerSettings(NamedTuple):
    """The host at which others reach this machine, and the port of its first process (0 for any free port)."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str | None, processes: int) -> PeerSettings | None:
        """Parse `--peer`. Return None for a single process without peers."""
        if text is None:
            return cls(LOCALHOST, 0) if processes > 1 else None
        host, _, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
        if not host:
            host, port = text, "0"
        port = port or "0"
        if not host or not port.isdecimal() or int(port) + processes > 65_536 or (":" in host) != host.startswith("["):
            raise Refused(
                "bad-peer",
                f"--peer is where the others reach this machine, like 10.0.0.5 or 10.0.0.5:8100, not {text!r}",
            )
        return cls(host.strip("[]"), int(port))

    def socket(self, place: int) -> sockets.socket:
        """Bind the socket on which the process with this number listens for the other processes."""
        return listen(self.host, self.port + place if self.port else 0)

    def address_of(self, own: sockets.socket) -> str:
        """Return the address to publish to the others."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return f"{shown}:{own.getsockname()[1]}"
