"""Calls every tool of a running LoreKeeper with the official Python client of MCP, and prints what came back.

    python3 -m venv venv && venv/bin/pip install 'mcp>=2'      # Python 3.11 or newer
    venv/bin/python tests/mcp/client.py http://127.0.0.1:8080/mcp
    venv/bin/python tests/mcp/client.py --stdio "lorekeeper mcp"

The client checks every result against the tool's output schema. Content must be loaded. Exit code 1 when a call
went otherwise than it should.
"""

import argparse
import asyncio
import json
import shlex
import sys
import time
from dataclasses import dataclass, field

try:
    from mcp import Client, MCPError, StdioServerParameters
    from mcp.types import PromptReference, ResourceTemplateReference
except ImportError:
    sys.exit("This needs the package mcp, 2 or newer, for Python: pip install 'mcp>=2' (see the head of this file).")

# Most bytes of an answer with more than one result.
MOST = 100_000

FINDS, NOTHING, REFUSED = "finds", "nothing", "refused"

# What each tool is called with, and what must come of it.
CALLS = {
    "search_spell": [
        (FINDS, {}),
        (FINDS, {"search": "protect me from fire"}),
        (FINDS, {"search": "firebal", "limit": 3}),
        (FINDS, {"level": 3, "school": "EVOCATION", "class_key": "Wizard"}),
        (FINDS, {"level_min": 7, "level_max": 9, "damage_type": "fire", "detail": "full"}),
        (FINDS, {"ritual": True, "concentration": False, "documents": ["srd"]}),
        (FINDS, {"casting_time": "10 minutes", "detail": "summary", "limit": 100}),
        (FINDS, {"name": "magic*"}),
        (NOTHING, {"level": 9, "ritual": True, "concentration": True, "school": "evocation"}),
        (NOTHING, {"documents": []}),
        (NOTHING, {"documents": ["no-such-book"]}),
        (REFUSED, {"level": 10}),
        (REFUSED, {"school": "cookery"}),
        (REFUSED, {"search": "a\0b"}),
        (REFUSED, {"cursor": "soup"}),
    ],
    "search_creature": [
        (FINDS, {"search": "undead that drain life", "cr_max": 5}),
        (FINDS, {"cr": "1/4", "size": "Small"}),
        (FINDS, {"cr": 0.25, "limit": 100}),
        (FINDS, {"type": "dragon", "armor_class_min": 18, "hit_points_min": 200, "limit": 100, "detail": "full"}),
        (FINDS, {"cr_min": 20, "game_system": "5e-2014"}),
        (NOTHING, {"type": "ooze", "cr_min": 30}),
        (REFUSED, {"cr": "1/3"}),
    ],
    "search_equipment": [
        (FINDS, {"search": "a weapon that returns when thrown"}),
        (FINDS, {"type": "weapon", "is_simple": True, "is_light": True}),
        (FINDS, {"type": "weapon", "is_finesse": True, "damage_dice": "1d8"}),
        (FINDS, {"type": "armor", "cost_max": 100, "weight_max": 40}),
        (FINDS, {"type": "magic-item", "rarity": "very rare", "requires_attunement": "yes"}),
        (FINDS, {"type": "weapon", "is_magic": True, "limit": 100}),
        (FINDS, {"type": "gear", "cost_min": 50}),
        (REFUSED, {"requires_attunement": "perhaps"}),
    ],
    "search_character_option": [
        (FINDS, {"type": "class"}),
        (FINDS, {"type": "class", "search": "divine warrior", "detail": "summary"}),
        (FINDS, {"type": "race", "search": "elf"}),
        (FINDS, {"type": "subclass", "documents": ["srd"]}),
        (FINDS, {"type": "background"}),
        (FINDS, {"type": "feat", "search": "better with bows"}),
        (REFUSED, {}),
    ],
    "search_rule": [
        (FINDS, {"rule_type": "rule", "section": "combat"}),
        (FINDS, {"rule_type": "rule", "search": "attacking while hidden"}),
        (FINDS, {"rule_type": "condition", "search": "grappled", "limit": 2}),
        (FINDS, {"rule_type": "damage-type"}),
        (FINDS, {"rule_type": "weapon-property"}),
        (FINDS, {"rule_type": "skill"}),
        (FINDS, {"rule_type": "ability-score"}),
        (FINDS, {"rule_type": "magic-school"}),
        (FINDS, {"rule_type": "language"}),
        (FINDS, {"rule_type": "proficiency", "limit": 100}),
        (FINDS, {"rule_type": "alignment"}),
        (NOTHING, {"rule_type": "rule", "section": "no-such-section"}),
    ],
    "search_all": [
        (FINDS, {"query": "healing"}),
        (FINDS, {"query": "what happens when I fall", "content_types": ["Rule", "Spell"]}),
        (FINDS, {"query": "dragon", "content_types": ["Class", "Race", "Background", "Feat", "Item"], "limit": 100}),
        (REFUSED, {"query": " "}),
    ],
    "list_documents": [
        (FINDS, {}),
        (FINDS, {"limit": 5, "source": "open5e_v2"}),
        (NOTHING, {"source": "orcbrew"}),
    ],
    "plan_encounter": [
        (FINDS, {"party": [5, 5, 5, 5]}),
        (FINDS, {"party": [3, 3, 4], "difficulty": "hard", "search": "undead in a crypt", "game_system": "5e-2014"}),
        (NOTHING, {"party": [5, 5, 5, 5], "creatures": [{"name": "Troll", "count": 2}]}),
        (REFUSED, {"party": [5], "creatures": [{"name": "Troll", "count": 10000}]}),
    ],
    "get": [
        (NOTHING, {"ids": ["spell:srd-2014:no-such-spell"]}),
        (REFUSED, {"ids": []}),
    ],
    "roll": [(REFUSED, {"expression": "d0"}), (REFUSED, {"expression": "1000000d1000000"})],
    "roll_table": [(REFUSED, {"id": "spell:srd-2014:no-such-spell"})],
    "odds": [(REFUSED, {}), (REFUSED, {"attack_bonus": 5})],
    "compare": [(REFUSED, {"ids": ["spell:srd-2014:no-such-spell"]})],
    "lookup_spell": [(FINDS, {"name": "fire*"}), (FINDS, {"semantic_query": "light in the dark", "level_max": 1})],
    "lookup_creature": [(FINDS, {"name": "*dragon", "challenge_rating": 10})],
    "lookup_equipment": [(FINDS, {"item_type": "weapon", "name": "longsword"})],
    "lookup_character_option": [(FINDS, {"option_type": "class", "name": "wizard"})],
    "lookup_rule": [(FINDS, {"rule_type": "condition", "name": "prone"})],
    "search_dnd_content": [(FINDS, {"query": "fireball", "semantic": False}), (FINDS, {"query": "firebal"})],
}

# Walked to the end, page by page.
WALKS = [
    ("search_spell", {"level": 1}),
    ("search_creature", {"search": "wolf", "cr_max": 3}),
    ("search_equipment", {"type": "magic-item", "rarity": "rare"}),
    ("search_character_option", {"type": "feat"}),
    ("search_rule", {"rule_type": "condition"}),
    ("search_all", {"query": "teleport", "content_types": ["Spell"]}),
]


@dataclass
class Report:
    """The table, row by row, and what went wrong."""

    rows: list = field(default_factory=list)
    failures: int = 0

    def add(self, call, arguments, results, size, began, problem):
        took = (time.perf_counter() - began) * 1000
        self.rows.append((call, json.dumps(arguments, ensure_ascii=True), results, size, round(took), problem or "ok"))
        self.failures += bool(problem)

    def show(self):
        head = ("call", "arguments", "results", "bytes", "ms", "outcome")
        rows = [tuple(str(cell) for cell in row) for row in [head, *self.rows]]
        widths = [min(max(len(row[i]) for row in rows), 90) for i in range(len(head) - 1)]
        for row in rows:
            cells = [cell[:width].ljust(width) for cell, width in zip(row, widths)]
            print("  ".join([*cells, row[-1]]))
        print(f"\n{len(self.rows)} calls, {self.failures} of them wrong")


def text_of(result):
    return "".join(block.text for block in result.content)


def wrong(result, expected):
    """What is wrong with a result, if anything."""
    content = result.structured_content
    if expected == REFUSED:
        if not result.is_error or content is not None or not text_of(result):
            return "it should have been refused with a sentence, and nothing else"
        return None
    if result.is_error:
        return text_of(result)
    if json.loads(text_of(result)) != content:
        return "the text is not the structured content"
    results = content["results"]
    if content["count"] != len(results) or content["total"] < len(results):
        return f"count {content['count']}, total {content['total']}, but {len(results)} results"
    ids = [r.get("id") or r["document_key"] for r in results]
    if len(set(ids)) != len(ids):
        return "a result is there twice"
    if len(result.content[0].text.encode()) > MOST and len(results) > 1:
        return f"more than {MOST} bytes"
    if bool(results) == bool(content.get("message")) and "documents" not in content.get("message", ""):
        return f"{len(results)} results, message: {content.get('message')}"
    scores = [r["similarity_score"] for r in results if "similarity_score" in r]
    if scores != sorted(scores, reverse=True) or len(scores) not in (0, len(results)):
        return "the scores do not descend"
    if bool(results) != (expected == FINDS):
        return f"{len(results)} results: {content.get('message')}"
    return None


async def call(client, report, tool, expected, arguments):
    """One call, which becomes a row. Its structured content."""
    began = time.perf_counter()
    try:
        result = await client.call_tool(tool, arguments)
    except (MCPError, RuntimeError, ValueError) as problem:
        report.add(tool, arguments, "-", "-", began, f"{type(problem).__name__}: {problem}")
        return {}
    content = result.structured_content or {}
    size = len(text_of(result).encode())
    results = f"{content['count']} of {content['total']}" if content else "-"
    report.add(tool, arguments, results, size, began, wrong(result, expected))
    return content


async def walk(client, report, tool, arguments):
    """All pages: nothing twice, and as many as was said."""
    began, found, total, size, cursor = time.perf_counter(), [], None, 0, {}
    problem = None
    while problem is None:
        result = await client.call_tool(tool, {**arguments, "limit": 20, **cursor})
        problem = wrong(result, FINDS)
        content = result.structured_content or {}
        size += len(text_of(result).encode())
        found += [r["id"] for r in content.get("results", [])]
        total = content.get("total") if total is None else total
        if "next_cursor" not in content:
            break
        cursor = {"cursor": content["next_cursor"]}
    if problem is None and (len(found) != total or len(set(found)) != total):
        problem = f"{len(found)} results, {len(set(found))} distinct, but a total of {total}"
    report.add(f"{tool}, all pages", arguments, f"{len(found)} of {total}", size, began, problem)


async def read(client, report, uri, title):
    """A resource, which is Markdown under a title."""
    began = time.perf_counter()
    try:
        text = (await client.read_resource(uri)).contents[0].text
        problem = None if text.startswith(f"# {title}\n") else f"it begins with {text[:60]!r}"
        report.add("resources/read", uri, 1, len(text.encode()), began, problem)
    except MCPError as error:
        report.add("resources/read", uri, "-", "-", began, str(error))


async def rest(client, report, known):
    """Records by id, resources, prompts, completions."""
    if not known:
        return
    content = await call(client, report, "get", FINDS, {"ids": list(known)[:5]})
    for result in content.get("results", []):
        await read(client, report, f"lore://{result['family']}/{result['id']}", result["name"])
    for resource in (await client.list_resources()).resources[:3]:
        await read(client, report, resource.uri, resource.name)
    for name, arguments, said in [
        ("explain_stat_block", {"creature": "adult red dragon"}, "Fire Breath"),
        ("draft_encounter", {"party": "3, 3, 3", "theme": "swamp"}, "| creature |"),
        ("settle_rule", {"question": "Can I hide in dim light?"}, "What the books say"),
    ]:
        began = time.perf_counter()
        got = await client.get_prompt(name, arguments)
        contents = [message.content for message in got.messages]
        text = "\n".join(c.text if c.type == "text" else c.resource.text for c in contents)
        problem = None if said in text else f"{said!r} is not in it"
        report.add(f"prompt {name}", arguments, 1, len(text.encode()), began, problem)
    for reference, argument, expected in [
        (PromptReference(type="ref/prompt", name="explain_stat_block"), {"name": "creature", "value": "gob"}, "Goblin"),
        (ResourceTemplateReference(type="ref/resource", uri="lore://spell/{id}"), {"name": "id", "value": "fireb"}, "fireball"),
    ]:
        began = time.perf_counter()
        values = (await client.complete(reference, argument)).completion.values
        problem = None if expected in values else f"{expected} is not in {values[:5]}"
        report.add("completion", argument, len(values), len(json.dumps(values)), began, problem)


async def main(server, mode):
    report = Report()
    async with Client(server, mode=mode, read_timeout_seconds=120) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        print(f"{client.server_info.name} {client.server_info.version}, MCP {client.protocol_version}, {len(tools)} tools\n")
        for tool in sorted(tools - CALLS.keys()):
            report.add(tool, {}, "-", "-", time.perf_counter(), "this script has no arguments for it")
        known = {}
        for tool, calls in CALLS.items():
            for expected, arguments in calls if tool in tools else []:
                content = await call(client, report, tool, expected, arguments)
                first = next(iter(content.get("results", [])), {})
                # One of each family.
                if "id" in first and first["family"] not in {i.split(":")[0] for i in known}:
                    known[first["id"]] = first
        for tool, arguments in WALKS:
            if tool in tools:
                await walk(client, report, tool, arguments)
        if "get" in tools:
            await rest(client, report, known)
    report.show()
    return 1 if report.failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", nargs="?", help="the server's /mcp")
    parser.add_argument("--stdio", metavar="COMMAND", help="a program to start instead, with its arguments")
    parser.add_argument("--mode", default="auto", help="auto, legacy (with a handshake), or a revision of the protocol")
    options = parser.parse_args()
    if bool(options.url) == bool(options.stdio):
        parser.error("give the URL of a server's /mcp, or --stdio COMMAND")
    if options.stdio:
        program, *rest_of_it = shlex.split(options.stdio)
        server = StdioServerParameters(command=program, args=rest_of_it)
    else:
        server = options.url
    try:
        sys.exit(asyncio.run(main(server, options.mode)))
    except (OSError, MCPError, ExceptionGroup) as problem:
        while isinstance(problem, ExceptionGroup):
            problem = problem.exceptions[0]
        sys.exit(f"The conversation with {options.url or options.stdio} broke off: {type(problem).__name__}: {problem}")
