"""Startup and shutdown of the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket as sockets
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TextIO
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from uvicorn.config import LOGGING_CONFIG

from pitboss.play.refused import Refused
from pitboss.server.admin.operator_access import OperatorAuth
from pitboss.server.app import make_app
from pitboss.server.cluster.peers import PeerSettings
from pitboss.server.cluster.shared_store import open_shared_store
from pitboss.server.cluster.socket_relay import Inbox, open_inbox
from pitboss.server.cluster.supervisor import Supervisor
from pitboss.server.config import ServerConfig
from pitboss.server.gate.http_protocol import http_protocol
from pitboss.server.gate.proxies import Proxies
from pitboss.server.gate.rate_limits import limits_from
from pitboss.server.http.listener import listen, network_url
from pitboss.server.jobs.documents import DocumentQueue
from pitboss.server.jobs.hint_tasks import HintWorkers
from pitboss.server.jobs.warm import WarmProcess
from pitboss.server.store.keys import without_password
from pitboss.server.store.maintenance.audit_commands import default_database
from pitboss.server.store.store import open_store
from pitboss.server.tables.direct_line import socket_protocol
from pitboss.server.telemetry.logs import log_as_json

MAX_FRAME_BYTES = 65_536
MAX_FILES = 65_536
CLOSING_SECONDS = 3
"""Seconds allowed for pending requests to finish at shutdown."""
GC_THRESHOLD = 10_000
"""The garbage collector's threshold for new objects. Nearly all of them are freed by reference counting."""
SWITCH_INTERVAL_SECONDS = 0.0005
"""The interpreter's switch interval in seconds, short so that the writer thread doesn't wait for the tables."""


@dataclass(frozen=True)
class _Served:
    """The settings shared by every server process."""

    house: ServerConfig
    """The configuration, except for the parts specific to a process."""
    desk: OperatorAuth
    listening: sockets.socket
    log: str


def serve(
    host: str = "127.0.0.1", port: int | None = None, database: str | None = None, open_browser: bool = True,
    out: TextIO | None = None, url: str | None = None, proxies: Iterable[str] = (), limits: Iterable[str] = (),
    watchers: Iterable[str] = (), log: str = "text", operators: Iterable[str] = (), processes: int = 1,
    peer: str | None = None,
) -> None:  # fmt: skip
    """Serve tables until interrupted. Print the address, and open a browser if wanted."""
    url = _checked_url(url or os.environ.get("PITBOSS_URL"))
    known = Proxies(proxies or filter(None, os.environ.get("PITBOSS_PROXY", "").split(",")))
    if processes > 1 and not hasattr(os, "fork"):
        raise Refused("one-process", "this system cannot run a house in several processes: leave out --processes")
    peers = PeerSettings.read(peer, processes)
    desk = OperatorAuth(None, operators, known)
    path = database or default_database()
    house = ServerConfig(
        path, url=url, limits=limits_from(limits), proxies=known, watchers=Proxies(watchers, "--watcher")
    )
    _choose_log(log)
    (open_shared_store(path, "", "") if peers else open_store(path)).close()  # report database errors before starting
    listening = listen(host, port, together=processes > 1)
    shown = "localhost" if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host
    address = url or f"http://{shown}:{listening.getsockname()[1]}/"
    more = list(_about_proxies(shown, listening, bool(known)) if url else _about_network(listening))
    more.append(f"the house's desk is at {address}house{'' if desk.is_given else f'#{desk.secret}'}")
    more.append(f"the books are in {without_password(path)}")
    announce = partial(_announce, more, address, open_browser, out or sys.stdout)
    served = _Served(house, desk, listening, log)
    _allow_many_files()
    if processes == 1:
        _serve_one(served, peers, 0, announce)
    else:
        Supervisor(processes, partial(_serve_one_process, served, peers), announce).run()


def _serve_one_process(served: _Served, peers: PeerSettings | None, place: int, announce: Callable[[], object]) -> None:
    """Serve as one of several processes, with its own socket on the shared port. The parent only reserves the port."""
    host, port = served.listening.getsockname()[:2]
    _serve_one(replace(served, listening=listen(host, port, together=True)), peers, place, announce)


def _serve_one(served: _Served, peers: PeerSettings | None, place: int, announce: Callable[[], object]) -> None:
    """Serve in this process, alone or as one of several."""
    listening = [served.listening]
    own = peers.socket(place) if peers else None
    if own:
        listening.append(own)
    thinking, warming = HintWorkers(), WarmProcess()
    if place == 0:  # one process of a house compiles for all
        warming.start()
    house = make_app(
        replace(
            served.house,
            peer=peers.address_of(own) if peers and own else None,
            hints=thinking.hints,
            spots=thinking.spots,
            prepare=thinking.prepare,
            edge=thinking.edge,
            outlook=thinking.outlook,
            papers=DocumentQueue(),
            best_play=thinking.best_play,
            work=thinking.work,
            on_close=partial(_close_all, thinking, warming),
        ),
        served.desk,
    )
    house.state.gatekeeper.peer_port = own.getsockname()[1] if own else None
    config = uvicorn.Config(
        house, http=http_protocol(house.state.gatekeeper), ws=socket_protocol(), ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False, log_level=logging.WARNING, proxy_headers=False,
        log_config=None if served.log == "json" else LOGGING_CONFIG,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=CLOSING_SECONDS, access_log=False,
    )  # fmt: skip
    with contextlib.suppress(KeyboardInterrupt):
        _Announcing(config, house, announce).run(sockets=listening)


def _close_all(thinking: HintWorkers, warming: WarmProcess) -> None:
    """Stop every worker process."""
    warming.close()
    thinking.close()


def _announce(more: Iterable[str], address: str, open_browser: bool, out: TextIO) -> None:
    """Print the address of the server, and open the page in a browser."""
    print(f"pitboss deals at {address}  (Ctrl-C to close the house)", file=out, flush=True)
    for line in more:
        print(line, file=out, flush=True)
    if open_browser:
        threading.Thread(target=_open_page, args=(address,), daemon=True).start()


def _choose_log(log: str) -> None:
    """Select text or JSON logging."""
    if log == "json":
        log_as_json()
    elif log != "text":
        raise Refused("bad-log", f"--log is text or json, not {log!r}")


def _allow_many_files() -> None:
    """Raise the limit on open files, because every socket counts as one and the default is often about a thousand."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  not on every system

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed < MAX_FILES:
            more = MAX_FILES if most == resource.RLIM_INFINITY else min(MAX_FILES, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))


def _checked_url(url: str | None) -> str | None:
    """Validate the public URL and add a trailing slash."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")
    except ValueError:
        is_good = False
    if not is_good or "@" in url or "?" in url or "#" in url:
        raise Refused(
            "bad-url", f"--url must be the public address of the house, like https://casino.example.com, not {url!r}"
        )
    return url.rstrip("/") + "/"


def _about_proxies(host: str, listening: sockets.socket, has_proxies: bool) -> Iterator[str]:
    """Yield the address for a reverse proxy, and a warning if no proxy address was given."""
    yield f"a proxy reaches it at {host}:{listening.getsockname()[1]}"
    if not has_proxies:
        yield "all players count as one address: name the proxy with --proxy, as in --proxy 127.0.0.1"


def _about_network(listening: sockets.socket) -> Iterator[str]:
    """Yield the address for other machines, if they can reach the server."""
    if address := network_url(listening):
        yield f"others on your network open {address}"


class _Announcing(uvicorn.Server):
    """A uvicorn server that announces when it is listening and hands over its tables before it stops."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, announce: Callable[[], object]) -> None:
        super().__init__(config)
        self._app, self._announce = app, announce
        self._inbox: Inbox | None = None

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start, then announce it."""
        await super().startup(sockets)
        if not self.started:
            return
        gc.collect()
        gc.freeze()  # objects created at startup stay, so the collector needn't scan them
        gc.set_threshold(GC_THRESHOLD)
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        self._inbox = open_inbox(self._app.state.registry.house.peer, self._line)
        self._announce()

    def _line(self) -> asyncio.Protocol:
        """Create a protocol for a connection handed over by another process, as for a direct connection."""
        make, state = self.config.http_protocol_class, self.server_state
        return make(config=self.config, server_state=state, app_state=self.lifespan.state)  # type: ignore[call-arg]

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Stop accepting connections, hand tables over to other processes, then close."""
        for server in self.servers:
            server.close()
        if self._inbox:
            self._inbox.close()
        await self._app.state.registry.leave()
        await super().shutdown(sockets)


def _open_page(address: str) -> None:
    with contextlib.suppress(Exception):
        webbrowser.open(address)
