"""The official Python client of MCP against a LoreKeeper whose login is that of provider.mjs, from an unauthenticated
call to a tool's answer.

    python3 -m venv venv && venv/bin/pip install 'mcp>=2'      # Python 3.11 or newer
    venv/bin/python tests/login/client.py http://127.0.0.1:8080

It prints what was asked, in order; exit code 77 where the client is not installed.
"""

import asyncio
import http.cookiejar
import sys
import urllib.error
import urllib.parse
import urllib.request

try:
    import httpx2
    from mcp import Client
    from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.auth import OAuthClientMetadata
except ImportError as missing:
    print(missing)
    sys.exit(77)

REDIRECT = "http://127.0.0.1:1/callback"


class Kept:
    """Keeps tokens and the registration for one run."""

    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class UpToTheClient(urllib.request.HTTPRedirectHandler):
    """Follows redirects as a browser does, up to the address of the client."""

    def redirect_request(self, request, answer, code, message, headers, url):
        if url.startswith(REDIRECT):
            raise urllib.error.URLError(url)
        return super().redirect_request(request, answer, code, message, headers, url)


def log_in(url):
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), UpToTheClient, cookies)
    try:
        opener.open(url)
    except urllib.error.URLError as ended:
        query = urllib.parse.urlparse(str(ended.reason)).query
        return urllib.parse.parse_qs(query)
    raise SystemExit("The login does not end at the client.")


async def main(server):
    answered = {}

    async def redirect(url):
        asked = urllib.parse.parse_qs(urllib.parse.urlparse(url).query)
        print("asked for the resource", asked.get("resource"), "and the scope", asked.get("scope"))
        answered.update(await asyncio.to_thread(log_in, url))

    async def callback():
        first = {name: values[0] for name, values in answered.items()}
        return AuthorizationCodeResult(code=first["code"], state=first.get("state"), iss=first.get("iss"))

    metadata = OAuthClientMetadata(
        client_name="test",
        redirect_uris=[REDIRECT],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="none",
    )
    provider = OAuthClientProvider(f"{server}/mcp", metadata, Kept(), redirect, callback)

    async def watch(answer):
        print(answer.request.method, answer.request.url.path, answer.status_code)

    hooks = {"response": [watch]}
    async with httpx2.AsyncClient(auth=provider, event_hooks=hooks, trust_env=False) as http_client:
        async with Client(streamable_http_client(f"{server}/mcp", http_client=http_client)) as client:
            answer = await client.call_tool("search_spell", {"limit": 1})
            assert answer.structured_content["total"] > 0, answer


asyncio.run(main(sys.argv[1]))
