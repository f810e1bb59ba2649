"""The ASGI application: the HTTP API, a WebSocket per table viewer, and the page itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
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
from pitboss.server.admin import admin_routes
from pitboss.server.admin.admin_service import AdminService
from pitboss.server.admin.operator_access import OperatorAuth
from pitboss.server.config import ServerConfig
from pitboss.server.gate.gatekeeper import Gatekeeper
from pitboss.server.gate.message_limits import MAX_BODY_BYTES, is_our_host, is_our_origin
from pitboss.server.gate.refusals import SECURE, refusal, refuse_request
from pitboss.server.http import document_routes, game_routes, lab_routes, log_routes, table_routes
from pitboss.server.school import classes, exam_routes, lesson_routes, quiz_routes
from pitboss.server.tables.registry import TableRegistry
from pitboss.server.tables.socket import at_the_table
from pitboss.server.telemetry import health
from pitboss.server.telemetry.traces import trace_if_asked

STATIC = Path(__file__).parent / "static"
STYLE_SHEETS = frozenset((STATIC / "css").rglob("*.css"))
HSTS_SECONDS = 365 * 86_400
"""Seconds for which a browser that has visited over https must keep using https."""
STATELESS_PATHS = ("/api/school/paper",)
"""Paths that a form may post to without an Origin header: they store nothing and identify no player."""


class App(FastAPI):
    """A FastAPI application whose WebSockets bypass routing and go straight to their table."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a WebSocket, or the lifespan events."""
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        gatekeeper: Gatekeeper = self.state.gatekeeper
        cluster = self.state.registry.cluster
        if cluster and (came_from := cluster.peers.client(scope["headers"])):
            scope["client"] = (came_from, 0)  # forwarded by one of our other processes
        try:
            address = scope["pitboss.address"] = gatekeeper.address(scope)
            gatekeeper.count_request(address)
            _check_head(scope)
        except Refused as fault:
            self.state.registry.metrics.refused(fault.code)
            await refuse_request(fault, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await at_the_table(self.state.registry, gatekeeper, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _check_head(scope: Scope) -> None:
    """Reject an oversized request by its headers, before its body is read."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    if sum(name == b"host" for name, _ in headers) > 1:
        raise Refused("other-origin", "a request must name its host exactly once")
    size = next((value for name, value in headers if name == b"content-length"), b"0")
    if any(name == b"transfer-encoding" for name, _ in headers):
        raise Refused("too-long", "a body needs a Content-Length")
    if not size.isdigit() or int(size) > MAX_BODY_BYTES:
        raise Refused("too-long", f"a request has at most {MAX_BODY_BYTES} bytes")


def make_app(house: ServerConfig, desk: OperatorAuth | None = None) -> FastAPI:
    """Build the application for one database, with the operator's admin pages if `desk` is given."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.registry = TableRegistry(house)
        await app.state.registry.open()
        app.state.admin = AdminService(app.state.registry, desk) if desk else None
        if app.state.admin:
            app.state.admin.open()
        yield
        if app.state.admin:
            await app.state.admin.close()
        await app.state.registry.close()
        app.state.on_end()

    app = App(title="pitboss", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.on_end = lambda: None
    app.state.gatekeeper = Gatekeeper(house.limits, house.proxies, house.now, house.watchers)
    app.include_router(table_routes.router)
    app.include_router(game_routes.router)
    app.include_router(log_routes.router)
    for room in (lesson_routes, quiz_routes, classes, exam_routes, document_routes):
        app.include_router(room.router)
    app.include_router(health.router)
    app.include_router(lab_routes.router)
    app.include_router(admin_routes.router)
    _guard(app, house)
    _pages(app)
    trace_if_asked(app)
    return app


def _guard(app: FastAPI, house: ServerConfig) -> None:
    @app.middleware("http")
    async def only_from_here(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        host = request.headers.get("host", "")
        if not is_our_host(host, house.names) and request.url.path not in health.HEALTH:
            request.app.state.registry.metrics.refused("other-origin")
            return refusal(Refused("other-origin", f"unknown host {host[:80]!r}: use this house's own address"))
        safe = request.method in ("GET", "HEAD") or request.url.path in STATELESS_PATHS
        if not safe and not is_our_origin(request.headers.get("origin"), host, house.url):
            return refusal(Refused("other-origin", "only this house's own pages may request this"))
        response = await go_on(request)
        for name, value in SECURE.items():
            response.headers.setdefault(name, value)
        if house.url and house.url.startswith("https:"):
            response.headers.setdefault("Strict-Transport-Security", f"max-age={HSTS_SECONDS}")
        return response

    @app.exception_handler(Refused)
    async def refused(request: Request, fault: Refused) -> JSONResponse:
        request.app.state.registry.metrics.refused(fault.code)
        return refusal(fault)

    @app.exception_handler(Exception)
    async def stumbled(_request: Request, _fault: Exception) -> JSONResponse:
        return refusal(
            Refused("house-fault", "internal error: nothing has changed, and the house's log has the details")
        )

    @app.exception_handler(RequestValidationError)
    async def misread(_request: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        return refusal(Refused("bad-request", misread_words(first["type"], first["loc"], first["msg"])))

    @app.exception_handler(HTTPException)
    async def not_served(request: Request, fault: HTTPException) -> JSONResponse:
        methods = {
            method for path in app.openapi()["paths"].items() if _fits(request.url.path, path[0]) for method in path[1]
        }
        headers = (
            {"Allow": ", ".join(sorted(method.upper() for method in methods))} if fault.status_code == 405 else None
        )
        reason = _HTTP_REASONS.get(fault.status_code, str(fault.detail))
        body = {"code": f"http-{fault.status_code}", "reason": reason}
        return JSONResponse(body, status_code=fault.status_code, headers=headers)


_HTTP_REASONS = {404: "there is nothing at this address", 405: "this address does not take requests of this kind"}


def misread_words(kind: str, location: Sequence[int | str], message: str) -> str:
    """
    Turn a pydantic validation error into a plain sentence.

    >>> misread_words("json_invalid", ("body", 8), "JSON decode error")
    'the body of the request is not valid JSON'
    >>> misread_words("string_type", ("body", "game"), "Input should be a valid string")
    'game must be a string'
    >>> misread_words("missing", ("query", "seed"), "Field required")
    'seed is missing'
    >>> misread_words("extra_forbidden", ("body", "bet"), "Extra inputs are not permitted")
    "there is no field 'bet'"
    """
    if kind == "json_invalid":
        return "the body of the request is not valid JSON"
    where = ".".join(str(part) for part in location[1:]) or f"the {location[0]} of the request"
    if kind == "missing":
        return f"{where} is missing"
    if kind == "extra_forbidden":
        return f"there is no field {where!r}"
    if " should " in message:
        wanted = message.partition(" should ")[2].replace("a valid ", "a ")
        return f"{where} must {wanted.replace('dictionary or object to extract fields from', 'JSON object')}"
    return f"{where}: {message[0].lower()}{message[1:]}"


def _fits(path: str, pattern: str) -> bool:
    """Whether a path matches a route pattern."""
    ours, theirs = path.split("/"), pattern.split("/")
    return len(ours) == len(theirs) and all(a == b or b.startswith("{") for a, b in zip(ours, theirs, strict=True))


class ImmutableFiles(StaticFiles):
    """Static files whose URL contains a hash of their content, so browsers may cache them forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve a file with an immutable cache header. `css/a+b.css` is two style sheets in one response."""
        sheets = _style_sheets(path)
        response = Response(sheets, media_type="text/css") if sheets else await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


@lru_cache(64)
def _style_sheets(path: str) -> str:
    """Return the style sheets named by a path like `css/a+b.css`, concatenated; an empty string for other paths."""
    folder, name = path.removesuffix(".css").partition("css/")[::2]
    files = [STATIC / "css" / f"{each}.css" for each in name.split("+")]
    if folder or len(files) == 1 or len(set(files) & STYLE_SHEETS) < len(files):
        return ""
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


class Fonts(ImmutableFiles):
    """The page's fonts, served from the packages that contain them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve a font, and nothing else from those packages."""
        if not path.endswith(".otf"):
            raise HTTPException(404)
        return await super().get_response(path, scope)


def _font_packages() -> list[str]:
    """Return the installed font packages. Without them the page uses system fonts."""
    return [name for name in ("font_source_sans_pro", "font_source_serif_pro") if find_spec(name)]


LOBBY_FILES = """\
<link rel="preload" as="style" href="/static/css/table/pieces+lobby.css">
<link rel="modulepreload" href="/static/js/lobby/lobby.js">
<link rel="modulepreload" href="/static/js/lobby/art.js">
<link rel="modulepreload" href="/static/js/felt/menu.js">
"""
"""Files that the lobby needs besides those of every page, so that a first visit loads them in one round trip."""


def _pages(app: FastAPI) -> None:
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    mark = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    pages = {
        is_lobby: (text.replace("</head>", f"{LOBBY_FILES}</head>") if is_lobby else text).replace(
            "/static/", f"/static/{mark}/"
        )
        for is_lobby in (True, False)
    }

    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(pages[request.url.path == "/"], headers={"Cache-Control": "no-cache"})

    for path in (
        "/",
        "/career",
        "/house",
        "/school",
        "/school/{name}",
        "/school/{name}/{room}",
        "/lab",
        "/lab/{name}",
        "/table/{name}",
        "/replay/{name}/{number}",
        "/design",
        "/games/{name}",
        "/games/{name}/{tab}",
        "/school/{name}/{room}/{skill}",
    ):
        app.get(path, include_in_schema=False)(page)
    app.mount(f"/static/{mark}", ImmutableFiles(directory=STATIC), name="kept")
    app.mount("/fonts", Fonts(directory=None, packages=[(name, "files") for name in _font_packages()]), name="fonts")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=1000)
