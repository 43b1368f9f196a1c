// Clients of Node.js against a LoreKeeper whose login is that of provider.mjs: npm ci && node client.mjs SERVER
//
// MCP by @modelcontextprotocol/sdk, from an unauthenticated call to a tool's answer, and GraphQL over server-sent events by
// graphql-sse. What the first one asks is printed in order; what goes wrong is thrown.

import assert from "node:assert/strict";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createClient } from "graphql-sse";

const [server] = process.argv.slice(2);
const redirect = "http://127.0.0.1:1/callback";

/** Follows a login as a browser does: redirects and cookies, up to the address of the client. */
async function logIn(url) {
  const cookies = new Map();
  for (let hops = 0; hops < 20; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    assert.ok(answer.headers.has("location"), `${url}: ${answer.status} ${await answer.text()}`);
    url = new URL(answer.headers.get("location"), url);
    if (url.href.startsWith(redirect)) return url.searchParams;
  }
  throw new Error("The login does not end.");
}

/** Keeps what a client of OAuth keeps. */
class Kept {
  redirectUrl = redirect;
  clientMetadata = {
    client_name: "test",
    redirect_uris: [redirect],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  clientInformation = () => this.information;
  saveClientInformation = (information) => void (this.information = information);
  tokens = () => this.kept;
  saveTokens = (tokens) => void (this.kept = tokens);
  redirectToAuthorization = (url) => void (this.asked = url);
  saveCodeVerifier = (verifier) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

async function mcp() {
  const kept = new Kept();
  const asked = [];
  const watched = async (url, options) => {
    const answer = await fetch(url, options);
    asked.push(`${options?.method ?? "GET"} ${new URL(url).pathname} ${answer.status}`);
    return answer;
  };
  const transport = () => new StreamableHTTPClientTransport(new URL(`${server}/mcp`), { authProvider: kept, fetch: watched });
  const client = () => new Client({ name: "test", version: "1" });
  const first = transport();
  await assert.rejects(client().connect(first), UnauthorizedError);
  const [resource, scope] = ["resource", "scope"].map((name) => kept.asked.searchParams.get(name));
  console.log(`asked for the resource ${resource} and the scope ${scope}`);
  const code = (await logIn(kept.asked)).get("code");
  await first.finishAuth(code);
  const second = client();
  await second.connect(transport());
  const answer = await second.callTool({ name: "search_spell", arguments: { limit: 1 } });
  assert.ok(answer.structuredContent.total > 0, JSON.stringify(answer));
  await second.close();
  for (const line of asked) console.log(line);
  return kept.kept.access_token;
}

async function events(token) {
  const client = createClient({ url: `${server}/graphql`, headers: { authorization: `Bearer ${token}` } });
  const query = "{ spells { totalCount } }";
  for await (const { data } of client.iterate({ query })) assert.ok(data.spells.totalCount > 0);
  const changes = client.iterate({ query: "subscription { contentChanged { revision } }" });
  const { value } = await changes.next();
  assert.ok(value.data.contentChanged.revision);
  await changes.return();
  client.dispose();
  console.log("graphql-sse: a query and a subscription");
}

const token = await mcp();
await events(token);
