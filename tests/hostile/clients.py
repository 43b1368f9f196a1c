"""A client that asks ordinary questions at a steady rate, and clients that do what they should not."""

import http.client
import json
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

PATIENCE = 30.0


@dataclass
class Answer:
    status: int
    body: bytes
    seconds: float

    def codes(self) -> list[str]:
        """The codes of its errors; `?` stands for an error without one."""
        try:
            answer = json.loads(self.body)
        except ValueError:
            return []
        answers = answer if isinstance(answer, list) else [answer]
        errors = [e for a in answers if isinstance(a, dict) for e in a.get("errors") or []]
        return sorted({(e.get("extensions") or {}).get("code", "?") for e in errors})

    def is_error_of_tool(self) -> bool:
        """Whether a tool says that a call is not right."""
        try:
            answer = json.loads(self.body)
        except ValueError:
            return False
        return "error" in answer or (answer.get("result") or {}).get("isError") is True

    def has_data(self) -> bool:
        try:
            answer = json.loads(self.body)
        except ValueError:
            return False
        answers = answer if isinstance(answer, list) else [answer]
        return any(isinstance(a, dict) and a.get("data") is not None for a in answers)


def ask(url: str, body: bytes, path: str = "") -> Answer:
    """Sends a body, also to another path of the server; a connection that breaks counts as status 0."""
    parts = urlsplit(url)
    began = time.monotonic()
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    headers = {"content-type": "application/json", "accept": "application/json"}
    if path:
        headers |= {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}
    try:
        try:
            connection.request("POST", path or parts.path, body, headers)
        except (BrokenPipeError, ConnectionResetError):
            pass  # What was refused need not be read to its end; the answer may be there all the same.
        response = connection.getresponse()
        return Answer(response.status, response.read(), time.monotonic() - began)
    except (OSError, http.client.HTTPException) as cause:
        return Answer(0, str(cause).encode(), time.monotonic() - began)
    finally:
        connection.close()


NAMES = """fireball shield bless wish light aid fly haste slow web dragon goblin ogre lich owl bat wolf bear
sword mace bow shield armor rope torch wizard cleric monk elf dwarf feat stealth grappled charmed""".split()
QUESTIONS = [
    "query($n: String) { spells(name: $n) { totalCount nodes { name level text document { name } } } }",
    "query($n: String) { creatures(search: $n, first: 10) { edges { score node { name challengeRatingText } } } }",
    "query($n: String!) { suggest(text: $n) { name family } }",
    "query($n: String!) { search(query: $n, first: 5) { nodes { name excerpt document { key } } } }",
    "query($n: String!) { creature(slug: $n) { name armorClass hitPoints actions { name text } } }",
    "query($n: String) { equipment(search: $n, first: 20) { nodes { name cost weight } } }",
]


@dataclass
class GoodClient:
    """Asks `rate` questions a second, whatever becomes of the earlier ones; counts from when each was due."""

    url: str
    rate: float
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def __enter__(self):
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def run(self):
        began = time.monotonic()
        with ThreadPoolExecutor(32) as pool:
            turn = 0
            while not self.over.wait(max(0.0, began + turn / self.rate - time.monotonic())):
                pool.submit(self.question, turn, began + turn / self.rate)
                turn += 1

    def question(self, turn: int, due: float):
        name = NAMES[turn // len(QUESTIONS) % len(NAMES)]
        body = {"query": QUESTIONS[turn % len(QUESTIONS)], "variables": {"n": name}}
        answer = ask(self.url, json.dumps(body).encode())
        self.seconds.append(time.monotonic() - due)
        if answer.status != 200 or answer.codes():
            self.failures.append(f"{answer.status} {answer.body[:200]!r}")

    def quantile(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def stranger(host: str) -> tuple[str, int] | None:
    """The address of an attacker that is not the good client's, where this machine has several (Linux, on loopback)."""
    return ("127.0.0.66", 0) if sys.platform == "linux" and host in ("127.0.0.1", "localhost") else None


def dribble(url: str, over: threading.Event, connections: int):
    """Opens connections and sends a body of each byte by byte."""
    parts = urlsplit(url)
    head = f"POST {parts.path} HTTP/1.1\r\nhost: {parts.netloc}\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n"
    sockets = []
    for _ in range(connections):
        try:
            sockets.append(socket.create_connection((parts.hostname, parts.port), timeout=5, source_address=stranger(parts.hostname)))
            sockets[-1].sendall(head.encode())
        except OSError:
            break  # No more are taken.
    while not over.wait(0.5):
        for each in sockets:
            try:
                each.sendall(b" ")
            except OSError:
                pass  # It was hung up on.
    for each in sockets:
        each.close()


def read_slowly(url: str, over: threading.Event, clients: int, bodies: list[bytes]):
    """Asks for large answers, and takes a few bytes of them now and then."""
    parts = urlsplit(url)
    sockets = []
    for number in range(clients):
        body = bodies[number % len(bodies)]
        head = f"POST {parts.path} HTTP/1.1\r\nhost: {parts.netloc}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        try:
            each = socket.create_connection((parts.hostname, parts.port), timeout=5, source_address=stranger(parts.hostname))
            each.sendall(head.encode() + body)
            each.settimeout(0.05)
            sockets.append(each)
        except OSError:
            pass  # It was refused.
    while not over.wait(1):
        for each in sockets:
            try:
                each.recv(1000)
            except OSError:
                pass  # It was hung up on, or there is nothing yet.
    for each in sockets:
        each.close()


def hang_up(url: str, over: threading.Event, body: bytes):
    """Asks something heavy and does not wait for the answer, again and again."""
    parts = urlsplit(url)
    head = f"POST {parts.path} HTTP/1.1\r\nhost: {parts.netloc}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    while not over.wait(0.1):
        try:
            with socket.create_connection((parts.hostname, parts.port), timeout=5) as each:
                each.sendall(head.encode() + body)
        except OSError:
            pass  # The next one may get through.


def insist(url: str, over: threading.Event, bodies: list[bytes], answers: list[Answer]):
    """Asks one thing after the other, as fast as answers come."""
    turn = 0
    while not over.is_set():
        answers.append(ask(url, bodies[turn % len(bodies)]))
        turn += 1
