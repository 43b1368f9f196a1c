"""Lists the tools of a running LoreKeeper, and calls those of the default set, with MCP clients of Python frameworks. No
model is asked.

    pip install fastmcp langchain-mcp-adapters 'mcpadapt[smolagents]' openai-agents 'pydantic-ai-slim[mcp]' smolagents
    python tests/clients/frameworks.py http://127.0.0.1:8080/mcp

A framework that is not installed is left out, and named. Exit code 1 when a call went otherwise than it should, 77 when
no framework is installed.
"""

import asyncio
import importlib.metadata
import importlib.util
import json
import logging
import sys

# What each tool is called with. A party of numbers and a creature as an object show how a framework writes them.
CALLS = {
    "search_spell": {"search": "ward", "level": 1, "documents": ["srd-2014"], "limit": 2},
    "search_creature": {"cr_max": "3", "limit": 2},
    "search_equipment": {"type": "weapon", "is_magic": False, "limit": 2},
    "search_character_option": {"type": "class", "limit": 2},
    "search_rule": {"rule_type": "condition", "limit": 2},
    "search_all": {"query": "fire", "content_types": ["Spell"], "limit": 2},
    "list_documents": {"limit": 2},
    "plan_encounter": {"party": [3, 3, 4], "creatures": [{"challenge_rating": "1/4", "count": 2}]},
    "get": {"ids": ["spell:srd-2014:no-such-spell"]},
}


def answer_of(result):
    """The answer in what a framework gives: structured content, or its text."""
    if isinstance(result, list):
        result = result[0]
    if isinstance(result, dict) and "text" in result:
        result = result["text"]
    return json.loads(result) if isinstance(result, str) else result


async def fastmcp(url):
    from fastmcp import Client

    async with Client(url) as client:
        tools = [tool.name for tool in await client.list_tools() if tool.name in CALLS]
        return {name: (await client.call_tool(name, CALLS[name])).structured_content for name in tools}


async def langchain_mcp_adapters(url):
    from langchain_mcp_adapters.client import MultiServerMCPClient

    client = MultiServerMCPClient({"lorekeeper": {"transport": "streamable_http", "url": url}})
    tools = [tool for tool in await client.get_tools() if tool.name in CALLS]
    return {tool.name: await tool.ainvoke(CALLS[tool.name]) for tool in tools}


async def smolagents(url):
    from smolagents import MCPClient

    def call():
        with MCPClient({"url": url, "transport": "streamable-http"}, structured_output=False) as tools:
            return {tool.name: tool(**CALLS[tool.name]) for tool in tools if tool.name in CALLS}

    return await asyncio.to_thread(call)


async def mcpadapt(url):
    from mcpadapt.core import MCPAdapt
    from mcpadapt.smolagents_adapter import SmolAgentsAdapter

    def call():
        with MCPAdapt({"url": url, "transport": "streamable-http"}, SmolAgentsAdapter()) as tools:
            return {tool.name: tool(**CALLS[tool.name]) for tool in tools if tool.name in CALLS}

    return await asyncio.to_thread(call)


async def agents(url):
    from agents.mcp import MCPServerStreamableHttp
    from agents.mcp.util import MCPUtil

    async with MCPServerStreamableHttp({"url": url}) as server:
        tools = await server.list_tools()
        for tool in tools:
            # The schema as the model's interface wants it, strictly.
            MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)
        names = [tool.name for tool in tools if tool.name in CALLS]
        return {name: (await server.call_tool(name, CALLS[name])).content[0].text for name in names}


async def pydantic_ai(url):
    from pydantic_ai.mcp import MCPToolset

    async with MCPToolset(url) as toolset:
        tools = [tool.name for tool in await toolset.list_tools() if tool.name in CALLS]
        return {name: await toolset.direct_call_tool(name, CALLS[name]) for name in tools}


# The modules, and the packages that have them.
FRAMEWORKS = {
    fastmcp: "fastmcp",
    langchain_mcp_adapters: "langchain-mcp-adapters",
    smolagents: "smolagents",
    mcpadapt: "mcpadapt",
    agents: "openai-agents",
    pydantic_ai: "pydantic-ai-slim",
}


def wrong(answers):
    """What is wrong with what a framework got, in sentences."""
    if answers.keys() != CALLS.keys():
        yield f"it lists only {sorted(answers)}"
    for tool, result in answers.items():
        answer = answer_of(result)
        if "results" not in answer or "meta" not in answer:
            yield f"{tool}: {answer}"
        elif tool not in ("get", "plan_encounter") and not answer["results"]:
            yield f"{tool} finds nothing: {answer.get('message')}"


async def main(url):
    failures = ran = 0
    for framework, package in FRAMEWORKS.items():
        if importlib.util.find_spec(framework.__name__) is None:
            print(f"{package}: left out, it is not installed")
            continue
        ran += 1
        try:
            problems = list(wrong(await framework(url)))
        except Exception as problem:
            problems = [f"{type(problem).__name__}: {problem}"]
        failures += bool(problems)
        outcome = "; ".join(problems) or f"{len(CALLS)} tools called"
        print(f"{package} {importlib.metadata.version(package)}: {outcome}")
    return 77 if ran == 0 else int(failures > 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    logging.disable(logging.WARNING)
    sys.exit(asyncio.run(main(sys.argv[1])))
