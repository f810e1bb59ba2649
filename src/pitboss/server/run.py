"""Starting the server."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket as sockets
import sys
import threading
import webbrowser
from collections.abc import Iterable, Iterator
from typing import TextIO
from urllib.parse import urlsplit

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from pitboss.play.refused import Refused
from pitboss.play.textfile import in_words
from pitboss.server.app import make_app
from pitboss.server.books import default_database
from pitboss.server.direct_line import DirectLine, Handshaking
from pitboss.server.door.http_line import http_line
from pitboss.server.door.limits import limits_from
from pitboss.server.door.proxies import Proxies
from pitboss.server.hall import House
from pitboss.server.office.secret import DeskDoor
from pitboss.server.paperwork import Paperwork
from pitboss.server.store import open_store
from pitboss.server.thinking import Thinking
from pitboss.server.watch.logs import log_as_json

LONGEST_FRAME = 65_536
PORTS_TO_TRY = 20
MOST_FILES = 65_536
CLOSING_SECONDS = 3
"""Those who still wait for an answer when the house closes get it in this time or not at all."""
MADE_BEFORE_TIDYING = 10_000
"""This many new things and the young ones are looked through; nearly all of them are gone by themselves."""


def serve(
    host: str = "127.0.0.1", port: int | None = None, database: str | None = None, open_browser: bool = True,
    out: TextIO | None = None, url: str | None = None, proxies: Iterable[str] = (), limits: Iterable[str] = (),
    watchers: Iterable[str] = (), log: str = "text", operators: Iterable[str] = (),
) -> None:  # fmt: skip
    """Serve tables until interrupted; says where, and opens a browser if there is one."""
    url = _checked_url(url or os.environ.get("PITBOSS_URL"))
    known = Proxies(proxies or filter(None, os.environ.get("PITBOSS_PROXY", "").split(",")))
    allowed = limits_from(limits)
    seen_by = Proxies(watchers, "--watcher")
    desk = DeskDoor(None, operators, known)
    _choose_log(log)
    path = database or default_database()
    open_store(path).close()  # what is wrong with the books is said before the server starts
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else {"0.0.0.0": "localhost"}.get(host, host)
    address = url or f"http://{shown}:{listening.getsockname()[1]}/"
    thinking = Thinking()
    house = make_app(
        House(
            path,
            hints=thinking.hints,
            spots=thinking.spots,
            prepare=thinking.prepare,
            edge=thinking.edge,
            outlook=thinking.outlook,
            papers=Paperwork(),
            best_play=thinking.best_play,
            work=thinking.work,
            url=url,
            limits=allowed,
            proxies=known,
            watchers=seen_by,
            on_close=thinking.close,
        ),
        desk,
    )
    config = uvicorn.Config(
        house, http=http_line(house.state.door), ws=_sockets(), ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False, log_level=logging.WARNING, proxy_headers=False,
        log_config=None if log == "json" else LOGGING_CONFIG,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=CLOSING_SECONDS, access_log=False,
    )  # fmt: skip
    server = _Announcing(config, address, path, open_browser, out or sys.stdout)
    more = _about_proxies(shown, listening, bool(known)) if url else ()
    server.tell([*more, f"the house's desk is at {address}house{'' if desk.is_given else f'#{desk.secret}'}"])
    _allow_many_files()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


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
    """Says where it listens once it does."""

    def __init__(self, config: uvicorn.Config, address: str, path: str, open_browser: bool, out: TextIO) -> None:
        super().__init__(config)
        self._address, self._path, self._open, self._out = address, path, open_browser, out
        self._more: tuple[str, ...] = ()

    def tell(self, more: Iterable[str]) -> None:
        """More to say once it listens."""
        self._more = tuple(more)

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if not self.started:
            return
        gc.collect()
        gc.freeze()  # what the start has made stays: to look through it again and again would hold up the tables
        gc.set_threshold(MADE_BEFORE_TIDYING)
        print(f"pitboss deals at {self._address}  (Ctrl-C to close the house)", file=self._out, flush=True)
        for line in self._more:
            print(line, file=self._out, flush=True)
        print(f"the books are in {self._path}", file=self._out, flush=True)
        if self._open:
            threading.Thread(target=_open_page, args=(self._address,), daemon=True).start()


def _open_page(address: str) -> None:
    with contextlib.suppress(Exception):
        webbrowser.open(address)


def _listen(host: str, port: int | None) -> sockets.socket:
    """A listening socket: on the port asked for, or on the first free one from 8022 on."""
    if not host:
        raise Refused("no-host", "--host must be a name or an address: 0.0.0.0 is every address of this machine")
    tried = [port] if port is not None else range(8022, 8022 + PORTS_TO_TRY)
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    fault = OSError("no port was tried")
    for number in tried:
        listening = sockets.socket(family, sockets.SOCK_STREAM)
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except (OSError, OverflowError) as error:
            listening.close()
            fault = error if isinstance(error, OSError) else OSError("no such port")
        except TypeError:  # it cannot be put into the letters of a host's name
            listening.close()
            raise Refused("no-host", f"cannot listen on {host!r}: no host has such a name") from None
        else:
            return listening
    where = f"port {port}" if port is not None else f"any port from 8022 to {8021 + PORTS_TO_TRY}"
    raise Refused("no-port", f"cannot listen on {host}, {where}: {in_words(fault)}")
