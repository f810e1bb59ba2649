"""Starting the server."""

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
from pitboss.server.admin.operator_access import DeskDoor
from pitboss.server.app import make_app
from pitboss.server.cluster.peer_addresses import Peering
from pitboss.server.cluster.shared_store import open_shared_store
from pitboss.server.cluster.socket_handover import Inbox, open_inbox
from pitboss.server.cluster.supervisor import Crew
from pitboss.server.config import House
from pitboss.server.gate.http_protocol import http_line
from pitboss.server.gate.proxies import Proxies
from pitboss.server.gate.rate_limits import limits_from
from pitboss.server.http.listener import listen
from pitboss.server.jobs.documents import Paperwork
from pitboss.server.jobs.hint_tasks import Thinking
from pitboss.server.store.keys import without_password
from pitboss.server.store.maintenance.audit_commands import default_database
from pitboss.server.store.store import open_store
from pitboss.server.tables.direct_line import DirectLine, Handshaking
from pitboss.server.telemetry.logs import log_as_json

LONGEST_FRAME = 65_536
MOST_FILES = 65_536
CLOSING_SECONDS = 3
"""Those who still wait for an answer when the house closes get it in this time or not at all."""
MADE_BEFORE_TIDYING = 10_000
"""This many new things and the young ones are looked through; nearly all of them are gone by themselves."""
LONGEST_TURN = 0.0005
"""Seconds after which the tables let the thread go on that writes for them: it waits for the database, not for them."""


@dataclass(frozen=True)
class _Served:
    """What every process of a house needs to know to serve."""

    house: House
    """How it is run, but for what each process has of its own."""
    desk: DeskDoor
    listening: sockets.socket
    log: str


def serve(
    host: str = "127.0.0.1", port: int | None = None, database: str | None = None, open_browser: bool = True,
    out: TextIO | None = None, url: str | None = None, proxies: Iterable[str] = (), limits: Iterable[str] = (),
    watchers: Iterable[str] = (), log: str = "text", operators: Iterable[str] = (), processes: int = 1,
    peer: str | None = None,
) -> None:  # fmt: skip
    """Serve tables until interrupted; says where, and opens a browser if there is one."""
    url = _checked_url(url or os.environ.get("PITBOSS_URL"))
    known = Proxies(proxies or filter(None, os.environ.get("PITBOSS_PROXY", "").split(",")))
    peers = Peering.read(peer, processes)
    desk = DeskDoor(None, operators, known)
    path = database or default_database()
    house = House(path, url=url, limits=limits_from(limits), proxies=known, watchers=Proxies(watchers, "--watcher"))
    _choose_log(log)
    (open_shared_store(path, "", "") if peers else open_store(path)).close()  # what is wrong is said before the start
    listening = listen(host, port, together=processes > 1)
    shown = f"[{host}]" if ":" in host else {"0.0.0.0": "localhost"}.get(host, host)
    address = url or f"http://{shown}:{listening.getsockname()[1]}/"
    more = list(_about_proxies(shown, listening, bool(known)) if url else ())
    more.append(f"the house's desk is at {address}house{'' if desk.is_given else f'#{desk.secret}'}")
    more.append(f"the books are in {without_password(path)}")
    said = partial(_announce, more, address, open_browser, out or sys.stdout)
    served = _Served(house, desk, listening, log)
    _allow_many_files()
    if processes == 1:
        _serve_one(served, peers, 0, said)
    else:
        Crew(processes, partial(_serve_beside, served, peers), said).run()


def _serve_beside(served: _Served, peers: Peering | None, place: int, said: Callable[[], object]) -> None:
    """Serve as one of several, on a socket of its own for the same port; the parent's only holds the port."""
    host, port = served.listening.getsockname()[:2]
    _serve_one(replace(served, listening=listen(host, port, together=True)), peers, place, said)


def _serve_one(served: _Served, peers: Peering | None, place: int, said: Callable[[], object]) -> None:
    """Serve in this process, alone or as one of several."""
    listening = [served.listening]
    own = peers.socket(place) if peers else None
    if own:
        listening.append(own)
    thinking = Thinking()
    house = make_app(
        replace(
            served.house,
            peer=peers.address_of(own) if peers and own else None,
            hints=thinking.hints,
            spots=thinking.spots,
            prepare=thinking.prepare,
            edge=thinking.edge,
            outlook=thinking.outlook,
            papers=Paperwork(),
            best_play=thinking.best_play,
            work=thinking.work,
            on_close=thinking.close,
        ),
        served.desk,
    )
    house.state.door.peer_port = own.getsockname()[1] if own else None
    config = uvicorn.Config(
        house, http=http_line(house.state.door), ws=_sockets(), ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False, log_level=logging.WARNING, proxy_headers=False,
        log_config=None if served.log == "json" else LOGGING_CONFIG,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=CLOSING_SECONDS, access_log=False,
    )  # fmt: skip
    with contextlib.suppress(KeyboardInterrupt):
        _Announcing(config, house, said).run(sockets=listening)


def _announce(more: Iterable[str], address: str, open_browser: bool, out: TextIO) -> None:
    """Say where the house is, and open its page."""
    print(f"pitboss deals at {address}  (Ctrl-C to close the house)", file=out, flush=True)
    for line in more:
        print(line, file=out, flush=True)
    if open_browser:
        threading.Thread(target=_open_page, args=(address,), daemon=True).start()


def _choose_log(log: str) -> None:
    """Lines for people, or JSON for programs."""
    if log == "json":
        log_as_json()
    elif log != "text":
        raise Refused("bad-log", f"--log is text or json, not {log!r}")


def _allow_many_files() -> None:
    """Every socket is an open file, and many systems allow a thousand unless asked for more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  not on every system

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed < MOST_FILES:
            more = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))


def _checked_url(url: str | None) -> str | None:
    """Where players find the house, or `Refused`."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")
    except ValueError:
        is_good = False
    if not is_good or "@" in url or "?" in url or "#" in url:
        raise Refused("bad-url", f"--url is where the whole house is, like https://casino.example.com, not {url!r}")
    return url.rstrip("/") + "/"


def _sockets() -> type[Handshaking]:
    """How sockets are spoken to: the short way, or as any ASGI server does."""
    return Handshaking if os.environ.get("PITBOSS_SOCKETS") == "asgi" else DirectLine


def _about_proxies(host: str, listening: sockets.socket, has_proxies: bool) -> Iterator[str]:
    """Where a proxy finds the house, and what is missing if nobody said where the proxy is."""
    yield f"a proxy reaches it at {host}:{listening.getsockname()[1]}"
    if not has_proxies:
        yield "every player counts as one address: say where the proxy is with --proxy, as in --proxy 127.0.0.1"


class _Announcing(uvicorn.Server):
    """Says that it listens once it does, and lets its tables go to other processes before it ends."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, said: Callable[[], object]) -> None:
        super().__init__(config)
        self._app, self._said = app, said
        self._inbox: Inbox | None = None

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if not self.started:
            return
        gc.collect()
        gc.freeze()  # what the start has made stays: to look through it again and again would hold up the tables
        gc.set_threshold(MADE_BEFORE_TIDYING)
        sys.setswitchinterval(LONGEST_TURN)
        self._inbox = open_inbox(self._app.state.hall.house.peer, self._line)
        self._said()

    def _line(self) -> asyncio.Protocol:
        """For a browser that another process hands on, as for one that comes by itself."""
        make, state = self.config.http_protocol_class, self.server_state
        return make(config=self.config, server_state=state, app_state=self.lifespan.state)  # type: ignore[call-arg]

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Let nobody in any more, hand over what others can go on with, then close."""
        for server in self.servers:
            server.close()
        if self._inbox:
            self._inbox.close()
        await self._app.state.hall.leave()
        await super().shutdown(sockets)


def _open_page(address: str) -> None:
    with contextlib.suppress(Exception):
        webbrowser.open(address)
