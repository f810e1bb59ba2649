"""Operation behind nginx and HAProxy with TLS, using the exact files from docs/server.md and deploy/nginx.conf."""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from conftest import find_proxies
from pitboss.play.refused import Refused
from pitboss.server.gate.proxies import Proxies
from server.support.serving import Serving, serving

NAME = "casino.example.com"
DOCS = Path(__file__).resolve().parents[3] / "docs" / "server.md"
DEPLOYED = DOCS.parents[1] / "deploy" / "nginx.conf"
NEWCOMERS = 4


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def documented(kind: str) -> str:
    """Return this proxy's configuration from the operators' docs."""
    found = re.findall(rf"```{kind}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    text: str = found[0]
    return text


def changed(text: str, **changes: str) -> str:
    """Replace ports and files in the configuration. Each must occur in it."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a folder with a throwaway certificate."""
    folder = tmp_path_factory.mktemp("proxies")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    files = ["-keyout", str(folder / "casino.key"), "-out", str(folder / "certificate.pem")]
    subprocess.run([*command, "-addext", f"subjectAltName=DNS:{NAME}", *files], check=True, capture_output=True)
    both = (folder / "certificate.pem").read_text() + (folder / "casino.key").read_text()
    (folder / "casino.pem").write_text(both)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Serving]:
    with serving(folder, f"newcomers={NEWCOMERS}", url=f"https://{NAME}", proxies=["127.0.0.1"]) as server:
        yield server


def temporary(folder: Path) -> str:
    """Return the folder for nginx's temporary files."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


def nginx(folder: Path, server: Serving, port: int) -> list[str]:
    """Run Debian's nginx with the documented file instead of its own sites."""
    site = changed(documented("nginx"), **{
        "listen 443": f"listen 127.0.0.1:{port}", "/etc/ssl/casino.pem": str(folder / "casino.pem"),
        "/etc/ssl/casino.key": str(folder / "casino.key"), "127.0.0.1:8022": f"127.0.0.1:{server.port}",
    })  # fmt: skip
    whole = f"daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr; events {{}}"
    (folder / "nginx.conf").write_text(f"{whole} http {{ access_log off; {temporary(folder)}\n{site}\n}}")
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def haproxy(folder: Path, server: Serving, port: int) -> list[str]:
    """Run Debian's HAProxy with the documented file."""
    text = changed(documented("haproxy"), **{
        "bind :443": f"bind 127.0.0.1:{port}", "/etc/ssl/casino.pem": str(folder / "casino.pem"),
        "127.0.0.1:8022": f"127.0.0.1:{server.port}",
    })  # fmt: skip
    (folder / "haproxy.cfg").write_text(text)
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def deployed(folder: Path, server: Serving, port: int) -> list[str]:
    """Run Debian's nginx with deploy/nginx.conf instead of its own file."""
    (folder / "tls").mkdir(exist_ok=True)
    (folder / "tls/fullchain.pem").write_bytes((folder / "certificate.pem").read_bytes())
    (folder / "tls/privkey.pem").write_bytes((folder / "casino.key").read_bytes())
    text = changed(DEPLOYED.read_text(encoding="utf-8"), **{
        "listen 443": f"listen 127.0.0.1:{port}", "listen 80": f"listen 127.0.0.1:{(plain := free_port())}",
        "server house:8022": f"server 127.0.0.1:{server.port}",
        "access_log off;": f"access_log off; {temporary(folder)}",
    })  # fmt: skip
    (folder / "deployed.conf").write_text(text)
    (folder / "plain-port").write_text(str(plain))
    here = f"daemon off; master_process off; pid {folder}/deployed.pid; error_log stderr;"
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "deployed.conf"), "-g", here]


class ProxiedServer:
    """The server as browsers reach it: by name, over TLS, through a proxy."""

    def __init__(self, port: int, certificate: Path, first: int) -> None:
        self.port, self.first = port, first
        self.url = f"https://{NAME}"
        self.tls = ssl.create_default_context(cafile=str(certificate))

    def source(self, number: int) -> str:
        """Return a loopback address that no other test uses."""
        return f"127.0.{self.first}.{number}"

    def ask(self, source: str, method: str = "GET", path: str = "/api/me", **more: object) -> httpx.Response:
        """Send a request from this address."""
        headers = {"Host": f"{NAME}:{self.port}", "Origin": self.url, **more.pop("headers", {})}  # type: ignore[dict-item]
        with httpx.Client(transport=httpx.HTTPTransport(verify=self.tls, local_address=source), timeout=300) as client:
            return client.request(
                method, f"https://127.0.0.1:{self.port}{path}", headers=headers,
                extensions={"sni_hostname": NAME}, **more,  # type: ignore[arg-type]
            )  # fmt: skip

    @contextmanager
    def at(self, table: str, cookie: str) -> Iterator[ClientConnection]:
        """Open a socket at a table."""
        line = socket.create_connection(("127.0.0.1", self.port))
        with connect(
            f"wss://{NAME}:{self.port}/ws/{table}", sock=line, ssl=self.tls, server_hostname=NAME,
            origin=Origin(self.url), additional_headers={"Cookie": cookie},
        ) as socket_:  # fmt: skip
            yield socket_


@pytest.fixture(scope="module", params=[nginx, haproxy, deployed], ids=lambda made: made.__name__)
def proxied(request: pytest.FixtureRequest, folder: Path, server: Serving) -> Iterator[ProxiedServer]:
    port = free_port()
    command = request.param(folder, server, port)
    env = {**os.environ, "PATH": find_proxies() or ""}
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as proxy:
        while proxy.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except ConnectionRefusedError:
                continue
            break
        assert proxy.poll() is None, "the proxy does not take its file"
        yield ProxiedServer(port, folder / "certificate.pem", {nginx: 10, haproxy: 20, deployed: 30}[request.param])
        proxy.terminate()


@pytest.mark.proxies
def test_round_is_played_through_the_proxy(proxied: ProxiedServer) -> None:
    page = proxied.ask(proxied.source(1), path="/")
    assert (page.status_code, "<title>" in page.text) == (200, True)
    me = proxied.ask(proxied.source(1))
    assert "Secure" in me.headers["Set-Cookie"]
    cookie = me.headers["Set-Cookie"].partition(";")[0]
    wish = {"json": {"game": "flop22"}, "headers": {"Cookie": cookie}}
    table = proxied.ask(proxied.source(1), "POST", "/api/tables", **wish).json()["id"]
    with proxied.at(table, cookie) as line:

        def say(kind: str, **fields: object) -> dict[str, object]:
            line.send(json.dumps({"type": kind, "id": 1, **fields}))
            while True:
                message: dict[str, object] = json.loads(line.recv(60))
                if message.get("id") == 1:
                    return message

        say("sit", seat=1)
        say("bet", bets={"ante-1": 500})
        message, number = say("ready"), 0
        while "round-ended" not in json.dumps(message):
            message, number = say("say", answer="none", offer=number), number + 1
            assert message["type"] == "update", message
    stored = proxied.ask(proxied.source(1), path=f"/api/tables/{table}/rounds/1").json()
    assert stored["number"] == 1


@pytest.mark.proxies
def test_limits_use_the_client_address_despite_forged_headers(proxied: ProxiedServer) -> None:
    greedy, calm = proxied.source(2), proxied.source(3)
    came = [proxied.ask(greedy, headers={"X-Forwarded-For": f"198.51.100.{n}"}).status_code for n in range(NEWCOMERS)]
    refused = proxied.ask(greedy, headers={"X-Forwarded-For": "198.51.100.99"})
    if refused.status_code == 200:  # one token refills every second on a slow machine
        refused = next(filter(lambda answer: answer.status_code == 429, (proxied.ask(greedy) for _ in range(500))))
    assert came == [200] * NEWCOMERS
    assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
    assert int(refused.headers["Retry-After"]) >= 1
    assert proxied.ask(calm).status_code == 200


@pytest.mark.proxies
def test_only_our_origin_reaches_a_table_through_the_proxy(proxied: ProxiedServer) -> None:
    other = proxied.ask(
        proxied.source(4), "POST", "/api/tables", json={"game": "flop22"}, headers={"Origin": "https://evil.example"}
    )
    assert (other.status_code, other.json()["code"]) == (403, "other-origin")
    with pytest.raises(InvalidStatus), proxied.at("none", "pitboss=forged"):
        pass


@pytest.mark.proxies
@pytest.mark.parametrize("proxied", [deployed], ids=["deployed"], indirect=True)
def test_shipped_config_redirects_to_tls_and_hides_metrics(proxied: ProxiedServer, folder: Path) -> None:
    plain = int((folder / "plain-port").read_text())
    there = httpx.get(f"http://127.0.0.1:{plain}/table/abc?x=1", headers={"Host": NAME}, timeout=60)
    assert (there.status_code, there.headers["Location"]) == (301, f"https://{NAME}/table/abc?x=1")
    metrics = proxied.ask(proxied.source(5), path="/metrics")
    assert (metrics.status_code, "pitboss_" in metrics.text) == (404, False)
    assert proxied.ask(proxied.source(5), path="/healthz").headers["Strict-Transport-Security"].startswith("max-age=")


def test_forwarded_address_from_an_untrusted_peer_is_ignored(server: Serving) -> None:
    with server.client("127.0.0.77") as stranger:
        answers = [
            stranger.get("/api/me", headers={"X-Forwarded-For": f"203.0.113.{n}", "Host": NAME, "Cookie": ""})
            for n in range(NEWCOMERS * 50)
        ]
    codes = [answer.status_code for answer in answers]
    assert codes[:NEWCOMERS] == [200] * NEWCOMERS
    assert 429 in codes


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["6.6.6.6, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.1, nonsense, 10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["192.0.2.1:4711"], "192.0.2.1"),
        ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::/64"),
        ("::ffff:127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("127.0.0.2", ["192.0.2.1"], "127.0.0.2"),
        ("192.0.2.9", ["127.0.0.1"], "192.0.2.9"),
        ("", ["192.0.2.1"], "unknown"),
    ],
)
def test_client_is_the_last_untrusted_address(peer: str, forwarded: list[str], client: str) -> None:
    headers = [(b"X-Forwarded-For", line.encode()) for line in forwarded]
    assert Proxies(["127.0.0.1", "10.0.0.0/8"]).client(peer, headers) == client
    assert Proxies().client("127.0.0.1", headers) == "127.0.0.1"


def test_invalid_address_is_not_a_proxy() -> None:
    with pytest.raises(Refused, match="--proxy takes an address"):
        Proxies(["localhost"])
