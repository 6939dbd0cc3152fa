"""A server for one game, in which every player sees only what they may know.

    python examples/server.py [PORT]

It prints a secret address for each player. GET returns the player's view, the legal moves and,
with ?placed=Rs@0,0, where the next tile can go. POST makes a move, and returns the reasons if it
is not legal.
"""

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from socket import SHUT_RD
from threading import Lock, Timer
from urllib.parse import parse_qs

import qwirkle


class GameServer(ThreadingHTTPServer):
    """The state of a game, and the seat that belongs to each secret key."""

    request_queue_size = 200  # clients that may wait at the same time

    def __init__(self, state: qwirkle.TileState, port: int = 0) -> None:
        super().__init__(("localhost", port), Request)
        self.state, self.lock = state, Lock()
        self.seats = {f"/{secrets.token_urlsafe()}": i for i in range(len(state.players))}

    def look(self, seat: int, placed: str) -> dict[str, object]:
        """Everything that a player may know, and where the next tile can go."""
        view = qwirkle.observe(self.state, seat)
        moves = list(islice(qwirkle.legal_moves(view), 1000))
        return {"view": view, "moves": moves, "draft": qwirkle.draft(view, placed)}

    def play(self, seat: int, text: str) -> dict[str, object]:
        """Make a move if it is legal and it is the player's turn; otherwise say why not."""
        view = qwirkle.observe(self.state, seat)
        move = qwirkle.parse_move(text, view)
        reasons = qwirkle.check(view, move)
        if not reasons:
            self.state = qwirkle.apply(self.state, move)
        return {"reasons": reasons, **self.look(seat, "")}


class Request(BaseHTTPRequestHandler):
    """One request of a player."""

    server: GameServer
    timeout = 10
    default_request_version = "HTTP/1.0"  # also if the request is malformed

    def handle(self) -> None:
        """Answer after ten seconds at the latest, however slowly the request arrives."""
        clock = Timer(self.timeout, self.stop_reading)
        clock.start()
        with suppress(OSError):  # a client may leave at any time
            super().handle()
        clock.cancel()

    def stop_reading(self) -> None:
        """Let the request end here."""
        with suppress(OSError):
            self.connection.shutdown(SHUT_RD)

    def log_message(self, *args: object) -> None:
        """Write no log, since it would contain the secret keys."""

    def do_GET(self) -> None:
        query = parse_qs(self.path.partition("?")[2])
        self.answer(self.server.look, query.get("placed", [""])[0])

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        is_number = length.isascii() and length.isdecimal() and len(length) <= 5
        body = self.rfile.read(int(length)) if is_number else b""
        if is_number and len(body) == int(length):
            self.answer(self.server.play, body.decode(errors="replace"))
        else:
            self.send_error(400, "expected a move and, as Content-Length, its length")

    def answer(self, ask: Callable[[int, str], dict[str, object]], text: str) -> None:
        """Send an answer to the player whose key is in the address."""
        seat = self.server.seats.get(self.path.partition("?")[0])
        try:
            if seat is None:
                raise qwirkle.errors.InvalidValue("no player has this address")
            with self.server.lock:
                status, reply = 200, ask(seat, text)
        except qwirkle.QwirkleError as error:
            status, reply = 400, {"error": str(error)}
        content = qwirkle.to_json(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with GameServer(qwirkle.new_game(players=["Ada", "Bob"]), port) as server:
        for key, seat in server.seats.items():
            name = server.state.players[seat].name
            print(f"{name}: http://localhost:{server.server_port}{key}", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
