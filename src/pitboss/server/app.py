"""The server: HTTP for the lobby, one socket for each viewer of a table, and the page itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from math import ceil
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from pitboss import __version__
from pitboss.play.refused import Refused
from pitboss.server import api, school, study
from pitboss.server.door.door import Door
from pitboss.server.door.headers import SECURE
from pitboss.server.hall import Hall, House
from pitboss.server.limits import LONGEST_BODY, is_our_host, is_our_origin
from pitboss.server.socket import TOO_FAST, at_the_table

STATIC = Path(__file__).parent / "static"
STATUS = {
    "no-such-table": 404, "no-such-round": 404, "no-such-offer": 404, "no-such-game": 404, "other-origin": 403,
    "too-fast": 429, "too-many-tables": 429, "too-long": 413, "took-too-long": 503,
    "rich-enough": 409, "not-written": 503, "not-read": 503, "closing": 503,
}  # fmt: skip
"""The status of each refusal; of all others 422."""


HANG_UP = ("too-long", "too-fast")
"""After these nothing more is read from the same connection."""
LATER = {429: 60, 503: 5}
"""Seconds after which the same is welcome again, where the refusal does not know it better."""


def refusal(refused: Refused) -> JSONResponse:
    """A refusal over HTTP."""
    status = STATUS.get(refused.code, 422)
    headers = {**SECURE, **({"Connection": "close"} if refused.code in HANG_UP else {})}
    if status in LATER:
        headers["Retry-After"] = str(max(ceil(getattr(refused, "wait", LATER[status])), 1))
    body = {"code": refused.code, "reason": refused.reason}
    return JSONResponse(body, status_code=status, headers=headers)


class App(FastAPI):
    """HTTP as usual; sockets go straight to their table."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, one socket, or the start and end of the server."""
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        door: Door = self.state.door
        try:
            address = scope["pitboss.address"] = door.address(scope)
            door.knock(address)
            _check_head(scope)
        except Refused as fault:
            await _turn_away(fault, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await at_the_table(self.state.hall, door, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


async def _turn_away(fault: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request or a socket before anything of it is done."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await refusal(fault)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": TOO_FAST, "reason": f"{fault.code}: {fault.reason}"})


def _check_head(scope: Scope) -> None:
    """Refuse a body before it is read: it says how long it is before it is sent, and no request here is long."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    if sum(name == b"host" for name, _ in headers) > 1:
        raise Refused("other-origin", "a request names its host once")
    size = next((value for name, value in headers if name == b"content-length"), b"0")
    if any(name == b"transfer-encoding" for name, _ in headers):
        raise Refused("too-long", "say how long the body is: it is not read without a Content-Length")
    if not size.isdigit() or int(size) > LONGEST_BODY:
        raise Refused("too-long", f"a request has at most {LONGEST_BODY} bytes")


def make_app(house: House) -> FastAPI:
    """The whole server over one database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = Hall(house)
        await app.state.hall.open()
        yield
        await app.state.hall.close()

    app = App(title="pitboss", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.door = Door(house.limits, house.proxies, house.now)
    app.include_router(api.router)
    app.include_router(study.router)
    app.include_router(school.router)
    _guard(app)
    _pages(app)
    return app


def _guard(app: FastAPI) -> None:
    @app.middleware("http")
    async def only_from_here(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        host = request.headers.get("host", "")
        if not is_our_host(host, request.app.state.hall.house.names):
            return refusal(Refused("other-origin", f"this house is not called {host[:80]!r}"))
        safe = request.method in ("GET", "HEAD")
        if not safe and not is_our_origin(request.headers.get("origin"), host):
            return refusal(Refused("other-origin", "only pages of this house may ask for that"))
        response = await go_on(request)
        response.headers.update(SECURE)
        return response

    @app.exception_handler(Refused)
    async def refused(_request: Request, fault: Refused) -> JSONResponse:
        return refusal(fault)

    @app.exception_handler(RequestValidationError)
    async def misread(_request: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return refusal(Refused("bad-request", f"{where}: {first['msg'][0].lower()}{first['msg'][1:]}"))

    @app.exception_handler(HTTPException)
    async def not_served(request: Request, fault: HTTPException) -> JSONResponse:
        methods = {
            method for path in app.openapi()["paths"].items() if _fits(request.url.path, path[0]) for method in path[1]
        }
        headers = (
            {"Allow": ", ".join(sorted(method.upper() for method in methods))} if fault.status_code == 405 else None
        )
        body = {"code": f"http-{fault.status_code}", "reason": str(fault.detail)}
        return JSONResponse(body, status_code=fault.status_code, headers=headers)


def _fits(path: str, pattern: str) -> bool:
    """Whether a path is one of those that the pattern stands for."""
    ours, theirs = path.split("/"), pattern.split("/")
    return len(ours) == len(theirs) and all(a == b or b.startswith("{") for a, b in zip(ours, theirs, strict=True))


class Kept(StaticFiles):
    """Files whose address changes with their content: a browser may keep them for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """As ever, with leave to keep it."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _pages(app: FastAPI) -> None:
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    mark = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
    text = (STATIC / "index.html").read_text(encoding="utf-8").replace("/static/", f"/static/{mark}/")

    async def page() -> HTMLResponse:
        return HTMLResponse(text, headers={"Cache-Control": "no-cache"})

    for path in ("/", "/career", "/school", "/school/{name}", "/table/{name}"):
        app.get(path, include_in_schema=False)(page)
    app.mount(f"/static/{mark}", Kept(directory=STATIC), name="kept")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=1000)
