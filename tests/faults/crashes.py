#!/usr/bin/env python3
"""Kills LoreKeeper at random moments of sync, import, embedding and takeover, and shows that nothing is lost or twofold.

    crashes.py --program target/release/lorekeeper --replay PATH [--assets DIR] [--postgres URL] [--rounds N] [--seed N]

PATH is a script that plays the upstreams on loopback (see faults.py). DIR is a data directory whose `assets` hold a
model; without it embedding has no part in this. A store is filled once; then each round begins something, kills it
(SIGKILL) after a while that chance chooses, starts a server on what is left, measures how long its first answer takes,
finishes the work, and compares every entity with those of the undisturbed store. With the URL of a Postgres (a
database in which it may create others) the store is there. It ends with 1 where anything differs. Python 3.11,
standard library only.
"""
import argparse
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from faults import Replay, ask, free_port

# Enough to be killed in the middle of, little enough for many rounds.
SOURCES = "dnd5e_api"
BOOK = "crash-test"
SPELLS = 500
FAMILIES = ["spells", "creatures", "equipment", "characterOptions", "rules"]
# Longest time for the first answer of a server that starts on what a crash left, and for it to make good what rows lack.
FIRST_ANSWER = 30
MADE_GOOD = 30


class Store:
    """Where things are stored, and the commands that work on it."""

    def __init__(self, program, replay, folder, database=None):
        self.program, self.folder = program, folder
        self.env = {"PATH": os.environ["PATH"], "HOME": str(Path(folder) / "home"), "LOREKEEPER_DATA_DIR": folder,
                    "LOREKEEPER_OPEN5E_URL": replay.urls["open5e"], "LOREKEEPER_DND5E_URL": replay.urls["dnd5e"],
                    "LOREKEEPER_FOUNDRY_URL": replay.urls["foundry"],
                    "LOREKEEPER_SOURCES": SOURCES, "LOREKEEPER_STARTER_PACK": "false", "LOREKEEPER_LOG": "error"}
        if database:
            self.env["DATABASE_URL"] = database

    def begin(self, *arguments):
        with open(Path(self.folder, "stderr"), "wb") as log:
            return subprocess.Popen([self.program, *arguments], env=self.env, stdout=subprocess.DEVNULL, stderr=log)

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.env, text=True, timeout=1800,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout}")
        return done.stdout


class Server:
    """`serve` on a store."""

    def __init__(self, store):
        self.store, self.port = store, free_port()
        self.process = store.begin("serve", "--bind", f"127.0.0.1:{self.port}")

    def ask(self, query):
        answer = ask(f"http://127.0.0.1:{self.port}/graphql", {"query": query})
        if answer.get("errors"):
            raise SystemExit(f"{query}: {answer['errors']}")
        return answer["data"]

    def first_answer(self):
        """Seconds until it answers a question about content."""
        began = time.time()
        while time.time() - began < 120:
            try:
                if "data" in ask(f"http://127.0.0.1:{self.port}/graphql", {"query": "{ spells(first: 1) { totalCount } }"}):
                    return time.time() - began
            except OSError:
                pass
            if self.process.poll() is not None:
                said = Path(self.store.folder, "stderr").read_text(errors="replace")
                raise SystemExit(f"a server ended by itself, with {self.process.returncode}:\n{said}")
            time.sleep(0.02)
        raise SystemExit("a server did not answer within two minutes")

    def settled(self, embedding):
        """Until nothing is left to fetch, to write or to embed."""
        for _ in range(3600):
            status = self.ask("{ status { syncing entityCount passages embedded } }")["status"]
            complete = not embedding or status["passages"] == status["embedded"]
            if not status["syncing"] and status["entityCount"] and complete:
                return status
            time.sleep(0.5)
        raise SystemExit("the server did not settle within half an hour")

    def contents(self):
        """Each entity with a digest of what it says."""
        found = {}
        for family in FAMILIES:
            after = None
            while True:
                cursor = f', after: "{after}"' if after else ""
                page = self.ask(f"{{ {family}(first: 100{cursor}) {{ pageInfo {{ hasNextPage endCursor }} "
                                "nodes { id name text source { raw } } } }")[family]
                for node in page["nodes"]:
                    if node["id"] in found:
                        raise SystemExit(f"{node['name']} is there twice")
                    found[node["id"]] = hashlib.sha256(json.dumps(node, sort_keys=True).encode()).hexdigest()
                if not page["pageInfo"]["hasNextPage"]:
                    break
                after = page["pageInfo"]["endCursor"]
        return found

    def spells_of_book(self):
        """How many spells of the book there are, once rows that a crash left half written are whole."""
        began = time.time()
        while True:
            found = self.ask(f'{{ spells(documents: ["{BOOK}"], first: 1) {{ totalCount }} }}')["spells"]["totalCount"]
            if found in (0, SPELLS) or time.time() - began > MADE_GOOD:
                return found
            time.sleep(0.2)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def book(path):
    spells = " ".join(
        f':spell-{n} {{:key :spell-{n} :name "Crash Spell {n}" :option-pack "Crash Test" :level {n % 10} '
        f':school "evocation" :description "A spell that ends before its time, number {n}."}}' for n in range(SPELLS))
    path.write_text(f'{{"Crash Test" #:orcpub.dnd.e5{{:spells {{{spells}}}}}}}')
    return str(path)


def another_edition(replay):
    """Lets the upstreams have other content."""
    for url in replay.urls.values():
        ask(f"{url}/__fault", [{"kind": "mutate", "n": 60}, {"kind": "drop", "n": 10}])


def recover(replay):
    for url in replay.urls.values():
        ask(f"{url}/__fault", method="DELETE")


def killed_after(process, seconds):
    """Kills a command in its midst, or lets it be when it was quicker."""
    try:
        process.wait(seconds)
        return "was done before"
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return f"killed after {seconds:.2f} s"


def crash(kind, store, replay, chance, took, file):
    """Begins something and kills it; returns what happened."""
    if kind == "sync":
        another_edition(replay)
        return killed_after(store.begin("sync", "--force", "--no-embed"), chance.uniform(0.05, took["sync"]))
    if kind == "import":
        return killed_after(store.begin("import", "--no-embed", file), chance.uniform(0.05, took["import"]))
    if kind == "embed":
        store.run("import", "--no-embed", file)
        return killed_after(store.begin("serve", "--bind", f"127.0.0.1:{free_port()}"), chance.uniform(0.5, 12))
    holder = Server(store)
    holder.first_answer()
    other = Server(store)
    other.first_answer()
    importing = store.begin("import", "--no-embed", file)
    time.sleep(chance.uniform(0, took["import"]))
    holder.kill()
    began = time.time()
    other.first_answer()
    seconds = time.time() - began
    importing.wait(120)
    other.kill()
    return f"the other one answered after {seconds:.2f} s"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--replay", required=True)
    arguments.add_argument("--assets")
    arguments.add_argument("--postgres")
    arguments.add_argument("--rounds", type=int, default=20)
    arguments.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = arguments.parse_args()
    chance = random.Random(arguments.seed)
    embedding = bool(arguments.assets)
    folder = tempfile.mkdtemp(prefix="lore-crash-")
    replay = Replay(arguments.replay)
    database = None
    wrong = 0
    try:
        if arguments.postgres:
            name = f"crashes_{os.getpid()}"
            subprocess.run([shutil.which("psql") or "psql", arguments.postgres, "-qc", f"CREATE DATABASE {name}"], check=True)
            database = re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", arguments.postgres, count=1)
        store = Store(str(Path(arguments.program).resolve()), replay, folder, database)
        Path(folder, "home").mkdir()
        if embedding:
            os.symlink(Path(arguments.assets, "assets").resolve(), Path(folder, "assets"))
        else:
            store.env["LOREKEEPER_MODEL_DIR"] = str(Path(folder, "nowhere"))
        file = book(Path(folder, "crash-test.orcbrew"))
        took = {}
        store.run("sync", "--no-embed")
        began = time.time()
        another_edition(replay)
        store.run("sync", "--force", "--no-embed")
        took["sync"] = time.time() - began
        recover(replay)
        store.run("sync", "--force", "--no-embed")
        began = time.time()
        store.run("import", "--no-embed", file)
        took["import"] = time.time() - began
        server = Server(store)
        server.first_answer()
        status = server.settled(embedding)
        whole = server.contents()
        server.stop()
        print(f"seed {arguments.seed}; another edition synced in {took['sync']:.1f} s, a book imported in {took['import']:.1f} s: "
              f"{len(whole)} entities, {status['passages']} passages\n\n| round | what | first answer, s | differs |\n|---|---|---|---|")
        store.run("documents", "remove", BOOK)
        for turn in range(arguments.rounds):
            kind = ["sync", "import", "embed", "takeover"][turn % 4]
            what = crash(kind, store, replay, chance, took, file)
            recover(replay)
            server = Server(store)
            seconds = server.first_answer()
            stored = server.spells_of_book()
            server.stop()
            store.run("sync", "--force", "--no-embed")
            store.run("import", "--no-embed", file)
            server = Server(store)
            server.first_answer()
            status = server.settled(embedding)
            now = server.contents()
            server.stop()
            store.run("documents", "remove", BOOK)
            differs = sum(whole.get(key) != now.get(key) for key in whole.keys() | now.keys())
            partly = stored not in (0, SPELLS)
            late = seconds > FIRST_ANSWER
            wrong += bool(differs or partly or late)
            told = f"{differs} entities" if differs else f"{stored} of {SPELLS} spells of a book" if partly else "late" if late else "nothing"
            print(f"| {turn + 1} | {kind}: {what} | {seconds:.2f} | {told} |", flush=True)
    finally:
        replay.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\n{wrong} of {arguments.rounds} rounds left something else." if wrong else "\nNothing was lost, nothing is twofold.")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
