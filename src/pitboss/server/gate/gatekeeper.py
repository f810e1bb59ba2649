"""The rate limiter, which counts requests and messages per address and per player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.server.gate.proxies import FORWARDED, Proxies, is_loopback
from pitboss.server.gate.rate_limits import BURST, Bucket, Buckets, HeldCounts, Limits, TooFast

PLAYER_BURST = 3
"""The burst allowed for a player's messages, in seconds' worth of the rate."""


class Gatekeeper:
    """The rate limits in effect. All counts are in memory."""

    def __init__(
        self, limits: Limits, proxies: Proxies, now: Callable[[], float], watchers: Proxies | None = None
    ) -> None:
        self.limits, self.proxies, self.now = limits, proxies, now
        self.peer_port: int | None = None
        """The port on which our other processes forward connections."""
        self._watchers = watchers or Proxies()
        self._requests: Buckets[str] = Buckets(limits.requests, limits.requests * BURST)
        self._player_requests: Buckets[str] = Buckets(limits.player_requests, limits.player_requests * BURST)
        self._questions: Buckets[str] = Buckets(limits.questions, limits.questions * BURST)
        self._newcomers: Buckets[str] = Buckets(1, limits.newcomers)
        self._messages: Buckets[str] = Buckets(limits.messages, limits.messages * PLAYER_BURST)
        self._player_messages: Buckets[str] = Buckets(limits.player_messages, limits.player_messages * PLAYER_BURST)
        self._sockets: HeldCounts[str] = HeldCounts()
        self._player_sockets: HeldCounts[str] = HeldCounts()
        self.connections: HeldCounts[str] = HeldCounts()

    def address(self, scope: Any) -> str:
        """Return the client address of a request or socket."""
        peer = scope.get("client")
        return self.proxies.client(peer[0] if peer else "", scope["headers"])

    def is_watcher(self, scope: Any) -> bool:
        """Whether the client is this machine or a configured monitor, connected without a proxy."""
        peer = scope.get("client")
        if not peer or any(name.lower() in FORWARDED for name, _ in scope["headers"]):
            return False
        return is_loopback(peer[0]) or peer[0] in self._watchers

    def count_request(self, address: str) -> None:
        """Count a request or socket from this address, or raise if there are too many."""
        self._take(self._requests, address, f"at most {self.limits.requests} requests a second from one address")

    def is_shut_to(self, address: str) -> bool:
        """Whether this address is over its limit, so that its data isn't even read."""
        return self._requests.wait(address, self.now()) > 0

    def count_player_request(self, player: str) -> None:
        """Count a request by this player, or raise if there are too many."""
        limit = self.limits.player_requests
        self._take(self._player_requests, player, f"at most {limit} requests a second from one player")

    def question(self, address: str) -> None:
        """Count an expensive request, or raise if there are too many."""
        limit = self.limits.questions
        self._take(self._questions, address, f"at most {limit} requests of this kind a second from one address")

    def newcomer(self, address: str) -> None:
        """Count a new player from this address, or raise if there are too many."""
        self._take(self._newcomers, address, "too many newcomers from one address")

    def _take(self, buckets: Buckets[str], who: str, why: str) -> None:
        now = self.now()
        if not buckets.take(who, now):
            raise TooFast(f"{why}: wait a little", buckets.wait(who, now))

    def allowance(self, address: str, player: str) -> Allowance:
        """Return the message limit for a socket, shared with the player's and the address's other sockets."""
        return Allowance(self._player_messages.of(player), self._messages.of(address), self.limits)

    @contextmanager
    def socket(self, address: str, player: str) -> Iterator[None]:
        """Count a socket while it is open, or raise if there are too many."""
        for counts, who, most, whose in (
            (self._sockets, address, self.limits.sockets, "one address"),
            (self._player_sockets, player, self.limits.player_sockets, "one player"),
        ):
            if counts[who] >= most:
                raise TooFast(f"{whose} may look at {most} tables at once: close one of them first", wait=5)
        self._sockets.add(address)
        self._player_sockets.add(player)
        try:
            yield
        finally:
            self._sockets.drop(address)
            self._player_sockets.drop(player)


class Allowance:
    """The message limit of one socket."""

    def __init__(self, player: Bucket, address: Bucket, limits: Limits) -> None:
        self._player, self._address, self._limits = player, address, limits

    def take(self, now: float) -> None:
        """Count one message, or raise if there are too many."""
        if not self._player.take(now):
            limit = self._limits.player_messages
            raise TooFast(f"at most {limit} messages a second: this message was dropped")
        if not self._address.take(now):
            limit = self._limits.messages
            raise TooFast(f"at most {limit} messages a second from one address: this message was dropped")
