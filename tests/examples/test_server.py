"""The example that serves a game: two clients play it only through HTTP and JSON."""

from __future__ import annotations

import json
import re
import runpy
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

import pytest
from cases import case
from jsonschema import Draft202012Validator

import qwirkle

SERVER = Path(__file__).parents[2] / "examples" / "server.py"
SCHEMA = qwirkle.codec.json_schema()


def asked(address: str, body: str | None = None) -> tuple[int, Any]:
    """The status and the content of a response."""
    try:
        with urlopen(address, None if body is None else body.encode(), timeout=20) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


@pytest.fixture
def players() -> Iterator[list[str]]:
    """The addresses of two players of a new game, during which the server prints no error."""
    command = [sys.executable, str(SERVER)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        lines = [server.stdout.readline().decode() for _ in range(2)]
        yield [line.split()[1] for line in lines]
        server.kill()
        assert server.stderr.read() == b""


def sent(client: socket.socket, *parts: bytes) -> bytes:
    """The first line of the response to a request, after which the client sends no more."""
    with client:
        for part in parts:
            client.sendall(part)
        client.shutdown(socket.SHUT_WR)
        return client.makefile("rb").readline()


@pytest.fixture
def served() -> Iterator[Any]:
    """A server in this process, which does not yet answer."""
    with runpy.run_path(str(SERVER))["GameServer"](qwirkle.new_game(seed=1)) as server:
        yield server


@contextmanager
def answering(server: Any) -> Iterator[None]:
    """Let a server answer in its own thread."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


def test_two_clients_play_a_whole_game(players: list[str]) -> None:
    """Each client knows one address, and both end with the same outcome."""
    seen: dict[int, list[Any]] = {0: [], 1: []}

    def client(seat: int) -> None:
        while True:
            status, found = asked(players[seat])
            assert status == 200
            view = found["view"]
            seen[seat].append(view)
            if view["outcome"]:
                return
            if found["moves"]:
                status, found = asked(players[seat], found["moves"][0])
                assert (status, found["reasons"]) == (200, [])

    threads = [threading.Thread(target=client, args=[seat]) for seat in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    first, second = seen[0][-1], seen[1][-1]
    assert first["outcome"] is not None
    assert first["outcome"] == second["outcome"]
    assert first["scores"] == second["scores"]
    assert sum(first["scores"]) > 0
    for seat, views in seen.items():
        for view in views:
            assert (view["qwirkle"], view["seat"]) == ("view", seat)
            assert "hands" not in view
            assert "supply" not in view
            assert Draft202012Validator(SCHEMA).is_valid(view)


def test_reasons_and_highlights(players: list[str]) -> None:
    """A client learns where a tile can go, and why a move is not legal."""
    views = [asked(player)[1] for player in players]
    turn = views[0]["view"]["turn"]
    mine, waiting = players[turn], players[1 - turn]
    opening = views[turn]["moves"][0]
    assert views[1 - turn]["moves"] == views[1 - turn]["draft"]["fits"] == []
    status, found = asked(waiting, opening)
    assert status == 200
    assert [reason["code"] for reason in found["reasons"]] == ["not-your-turn"]
    _, found = asked(mine, "Rs@5,5")
    assert "not-opening-set" in [reason["code"] for reason in found["reasons"]]
    words = opening.split()
    for placed in range(len(words)):
        _, found = asked(f"{mine}?placed={quote(' '.join(words[:placed]))}")
        draft = found["draft"]
        assert draft["missing"] == len(words) - placed
        tile, cell = words[placed].split("@")
        assert [fit for fit in draft["fits"] if (fit["tile"], fit["cell"]) == (tile, cell)]
    _, found = asked(f"{mine}?placed={quote(opening)}")
    assert found["draft"]["score"]["total"] == len(words)
    _, found = asked(mine, opening)
    assert found["reasons"] == []
    assert found["view"]["board"] == opening


def test_bad_requests(players: list[str]) -> None:
    """A wrong key or malformed text gets a short answer, and the game goes on."""
    address = re.match(r"http://[^/]+/", players[0])
    assert address is not None
    assert asked(f"{address[0]}guess") == (400, {"error": "no player has this address"})
    for body in ("", "odd", "\x00", "Rs@" * 10_000, "{}", "Rs@1,1 " * 2000):
        status, found = asked(players[0], body)
        assert (status, [*found]) in [
            (400, ["error"]),
            (200, ["reasons", "view", "moves", "draft"]),
        ]
        assert len(str(found.get("error", ""))) <= 1000
    assert asked(f"{players[0]}?placed=odd")[0] == 400
    assert asked(players[1])[0] == 200


def test_malformed_requests(players: list[str]) -> None:
    """They get an answer, and no error is printed."""
    address = urlsplit(players[0])
    post = f"POST {address.path} HTTP/1.0\r\nContent-Length: ".encode()
    for request in (
        b"GET\r\n\r\n",
        b"GET / HTTP/odd\r\n\r\n",
        b"\x00\xff\r\n\r\n",
        b"GET //[ HTTP/1.0\r\n\r\n",
        b"POST //[ HTTP/1.0\r\nContent-Length: 4\r\n\r\npass",
        post[:-16] + b"\r\npass",
        *(
            post + length.encode() + b"\r\n\r\npass"
            for length in ("", "odd", "-4", "4.0", "\u00b2", "\u0664", "5", "100000", "9" * 5000)
        ),
    ):
        with case(request):
            client = socket.create_connection((address.hostname, address.port), timeout=20)
            assert sent(client, request).startswith(b"HTTP/1.0 400 ")
    socket.create_connection((address.hostname, address.port)).close()
    assert asked(players[0])[0] == 200


def test_many_clients_may_wait(served: Any) -> None:
    """Fifty connect before the server accepts the first, and all are answered."""
    [key, _] = served.seats
    clients = [socket.create_connection(served.server_address, timeout=20) for _ in range(50)]
    with answering(served):
        for client in clients:
            assert sent(client, f"GET {key} HTTP/1.0\r\n\r\n".encode()).split()[1] == b"200"


def test_a_slow_request_ends(served: Any) -> None:
    """A client that sends a byte now and then keeps a thread for a limited time."""
    served.RequestHandlerClass.timeout = 0.2
    address = served.server_address
    with answering(served), socket.create_connection(address, timeout=0.05) as client:
        for _ in range(600):
            with suppress(TimeoutError):
                assert client.recv(100).startswith(b"HTTP/1.0 400")
                break
            client.sendall(b"x")
        else:
            pytest.fail("the server goes on reading")
