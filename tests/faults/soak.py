#!/usr/bin/env python3
"""Lets LoreKeeper do everything at once for an hour, and shows whether its memory and its latencies stay flat.

    soak.py --program target/release/lorekeeper --data DIR --replay PATH [--minutes 60] [--postgres URL]

PATH is a script that plays the upstreams on loopback (see faults.py). DIR is a data directory whose store is filled, or
is filled now; what a soak imports is removed again. While clients ask structured questions, facets, hybrid searches and MCP
tools at fixed rates, and hold subscriptions open, spells are imported and removed, embedded and indexed, and everything
is synced. It prints a line a minute: p50 and p99 of each kind in ms, and the least and the most memory of the server in
MB. No text is sent twice. It ends with 1 where an answer failed, or a subscription missed the last change. Linux; Python
3.11, standard library only.
"""
import argparse
import base64
import http.client
import json
import os
import random
import socket
import subprocess
import threading
import time
from pathlib import Path

from faults import Replay, free_port

WORDS = """fire cold storm shadow healing light stone water wind thorn beast spirit shield arrow song blood mirror chain
door sleep fear poison silence gold dream mist root bone flame tide wall hidden slow burning frozen silver ancient""".split()
# How many a second there are of each kind.
RATES = {"structured": 36, "facets": 2, "hybrid": 4, "mcp": 2}
SUBSCRIPTIONS = 12
BOOK = "soak-test"
SPELLS = 40
# Seconds between an import or a removal and the next, and between syncs.
IMPORTS, SYNCS = 75, 600


def text():
    return " ".join(random.sample(WORDS, 4)) + f" {random.randrange(10**9)}"


def structured():
    level, other = random.randrange(10), str(random.randrange(10**9))
    return "/graphql", {"query": "query($f: SpellFilter) { spells(filter: $f, first: 20) { totalCount nodes { id name level "
                        "school castingTime range duration text } } }",
                        "variables": {"f": {"level": {"eq": level}, "name": {"ne": other}}}}


def facets():
    return "/graphql", {"query": "query($f: CreatureFilter) { creatures(filter: $f, first: 1) { totalCount facets { name "
                        "values { value count } } } }",
                        "variables": {"f": {"hitPoints": {"lte": 1000 + random.randrange(10**6)}}}}


def hybrid():
    family = random.choice(["spells", "creatures", "equipment"])
    return "/graphql", {"query": f"query($t: String!) {{ {family}(search: $t, first: 20) {{ totalCount nodes {{ id name }} }} }}",
                        "variables": {"t": text()}}


def mcp():
    call = {"name": "search_spell", "arguments": {"search": text()}}
    return "/mcp", {"jsonrpc": "2.0", "id": random.randrange(10**9), "method": "tools/call", "params": call}


KINDS = {"structured": structured, "facets": facets, "hybrid": hybrid, "mcp": mcp}


class Soak:
    def __init__(self, port, pid):
        self.port, self.pid = port, pid
        self.lock, self.end = threading.Lock(), False
        self.times, self.memory, self.failed = {kind: [] for kind in KINDS}, [], []
        self.answers = 0
        self.seen = [None] * SUBSCRIPTIONS

    def fail(self, sentence):
        with self.lock:
            self.failed.append(sentence)

    def ask(self, connection, path, body):
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        said = answer.read()
        if answer.status != 200 or b'"errors"' in said[:200] or b'"isError":true' in said or b'"error"' in said[:100]:
            raise OSError(f"{path}: {answer.status} {said[:300]!r}")
        return said

    def client(self, kind):
        """Asks at the rate of a kind."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        due = time.monotonic()
        while not self.end:
            due = max(due + random.expovariate(RATES[kind]), time.monotonic() - 1)
            time.sleep(max(0, due - time.monotonic()))
            path, body = KINDS[kind]()
            began = time.monotonic()
            try:
                self.ask(connection, path, body)
                with self.lock:
                    self.times[kind].append(time.monotonic() - began)
                    self.answers += 1
            except (OSError, http.client.HTTPException) as cause:
                self.fail(f"{kind}: {cause}")
                connection.close()

    def subscribe(self, place):
        """Holds a subscription open, and keeps the last revision it was told."""
        stream = socket.create_connection(("127.0.0.1", self.port))
        key = base64.b64encode(os.urandom(16)).decode()
        stream.sendall(f"GET /graphql/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                       f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                       f"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n".encode())
        reader = stream.makefile("rb")
        if b" 101 " not in reader.readline():
            return self.fail("a subscription was refused")
        while reader.readline().strip():
            pass

        def send(message, code=0x81):
            data = message if isinstance(message, bytes) else json.dumps(message).encode()
            # The mask is nought: the data stays as it is.
            length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
            stream.sendall(bytes([code]) + length + bytes(4) + data)

        send({"type": "connection_init"})
        while not self.end:
            head = reader.read(2)
            if len(head) < 2:
                return self.end or self.fail("a subscription ended")
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(reader.read({126: 2, 127: 8}[length]), "big")
            data = reader.read(length)
            if head[0] & 15 == 9:
                send(data, 0x8A)
                continue
            if head[0] & 15 == 8:
                return self.end or self.fail("a subscription was closed")
            message = json.loads(data)
            if message["type"] == "connection_ack":
                send({"id": "1", "type": "subscribe", "payload": {"query": "subscription { contentChanged { revision } }"}})
            elif message["type"] == "ping":
                send({"type": "pong"})
            elif message["type"] == "next":
                self.seen[place] = message["payload"]["data"]["contentChanged"]["revision"]

    def sample(self):
        while not self.end:
            status = Path(f"/proc/{self.pid}/status").read_text()
            resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
            with self.lock:
                self.memory.append(int(resident.split()[1]) / 1024)
            time.sleep(1)

    def report(self, minute, notes):
        with self.lock:
            times, memory = self.times, self.memory
            self.times, self.memory = {kind: [] for kind in KINDS}, []
        columns = [f"{minute:6}"]
        for kind in KINDS:
            sorted_times = sorted(times[kind]) or [0]
            p50, p99 = (1000 * sorted_times[int(len(sorted_times) * share)] for share in (0.5, 0.99))
            columns.append(f"{p50:8.1f} {p99:6.1f}")
        columns.append(f"{min(memory, default=0):6.0f} {max(memory, default=0):6.0f}")
        print(" |".join(columns), ", ".join(notes), flush=True)


def pack(folder, turn):
    """A file of spells, others each time."""
    spells = "\n".join(
        f':soak-{turn}-{n} {{:option-pack "{BOOK}" :name "Soak {turn} {n}" :key :soak-{turn}-{n} :school "evocation" :level {n % 9 + 1} '
        f':casting-time "1 action" :range "60 feet" :duration "Instantaneous" :components {{:verbal true}} '
        f':description "{" ".join(random.choices(WORDS, k=60))}."}}' for n in range(SPELLS))
    path = Path(folder, "soak.orcbrew")
    path.write_text("{:orcpub.dnd.e5/spells {" + spells + "}}")
    return str(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ["--program", "--data", "--replay"]:
        arguments.add_argument(flag, required=True)
    arguments.add_argument("--minutes", type=int, default=60)
    arguments.add_argument("--postgres")
    given = arguments.parse_args()
    replay = Replay(given.replay)
    port = free_port()
    env = {"PATH": os.environ["PATH"], "HOME": given.data, "LOREKEEPER_DATA_DIR": given.data, "LOREKEEPER_LOG": "warn",
           "LOREKEEPER_OPEN5E_URL": replay.urls["open5e"], "LOREKEEPER_DND5E_URL": replay.urls["dnd5e"],
           "LOREKEEPER_FOUNDRY_URL": replay.urls["foundry"],
           "LOREKEEPER_STARTER_PACK": "false"}
    if given.postgres:
        env["DATABASE_URL"] = given.postgres
    server = subprocess.Popen([given.program, "serve", "--bind", f"127.0.0.1:{port}"], env=env)
    soak = Soak(port, server.pid)
    try:
        return run(soak, given, env)
    finally:
        soak.end = True
        server.terminate()
        server.wait(60)
        replay.stop()


def run(soak, given, env):
    connection = http.client.HTTPConnection("127.0.0.1", soak.port, timeout=120)
    status = "{ status { syncing entityCount passages embedded revision } }"

    def ask_status():
        return json.loads(soak.ask(connection, "/graphql", {"query": status}))["data"]["status"]

    def run_command(*command):
        done = subprocess.run([given.program, *command], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            soak.fail(f"{' '.join(command)}: {done.stdout[-500:]}")

    while True:
        try:
            state = ask_status()
            if state["entityCount"] and not state["syncing"] and state["passages"] == state["embedded"]:
                break
        except (OSError, http.client.HTTPException):
            connection.close()
        time.sleep(2)
    for kind in KINDS:
        threading.Thread(target=soak.client, args=(kind,), daemon=True).start()
    for place in range(SUBSCRIPTIONS):
        threading.Thread(target=soak.subscribe, args=(place,), daemon=True).start()
    threading.Thread(target=soak.sample, daemon=True).start()
    print("minute |" + " |".join(f"{kind:>15}" for kind in KINDS) + " | memory, MB", flush=True)
    began, notes, next_import, next_sync, turn = time.monotonic(), [], 30, SYNCS / 2, 0
    for minute in range(given.minutes):
        while (passed := time.monotonic() - began) < (minute + 1) * 60:
            if passed > next_sync:
                next_sync += SYNCS
                run_command("sync", "--force")
                notes.append("sync")
            elif passed > next_import:
                next_import, turn = passed + IMPORTS, turn + 1
                if turn % 2:
                    run_command("import", pack(given.data, turn))
                else:
                    run_command("documents", "remove", BOOK)
                notes.append("import" if turn % 2 else "removal")
            time.sleep(0.5)
        soak.report(minute + 1, notes)
        notes = []
    if turn % 2:
        run_command("documents", "remove", BOOK)
    time.sleep(15)
    # The server has closed a connection that was not used for so long.
    connection.close()
    revision = ask_status()["revision"]
    behind = sum(seen != revision for seen in soak.seen)
    if behind:
        soak.fail(f"{behind} of {SUBSCRIPTIONS} subscriptions missed the last change: {revision}, {soak.seen}")
    print(f"{soak.answers} answers, {len(soak.failed)} failures, {turn} imports and removals")
    for sentence in soak.failed[:20]:
        print(sentence)
    return bool(soak.failed)


if __name__ == "__main__":
    raise SystemExit(main())
