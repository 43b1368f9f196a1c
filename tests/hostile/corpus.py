"""The corpus: requests written small, as pieces with what is repeated, and what must become of them."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Attack:
    name: str
    # A code of `extensions.code`; `refused`: whichever; `answered`: without errors; `bounded`: either of the two.
    expect: str
    body: bytes
    # Whether it is a call of a tool, for /mcp.
    tool: bool = False


def corpus() -> list[Attack]:
    entries = json.loads((Path(__file__).parent / "corpus.json").read_text())
    return [
        Attack(entry["name"], entry["expect"], body(entry), "tool" in entry) for entry in entries if "name" in entry
    ]


def body(entry: dict) -> bytes:
    """The body of the request; what the corpus says of characters, UTF-8 cannot always say."""
    if "body" in entry:
        return written(entry["body"]).encode("latin-1" if entry.get("latin1") else "utf-8")
    if "tool" in entry:
        head = f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "{entry["tool"]}", "arguments": '
        return (head + written(entry["arguments"]) + "}}").encode()
    parts = [f'"query": {json.dumps(written(entry["query"]))}']
    if "variables" in entry:
        parts.append(f'"variables": {written(entry["variables"])}')
    if "operation" in entry:
        parts.append(f'"operationName": {json.dumps(entry["operation"])}')
    return ("{" + ", ".join(parts) + "}").encode()


def written(pieces) -> str:
    """The text of pieces: `{i}` counts repetitions from 0, `{j}` is the next one."""
    if isinstance(pieces, str):
        return pieces
    return "".join(
        piece
        if isinstance(piece, str)
        else "".join(
            piece["text"].replace("{i}", str(i)).replace("{j}", str(i + 1))
            for i in range(piece["times"])
        )
        for piece in pieces
    )
