#!/usr/bin/env python3
"""Times MCP servers and REST APIs that hold the same content, by turns, on one machine.

    speed.py lorekeeper=http://127.0.0.1:8080/mcp forerunner=http://127.0.0.1:9100/mcp open5e=http://127.0.0.1:8000
             [--rounds 4] [--requests 40] [--seconds 8] [--clients 8] [--only spells]

A side is a name and an address: one that ends with /mcp is an MCP server over HTTP whose tools `search_spell` and
`search_creature` take the arguments below, any other the root of an Open5e v2 API. Each round asks every side in turn, in a
new order: first one client, then several at once. No text is sent twice; lists come round again, so start LoreKeeper with
LOREKEEPER_RESPONSE_CACHE_SIZE=0. Prints a Markdown table: the median of one client in ms, requests a second of several, bytes of an answer, and the ratio of each to the
first side. Python 3.11, standard library only.
"""
import argparse
import http.client
import itertools
import json
import random
import statistics
import sys
import threading
import time
import urllib.parse

TYPES = ["beast", "dragon", "undead", "humanoid", "fiend", "monstrosity", "elemental", "aberration"]
RATINGS = [0.25, 0.5, 1, 2, 3, 4, 5]
PARTS = [["protect me from", "a creature that fears", "somebody who summons", "turn away", "heal the wounds of", "hide from"],
         ["burning", "frozen", "ancient", "invisible", "poisonous", "sleeping", "cunning"],
         ["wolves", "thieves", "spirits", "soldiers", "snakes", "storms", "shadows", "giants"],
         ["at night", "in a swamp", "under water", "for an hour", "near a village", "without a sound", "from afar"],
         ["while it rains", "before dawn", "by a trick", "in a hurry", "for nothing", "with a word", "and live", "with a torch",
          "against their will", "and take all with me", "and be seen by nobody", "in the dark"]]
TEXTS = [" ".join(words) for words in itertools.product(*PARTS)]
random.Random(7).shuffle(TEXTS)


def spells_of_a_level(n):
    return "search_spell", {"level_min": n % 10, "level_max": n % 10, "limit": 20}, f"/v2/spells/?level={n % 10}&limit=20"


def creatures_by_type(n):
    kind, rating = TYPES[n % 8], RATINGS[n // 8 % len(RATINGS)]
    return ("search_creature", {"type": kind, "cr": rating, "limit": 20},
            f"/v2/creatures/?type={kind}&challenge_rating_decimal={rating}&limit=20")


def spells_for_a_text(n):
    text = TEXTS[n % len(TEXTS)]
    return "search_spell", {"search": text, "limit": 20}, "/v2/spells/?limit=20&search=" + urllib.parse.quote(text)


def creatures_for_a_text(n):
    text = TEXTS[n % len(TEXTS)]
    return "search_creature", {"search": text, "limit": 20}, "/v2/creatures/?limit=20&search=" + urllib.parse.quote(text)


SCENARIOS = {"spells of a level": spells_of_a_level, "creatures by type and CR": creatures_by_type,
             "spells for a fresh text": spells_for_a_text, "creatures for a fresh text": creatures_for_a_text}


class Client:
    """One kept connection to a side."""

    def __init__(self, url):
        self.url = urllib.parse.urlsplit(url)
        self.is_mcp = self.url.path.endswith("/mcp") or self.url.path.endswith("/mcp/")
        self.http = http.client.HTTPConnection(self.url.hostname, self.url.port or 80, timeout=120)
        self.headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.is_mcp:
            params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "speed", "version": "1"}}
            response, _ = self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
            if response.getheader("Mcp-Session-Id"):
                self.headers["Mcp-Session-Id"] = response.getheader("Mcp-Session-Id")
            self.headers["MCP-Protocol-Version"] = "2025-06-18"
            self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def post(self, message):
        self.http.request("POST", self.url.path, json.dumps(message), self.headers)
        response = self.http.getresponse()
        return response, response.read()

    def ask(self, tool, arguments, path):
        """The seconds and the bytes of an answer."""
        began = time.perf_counter()
        if self.is_mcp:
            params = {"name": tool, "arguments": arguments}
            response, body = self.post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        else:
            self.http.request("GET", path)
            response = self.http.getresponse()
            body = response.read()
        took = time.perf_counter() - began
        if response.status != 200 or b'"isError":true' in body or b'"error":{' in body:
            sys.exit(f"{self.url.geturl()} refuses {tool} {arguments}: {response.status} {body[:300]}")
        return took, len(body)


def one_client(url, scenario, numbers, requests):
    client = Client(url)
    for _ in range(3):
        client.ask(*scenario(next(numbers)))
    return [client.ask(*scenario(next(numbers))) for _ in range(requests)]


def several_clients(url, scenario, numbers, clients, seconds):
    """Answers a second."""
    done, lock, end = [0], threading.Lock(), time.perf_counter() + seconds

    def send():
        client = Client(url)
        while time.perf_counter() < end:
            with lock:
                number = next(numbers)
            client.ask(*scenario(number))
            with lock:
                done[0] += 1

    threads = [threading.Thread(target=send) for _ in range(clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done[0] / (time.perf_counter() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sides", nargs="+", metavar="NAME=URL")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--requests", type=int, default=40, help="of one client in a round")
    parser.add_argument("--seconds", type=float, default=8, help="of several clients in a round")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--only", default="", help="scenarios with this in their name")
    options = parser.parse_args()
    sides = dict(side.split("=", 1) for side in options.sides)
    first = next(iter(sides))
    print("| 20 records | side | p50 ms | p90 ms | of the first | requests/s | of the first | bytes |")
    print("|---|---|---|---|---|---|---|---|")
    for name, scenario in SCENARIOS.items():
        if options.only not in name:
            continue
        times, rates, sizes = ({side: [] for side in sides} for _ in range(3))
        numbers = itertools.count(1)
        for _ in range(options.rounds):
            for side in random.sample(list(sides), len(sides)):
                answers = one_client(sides[side], scenario, numbers, options.requests)
                times[side] += [took * 1e3 for took, _ in answers]
                sizes[side] += [size for _, size in answers]
                rates[side].append(several_clients(sides[side], scenario, numbers, options.clients, options.seconds))
        for side in sides:
            p50, rate = statistics.median(times[side]), statistics.median(rates[side])
            p90 = statistics.quantiles(times[side], n=10)[-1]
            slower, quicker = p50 / statistics.median(times[first]), rate / statistics.median(rates[first])
            print(f"| {name} | {side} | {p50:.1f} | {p90:.1f} | {slower:.2f} | {rate:.1f} | {quicker:.2f} "
                  f"| {statistics.mean(sizes[side]):.0f} |", flush=True)


main()
