"""HTTP error responses: a code, a sentence, a status, and when to retry."""

from __future__ import annotations

from math import ceil

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from pitboss.play.refused import Refused

SECURE = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Security headers: load nothing from other sites, and allow no framing."""

POLICY = 1008
"""The close code for a socket whose handshake can't be answered over HTTP (RFC 6455, 7.4.1)."""
STATUS = {
    "no-such-table": 404, "no-such-round": 404, "no-such-shoe": 404, "no-such-head": 404, "no-such-offer": 404,
    "no-such-game": 404, "no-such-paper": 404,
    "no-such-class": 404, "too-many-classes": 429, "class-full": 409,
    "no-papers": 404, "no-such-sheet": 404, "no-such-format": 404, "no-desk": 404, "other-origin": 403, "no-entry": 403,
    "no-player": 403, "too-fast": 429, "too-many-tables": 429, "too-long": 413, "took-too-long": 503,
    "rich-enough": 409, "not-written": 503, "not-read": 503, "house-fault": 500, "closing": 503,
}  # fmt: skip
"""The HTTP status of each error code; 422 for all others."""


CLOSING_CODES = ("too-long", "too-fast")
"""Codes after which the connection is closed."""
RETRY_AFTER_SECONDS = {429: 60, 503: 5}
"""The default Retry-After in seconds, by status."""


def refusal(refused: Refused) -> JSONResponse:
    """Build the HTTP response for a refusal."""
    status = STATUS.get(refused.code, 422)
    headers = {**SECURE, **({"Connection": "close"} if refused.code in CLOSING_CODES else {})}
    if status in RETRY_AFTER_SECONDS:
        headers["Retry-After"] = str(max(ceil(getattr(refused, "wait", RETRY_AFTER_SECONDS[status])), 1))
    body = {"code": refused.code, "reason": refused.reason}
    return JSONResponse(body, status_code=status, headers=headers)


async def refuse_request(fault: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, or a WebSocket handshake with an HTTP response if the server supports it."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await refusal(fault)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": POLICY, "reason": f"{fault.code}: {fault.reason}"})
