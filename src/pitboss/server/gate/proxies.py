"""Client addresses behind proxies. Forwarding headers are trusted only from our own proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

from pitboss.play.refused import Refused

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
HEADER = b"x-forwarded-for"
FORWARDED = (HEADER, b"forwarded", b"x-real-ip", b"via")
"""Headers added by proxies: a request with any of them was forwarded for another client."""
UNKNOWN_CLIENT = "unknown"
_IPV6_CUSTOMER_PREFIX = 64
"""The IPv6 prefix length that identifies one customer, so all addresses in it count as one."""


class Proxies:
    """Trusted proxies, by network."""

    def __init__(self, addresses: Iterable[str] = (), option: str = "--proxy") -> None:
        self._networks = [_network(text, option) for text in addresses]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def __contains__(self, address: str) -> bool:
        read = _address(address)
        return read is not None and self._has(read)

    def _has(self, address: Address) -> bool:
        return any(address in network for network in self._networks)

    def client(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """
        Return the client address: the peer, or the last untrusted address in X-Forwarded-For.

        Entries before that address can be forged.
        """
        found = _address(peer)
        if found is None or not self._has(found):
            return limit_key(peer)
        forwarded = b",".join(value for name, value in headers if name.lower() == HEADER)
        for text in reversed(forwarded.decode("latin-1").split(",")):
            address = _address(text.strip())
            if address is None:
                break  # unreadable, so nothing before it can be trusted
            found = address
            if not self._has(address):
                break
        return limit_key(str(found))


def is_loopback(address: str) -> bool:
    """Whether this is a loopback address."""
    read = _address(address)
    return read is not None and read.is_loopback


def limit_key(address: str) -> str:
    """
    Return the key under which limits count an address: an IPv4 address, or the /64 network of an IPv6 address.

    >>> limit_key("192.0.2.7"), limit_key("2001:db8:1:2:3:4:5:6"), limit_key("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    read = _address(address)
    if read is None:
        return UNKNOWN_CLIENT
    if isinstance(read, ipaddress.IPv6Address):
        return str(
            ipaddress.IPv6Network((int(read) >> _IPV6_CUSTOMER_PREFIX << _IPV6_CUSTOMER_PREFIX, _IPV6_CUSTOMER_PREFIX))
        )
    return str(read)


def _address(text: str) -> Address | None:
    """Parse an address with or without a port. IPv4-mapped IPv6 becomes IPv4. Return None if it is invalid."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        read = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read


def _network(text: str, option: str) -> Network:
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError:
        raise Refused(
            f"bad-{option.strip('-')}", f"{option} takes an address, like 127.0.0.1 or 10.0.0.0/24, not {text!r}"
        ) from None
