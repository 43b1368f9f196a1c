#!/usr/bin/env python3
"""Injects fault after fault into captured upstreams, syncs against them, and prints a table of what became of it.

    faults.py --program target/debug/lorekeeper --replay PATH [--postgres URL]

PATH is a script that plays the upstreams on loopback and misbehaves on request (`/__fault`, `/__stats`). A server is
started on an empty data directory, filled, and asked before and after each fault; `lorekeeper sync --force` beside it
shows what a user sees. Then come an edition with 25 changed and 10 dropped creatures and, with the URL of a Postgres
(a database in which it may create others), two servers at once on one database, whose requests are counted.
It ends with 1 where something was lost, written or asked for twice. Python 3.11, standard library only.
"""
import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

CREATURES = "/v2/creatures"
FAULTS = [
    ("latency of 3 s", {"kind": "latency", "ms": 3000}),
    ("silence in mid-body (30 s)", {"kind": "hang"}),
    ("silence in mid-body, once", {"kind": "hang", "times": 1}),
    ("reset in mid-body", {"kind": "reset"}),
    ("reset in mid-body, twice", {"kind": "reset", "times": 2}),
    ("every connection reset", {"kind": "down"}),
    ("429, Retry-After 2 s, 3 times", {"kind": "rate_limit", "retry_after": 2, "times": 3}),
    ("429, Retry-After 1 h", {"kind": "rate_limit", "retry_after": 3600}),
    ("500 with HTML", {"kind": "error", "status": 500}),
    ("502 with HTML, twice", {"kind": "error", "status": 502, "times": 2}),
    ("503 with HTML, from page 3 on", {"kind": "error", "status": 503, "after": 2}),
    ("HTML with 200, called JSON", {"kind": "html"}),
    ("HTML with 200, called HTML", {"kind": "html", "honest": True}),
    ("JSON that breaks off", {"kind": "truncated"}),
    ("JSON that breaks off, page 2 only, once", {"kind": "truncated", "after": 1, "times": 1}),
    ("a field of another type in one record a page", {"kind": "wrong_type", "field": "armor_class", "at": 7}),
    ("a null object in one record a page", {"kind": "null_object", "field": "size", "at": 7}),
    ("a field missing in one record a page", {"kind": "missing_field", "field": "name", "at": 7}),
    ("one poisoned record a page", {"kind": "poison"}),
    ("pages that loop", {"kind": "loop"}),
    ("duplicates across pages", {"kind": "duplicates"}),
    ("pages without records", {"kind": "empty_page"}),
    ("a listing that shrinks by half", {"kind": "drop", "n": 1770}),
]
# What may change rows: the record is as good as before, only with less or other content.
CONTENT = ("null_object", "wrong_type", "missing_field")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(url, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=300) as answer:
        text = answer.read()
    return json.loads(text) if text else None


class Replay:
    """The upstreams."""

    def __init__(self, script):
        self.process = subprocess.Popen(
            [sys.executable, script, "all", "--port", str(free_port())], stdout=subprocess.PIPE, text=True)
        ready = [self.process.stdout.readline().split() for _ in range(3)]
        self.urls = {name: url for _, name, url in ready}

    def fault(self, *rules):
        ask(f"{self.urls['open5e']}/__fault", list(rules))

    def recover(self):
        ask(f"{self.urls['open5e']}/__fault", method="DELETE")

    def forget(self):
        for url in self.urls.values():
            ask(f"{url}/__stats", method="DELETE")

    def requests(self):
        """How often each path was asked for."""
        return {name + path: n for name, url in self.urls.items()
                for path, n in ask(f"{url}/__stats")["paths"].items()}

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Server:
    """`serve`, and other commands beside it."""

    def __init__(self, program, replay, folder, **settings):
        self.program, self.port = program, free_port()
        self.env = {"PATH": os.environ["PATH"], "HOME": folder, "LOREKEEPER_DATA_DIR": folder,
                    "LOREKEEPER_OPEN5E_URL": replay.urls["open5e"], "LOREKEEPER_DND5E_URL": replay.urls["dnd5e"],
                    "LOREKEEPER_FOUNDRY_URL": replay.urls["foundry"],
                    "LOREKEEPER_STARTER_PACK": "false", "LOREKEEPER_LOG": "error",
                    # Vectors have no part in this.
                    "LOREKEEPER_MODEL_DIR": str(Path(folder) / "nowhere"), **settings}
        self.process = subprocess.Popen([program, "serve", "--bind", f"127.0.0.1:{self.port}"], env=self.env,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def status(self):
        query = ("{ status { revision syncing entityCount entities { family count } "
                 "listings { source endpoint error notice failures } } }")
        return ask(f"http://127.0.0.1:{self.port}/graphql", {"query": query})["data"]["status"]

    def wait(self):
        """Until it is there, and everything has been fetched."""
        began = time.time()
        while time.time() - began < 1800:
            time.sleep(0.5)
            if self.process.poll() is not None:
                raise SystemExit(f"a server ended by itself, with {self.process.returncode}")
            try:
                status = self.status()
            except OSError:
                continue
            if not status["syncing"] and status["entityCount"]:
                return time.time() - began
        raise SystemExit("the server was not ready in half an hour")

    def sync(self, *arguments):
        began = time.time()
        done = subprocess.run([self.program, "sync", "--no-embed", *arguments], env=self.env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
        return done.stdout, time.time() - began

    def stop(self):
        self.process.terminate()
        self.process.wait()


def creatures(status):
    return next(f["count"] for f in status["entities"] if f["family"] == "CREATURE")


def listing(status):
    return next(l for l in status["listings"] if (l["source"], l["endpoint"]) == ("open5e_v2", "creatures"))


def short(text):
    return re.sub(r"http://127.0.0.1:\d+", "", text or "").replace("|", "\\|")


def changes(output):
    """The line of the rows' table for creatures: added, changed, removed, kept."""
    line = next((l for l in output.splitlines() if re.search(r"\bcreature\b", l)), "")
    return [int(n) for n in re.findall(r"\d+", line)]


def fault_by_fault(server, replay):
    lost = False
    print("| injected at /v2/creatures | the user saw (`sync`, `status`) | creatures before, after | rows added, changed, removed | s |")
    print("|---|---|---|---|---|")
    for name, rule in FAULTS:
        before = server.status()
        replay.fault({"path": CREATURES, **rule})
        output, seconds = server.sync("--source", "open5e_v2", "--force")
        after = server.status()
        said = listing(after)
        written = changes(output)[:3]
        told = short(said["error"] or said["notice"] or "nothing: it did no harm")
        print(f"| {name} | {told} | {creatures(before)}, {creatures(after)} | {', '.join(map(str, written)) or 'none'} | {seconds:.0f} |",
              flush=True)
        lost |= creatures(before) != creatures(after)
        lost |= before["revision"] != after["revision"] and rule["kind"] not in CONTENT
        replay.recover()
        output, _ = server.sync("--source", "open5e_v2", "--force")
        healed = listing(server.status())
        lost |= bool(healed["error"] or healed["notice"])
    return lost


def another_edition(server, replay):
    print("\nAnother edition: 25 creatures changed, 10 gone; then the one before again.\n")
    replay.fault({"kind": "mutate", "n": 25, "path": CREATURES}, {"kind": "drop", "n": 10, "path": CREATURES})
    before = creatures(server.status())
    output, _ = server.sync("--source", "open5e_v2", "--force")
    there = changes(output)
    print(output)
    replay.recover()
    output, _ = server.sync("--source", "open5e_v2", "--force")
    back = changes(output)
    print(output)
    print(f"added, changed, removed: {there[:3]}, and back {back[:3]}; creatures {before} before, "
          f"{creatures(server.status())} at the end")
    return creatures(server.status()) != before or sum(there[:3]) > 35 or there[2] > 10


def side_by_side(program, replay, url):
    """Two servers on one database ask no more than one does."""
    def count(servers, database):
        subprocess.run([shutil.which("psql") or "psql", url, "-qc", f'CREATE DATABASE "{database}"'], check=True)
        settings = {"DATABASE_URL": re.sub(r"/[^/?]*(\?|$)", rf"/{database}\1", url, count=1)}
        replay.forget()
        folders = [tempfile.mkdtemp() for _ in range(servers)]
        running = [Server(program, replay, folder, **settings) for folder in folders]
        try:
            for server in running:
                server.wait()
            return replay.requests(), [server.status()["entityCount"] for server in running]
        finally:
            for server in running:
                server.stop()
            for folder in folders:
                shutil.rmtree(folder, ignore_errors=True)
    one, rows = count(1, f"faults_one_{os.getpid()}")
    two, both = count(2, f"faults_two_{os.getpid()}")
    twice = sorted(path for path in two if two[path] != one.get(path))
    print(f"\nOne server on an empty database: {sum(one.values())} requests, {rows} entities. "
          f"Two at once on another: {sum(two.values())} requests, {both} entities; "
          f"paths asked for more or less often: {twice or 'none'}.")
    return bool(twice) or len(set(rows + both)) != 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--replay", required=True)
    arguments.add_argument("--postgres")
    arguments = arguments.parse_args()
    program = str(Path(arguments.program).resolve())
    replay = Replay(arguments.replay)
    wrong = False
    try:
        if arguments.postgres:
            wrong |= side_by_side(program, replay, arguments.postgres)
        folder = tempfile.mkdtemp()
        server = Server(program, replay, folder)
        try:
            print(f"\nfilled in {server.wait():.0f} s\n")
            wrong |= fault_by_fault(server, replay)
            wrong |= another_edition(server, replay)
        finally:
            server.stop()
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        replay.stop()
    print("\nSomething was lost, written or asked for twice." if wrong else "\nNothing was lost.")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
