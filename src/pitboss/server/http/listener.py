"""The socket the server listens on."""

from __future__ import annotations

import os
import socket as sockets
from contextlib import suppress

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused

PORTS_TO_TRY = 20
ELSEWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. The route to it shows at which of our addresses others can reach us."""


def listen(host: str, port: int | None, *, together: bool = False) -> sockets.socket:
    """Bind the requested port, or the first free one from 8022. With `together`, other processes may share the port."""
    if not host:
        raise Refused("no-host", "--host must be a name or an address: 0.0.0.0 is every address of this machine")
    tried = [port] if port is not None else range(8022, 8022 + PORTS_TO_TRY)
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    fault = OSError("no port was tried")
    for number in tried:
        listening = sockets.socket(family, sockets.SOCK_STREAM)
        if os.name == "posix":  # on Windows this would take a port that another program listens on
            listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        if together:  # the kernel distributes connections among the listening processes
            listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEPORT, 1)
        try:
            listening.bind((host, number))
        except (OSError, OverflowError) as error:
            listening.close()
            fault = error if isinstance(error, OSError) else OSError("no such port")
        except TypeError:  # the name can't be encoded as a host name
            listening.close()
            raise Refused("no-host", f"cannot listen on {host!r}: no host has such a name") from None
        else:
            return listening
    where = f"port {port}" if port is not None else f"any port from 8022 to {8021 + PORTS_TO_TRY}"
    raise Refused("no-port", f"cannot listen on {host}, {where}: {in_words(fault)}")


def network_url(listening: sockets.socket) -> str | None:
    """Return the URL for other machines on the network, or None if only this machine or one address is served."""
    host, port = listening.getsockname()[:2]
    if host not in {"0.0.0.0", "::"}:
        return None
    with suppress(OSError), sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)  # chooses a route and sends nothing
        return f"http://{probe.getsockname()[0]}:{port}/"
    return None
