#!/usr/bin/env python3
"""Hostile requests against a running server, and a good client beside them.

    python3 tests/hostile/run.py http://127.0.0.1:8080/graphql [--only WORDS] [--skip WORDS] [--pid PID]

Prints what became of each attack (status, codes, seconds, bytes), and how long the good client waited: alone,
beside the whole corpus, and beside crowds that insist. Exit code 1 when an attack was neither refused as the corpus
says nor answered within --bound seconds, when a crowd met a 5xx that is no limit's, or when the good client was not
answered. Crowds that hold connections come from an address of their own where there is one (Linux, on loopback): a
server takes only so many of one client. Python 3.10 or newer, nothing to install.
"""

import argparse
import collections
import json
import os
import sys
import threading
import time

from clients import Answer, GoodClient, ask, dribble, hang_up, insist, read_slowly
from corpus import Attack, corpus

# The largest answer that anybody may get.
LARGEST = 32 * 2**20

REFUSALS = {"TOO_COMPLEX", "BAD_USER_INPUT", "RATE_LIMITED", "UNAUTHENTICATED"}


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("url")
    words.add_argument("--only", action="append", default=[], help="only attacks whose name has these words; no crowds")
    words.add_argument("--skip", action="append", default=[], help="leave out attacks whose name has these words")
    words.add_argument("--seconds", type=float, default=20, help="how long each phase lasts at least")
    words.add_argument("--rate", type=float, default=5, help="questions of the good client a second")
    words.add_argument("--bound", type=float, default=12, help="longest time for one attack, in seconds")
    words.add_argument("--pid", type=int, help="process of the server, to show its memory")
    asked = words.parse_args()

    attacks = [a for a in corpus() if not asked.only or any(words in a.name for words in asked.only)]
    attacks = [a for a in attacks if not any(words in a.name for words in asked.skip)]
    good = [("alone", during(asked, lambda over: over.wait(asked.seconds)))]
    findings = []

    def whole_corpus(over):
        began = time.monotonic()
        shown = False
        while not shown or time.monotonic() - began < asked.seconds:
            for attack in attacks:
                answer = ask(asked.url, attack.body, "/mcp" if attack.tool else "")
                fault = verdict(attack, answer, asked.bound)
                if fault:
                    findings.append(f"{attack.name}: {fault}")
                if not shown:
                    show(asked, attack, answer, fault)
                if answer.status == 0 and b"refused" in answer.body:
                    sys.exit("The server is gone.")
            shown = True

    print(f"{'attack':52} {'expected':14} {'status':>6} {'codes':24} {'seconds':>8} {'bytes':>9} {'memory':>7}")
    good.append(("beside the corpus", during(asked, whole_corpus)))
    if not asked.only:
        for name, crowd in crowds(attacks):
            answers: list[Answer] = []
            client = during(asked, lambda over, crowd=crowd, answers=answers: crowded(asked, crowd, over, answers))
            good.append((name, client))
            slowest = max((a.seconds for a in answers), default=0.0)
            told = collections.Counter(f"{a.status} {' '.join(a.codes())}".strip() for a in answers)
            print(f"\n{name}: {len(answers)} answers, slowest {slowest:.1f} s, memory {memory(asked.pid)}")
            for outcome, count in told.most_common():
                print(f"  {count:6} × {outcome}")
                if outcome.startswith(("0", "500", "502")) or "INTERNAL" in outcome or "?" in outcome:
                    findings.append(f"{name}: {count} × {outcome}")

    print(f"\n{'the good client':40} {'asked':>6} {'failed':>6} {'p50 ms':>8} {'p99 ms':>8}")
    for name, client in good:
        p50, p99 = (1000 * client.quantile(q) for q in (0.5, 0.99))
        print(f"{name:40} {len(client.seconds):6} {len(client.failures):6} {p50:8.0f} {p99:8.0f}")
        findings += [f"the good client, {name}: {failure}" for failure in client.failures[:3]]

    print(f"\n{len(findings)} findings")
    for finding in dict.fromkeys(findings):
        print(f"- {finding}")
    return 1 if findings else 0


def during(asked, act) -> GoodClient:
    """A good client, after something has been done beside it."""
    with GoodClient(asked.url, asked.rate) as client:
        act(threading.Event())
    return client


def crowded(asked, crowd, over: threading.Event, answers: list[Answer]):
    members = [threading.Thread(target=target, args=(asked.url, over, *rest)) for target, *rest in crowd(answers)]
    for member in members:
        member.start()
    time.sleep(asked.seconds)
    over.set()
    for member in members:
        member.join()


def crowds(attacks: list[Attack]):
    """What many do at once."""
    heavy = [
        query(f"{{ search(query: \"who guards the hoard of the {n} dragons\", first: 100) {{ totalCount facets {{ name }} nodes {{ name }} }} }}")
        for n in range(200)
    ]
    everything = [a.body for a in attacks if len(a.body) < 1_000_000 and not a.tool]
    relations = [
        query(f"{{ spells(filter: {{casters: {{some: {{spells: {{some: {{casters: {{some: {{hitPoints: {{gte: {n}}}}}}}}}}}}}}}}}) {{ totalCount }} }}")
        for n in range(200)
    ]
    large = [
        query("{" + " ".join(f"a{n}_{i}: creatures(first: 100) {{ nodes {{ source {{ raw }} markdown text }} }}" for i in range(30)) + "}")
        for n in range(50)
    ]
    yield "16 that search", lambda answers: [(insist, heavy[n * 12 :] + heavy[: n * 12], answers) for n in range(16)]
    yield "8 that follow relations", lambda answers: [(insist, relations[n * 25 :], answers) for n in range(8)]
    yield "8 that send the corpus", lambda answers: [(insist, everything[n * 9 :] + everything[: n * 9], answers) for n in range(8)]
    yield "300 bodies that never end", lambda answers: [(dribble, 300)]
    yield "50 that hardly read", lambda answers: [(read_slowly, 50, large)]
    yield "8 that hang up", lambda answers: [(hang_up, heavy[n]) for n in range(8)]


def query(text: str) -> bytes:
    return json.dumps({"query": text}).encode()


def verdict(attack: Attack, answer: Answer, bound: float) -> str:
    """What is wrong with an answer; empty when nothing is."""
    codes = answer.codes()
    if answer.status == 0:
        return f"the connection broke: {answer.body[:120]!r}"
    if answer.status in (500, 502) or set(codes) - REFUSALS:
        return f"status {answer.status}, codes {codes}: {answer.body[:200]!r}"
    if answer.seconds > bound:
        return f"took {answer.seconds:.1f} s"
    if len(answer.body) > LARGEST:
        return f"answered {len(answer.body) // 2**20} MB"
    refused = answer.status >= 400 or (codes and not answer.has_data()) or (attack.tool and answer.is_error_of_tool())
    if attack.expect == "bounded":
        return ""
    if attack.expect == "answered":
        return f"was refused: {answer.body[:200]!r}" if refused or codes else ""
    if not refused:
        return f"was answered, {len(answer.body)} bytes"
    if attack.expect != "refused" and codes != [attack.expect]:
        return f"codes {codes}: {answer.body[:200]!r}"
    return ""


def show(asked, attack: Attack, answer: Answer, fault: str):
    codes = " ".join(answer.codes()) or ("data" if answer.has_data() else "-")
    mark = " <- " + fault if fault else ""
    print(
        f"{attack.name:52} {attack.expect:14} {answer.status:6} {codes:24} {answer.seconds:8.2f} {len(answer.body):9}"
        f" {memory(asked.pid):>7}{mark[:160]}",
        flush=True,
    )


def memory(pid: int | None) -> str:
    """Resident memory of the server, in megabytes."""
    if pid is None:
        return ""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return f"{int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') // 2**20} MB"
    except FileNotFoundError:
        return "gone"


if __name__ == "__main__":
    sys.exit(main())
