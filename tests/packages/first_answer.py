"""Starts a packaged LoreKeeper in an empty home, and says how long it takes to the first answer with content.

    python3 tests/packages/first_answer.py -- uvx --from ./target/dist/*.whl lorekeeper
    python3 tests/packages/first_answer.py --offline -- ./lorekeeper-0.1.0-…/bin/lorekeeper

The command is started twice, each time in a home of its own: with `mcp`, where a tool is called over standard input and
output, and with `serve`, where a query is sent and the home page is looked at. Time runs from the start of the command,
so it has what uvx or npx install. Exit code 1 when an answer has no content, is too late, or the page is the plain one.
It needs Python only.
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

QUERY = '{ spells(search: "a ball of fire", first: 1) { nodes { name document { key } } meta { warnings } } }'

# Of the environment; nothing else of the user's is handed on.
KEPT = ("PATH", "LANG", "SSL_CERT_FILE", "SYSTEMROOT", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY")


def environment(home, offline):
    kept = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith("PIP_")}
    kept |= {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "APPDATA": home}
    return kept | ({"LOREKEEPER_OFFLINE": "true"} if offline else {})


def stop(process):
    """Ends the command with all that it started: npx does not pass a signal on."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/f", "/t", "/pid", str(process.pid)], stdout=subprocess.DEVNULL)
    else:
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(60)


def over_mcp(command, home, offline, log, limit):
    """Calls a tool until it finds a spell; returns the seconds, the name, and the number of calls."""
    began = time.monotonic()
    process = subprocess.Popen(
        [*command, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
        env=environment(home, offline), cwd=home, text=True, encoding="utf-8", start_new_session=True,
    )

    def send(message):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()

    def answer(number):
        for line in process.stdout:
            message = json.loads(line)
            if message.get("id") == number:
                return message["result"]
        raise SystemExit("the program ended without an answer")

    try:
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "try", "version": "1"}}
        send({"id": 1, "method": "initialize", "params": client})
        answer(1)
        send({"method": "notifications/initialized"})
        call = {"name": "search_spell", "arguments": {"search": "a ball of fire", "limit": 1}}
        calls = 0
        while time.monotonic() - began < limit:
            calls += 1
            send({"id": 1 + calls, "method": "tools/call", "params": call})
            content = answer(1 + calls)["structuredContent"]
            if content["results"]:
                return time.monotonic() - began, content["results"][0]["name"], calls
            print(f"         {time.monotonic() - began:6.1f} s  {content['message']}")
            time.sleep(1)
        return time.monotonic() - began, None, calls
    finally:
        stop(process)


def get(url, body=None):
    headers = {"content-type": "application/json"} if body else {}
    request = urllib.request.Request(url, body, headers)
    with urllib.request.urlopen(request, timeout=15) as answer:
        return answer.read().decode()


def over_http(command, home, offline, log, limit):
    """Asks until a spell is found; returns the seconds, its name, the first warning, and whether the page is whole."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    began = time.monotonic()
    process = subprocess.Popen(
        [*command, "serve", "--bind", address], stdout=log, stderr=log,
        env=environment(home, offline), cwd=home, start_new_session=True,
    )
    try:
        while time.monotonic() - began < limit and process.poll() is None:
            try:
                body = json.dumps({"query": QUERY}).encode()
                spells = json.loads(get(f"http://{address}/graphql", body))["data"]["spells"]
            except (OSError, KeyError, TypeError):
                spells = {"nodes": []}
            if spells["nodes"]:
                seconds = time.monotonic() - began
                page = get(f"http://{address}/")
                return seconds, spells["nodes"][0]["name"], spells["meta"]["warnings"], "built without npm" not in page
            time.sleep(0.1)
        return time.monotonic() - began, None, [], False
    finally:
        stop(process)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--limit", type=float, default=30, help="most seconds to an answer (30)")
    arguments.add_argument("--offline", action="store_true", help="start the program with LOREKEEPER_OFFLINE")
    arguments.add_argument("--plain-pages", action="store_true", help="the program was built without npm")
    arguments.add_argument("--log", default=os.devnull, help="a file for what the program logs")
    arguments.add_argument("command", nargs="+", help="the command, after two dashes")
    given = arguments.parse_args()
    command = [os.path.abspath(part) if os.path.exists(part) else part for part in given.command]
    failed = False
    with open(given.log, "ab") as log:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            seconds, name, calls = over_mcp(command, home, given.offline, log, given.limit)
            print(f"MCP      {seconds:6.1f} s  {name}  calls: {calls}")
            failed |= name is None or seconds > given.limit
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            seconds, name, warnings, whole = over_http(command, home, given.offline, log, given.limit)
            print(f"GraphQL  {seconds:6.1f} s  {name}  warnings: {warnings}  pages: {'whole' if whole else 'plain'}")
            failed |= name is None or seconds > given.limit or not (whole or given.plain_pages)
    sys.exit(failed)


if __name__ == "__main__":
    main()
