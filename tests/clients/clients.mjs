// Clients of Node.js against a running LoreKeeper: npm ci && node clients.mjs SERVER [FOLDER OF node_modules]
//
// graphql-codegen reads the schema from the server, Relay's compiler from the file; urql and Apollo Client keep answers in
// normalised caches, configured by the generated files; mcp-remote lists and calls a tool; the schema of 5etools takes what
// is exported for it. What goes wrong is thrown.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { ApolloClient, HttpLink, InMemoryCache, gql as apolloGql } from "@apollo/client";
import { Client, fetchExchange, gql } from "@urql/core";
import { cacheExchange } from "@urql/exchange-graphcache";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const [server, packages = import.meta.dirname] = process.argv.slice(2);
const repository = path.join(import.meta.dirname, "../..");
const url = `${server}/graphql`;
const reference = async (name) => JSON.parse(await readFile(path.join(repository, "docs/reference", name), "utf8"));
const bin = (name) => path.join(packages, "node_modules/.bin", name);
const work = await mkdtemp(path.join(tmpdir(), "clients-"));
const run = (name, args) => execFileSync(bin(name), args, { cwd: work, encoding: "utf8" });

/** What several types of one list share, and what is nested without an id. */
const QUERY = `
  query Mixed($text: String!) {
    search(query: $text, first: 5) {
      totalCount
      pageInfo { hasNextPage endCursor }
      meta { message warnings }
      nodes {
        __typename
        id
        ... on Entity { name document { id name } source { url } }
        ... on Creature { actions { name text attacks { toHit } } speed { walk } }
        ... on Spell { castingOptions { type } }
      }
    }
  }
`;

async function codegen() {
  const types = path.join(work, "types.ts");
  const config = { schema: url, generates: { [types]: { plugins: ["typescript"] } } };
  await writeFile(path.join(work, "codegen.json"), JSON.stringify(config));
  // The plugin is looked for beside the configuration.
  execFileSync(bin("graphql-codegen"), ["--config", path.join(work, "codegen.json")], { cwd: packages });
  assert.match(await readFile(types, "utf8"), /export type Spell = /);
}

async function relay() {
  await mkdir(path.join(work, "src"));
  const config = { src: "src", schema: path.join(repository, "schema.graphql"), language: "javascript" };
  await writeFile(path.join(work, "relay.config.json"), JSON.stringify(config));
  await writeFile(
    path.join(work, "src/App.js"),
    `const query = graphql\`
      query AppSpellsQuery($text: String, $first: Int) {
        spells(search: $text, first: $first) @connection(key: "App_spells") {
          edges { node { id name document { name } ...App_spell } }
        }
      }\`;
    const fragment = graphql\`fragment App_spell on Spell { level damageTypes }\`;`,
  );
  run("relay-compiler", []);
}

async function urql() {
  const keyless = await reference("keyless-types.json");
  const warnings = [];
  // What is not in the cache yet is said too, as "debug".
  const logger = (level, message) => level === "debug" || warnings.push(message);
  const keys = Object.fromEntries(keyless.map((type) => [type, () => null]));
  const schema = { __schema: await introspection() };
  const cache = cacheExchange({ keys, schema, logger });
  const client = new Client({ url, exchanges: [cache, fetchExchange], preferGetMethod: false });
  const { data, error } = await client.query(gql(QUERY), { text: "ember" }).toPromise();
  assert.equal(error, undefined);
  assert.ok(data.search.nodes.length > 0);
  const again = await client.query(gql(QUERY), { text: "ember" }, { requestPolicy: "cache-only" }).toPromise();
  assert.deepEqual(again.data, data);
  assert.deepEqual(warnings, []);
}

/** What graphcache needs of the schema, to match fragments on interfaces. */
async function introspection() {
  const { buildSchema, introspectionFromSchema } = await import("graphql");
  const schema = buildSchema(await readFile(path.join(repository, "schema.graphql"), "utf8"));
  return introspectionFromSchema(schema).__schema;
}

async function apollo() {
  const possibleTypes = await reference("possible-types.json");
  const client = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache({ possibleTypes }) });
  const query = { query: apolloGql(QUERY), variables: { text: "ember" } };
  const { data } = await client.query(query);
  const [first] = data.search.nodes;
  // Without the possible types the fragment on the interface matches nothing that is read from the cache.
  assert.ok(first.name && first.document.name, JSON.stringify(first));
  assert.deepEqual((await client.query({ ...query, fetchPolicy: "cache-only" })).data, data);
}

async function mcpRemote() {
  const remote = spawn(bin("mcp-remote"), [`${server}/mcp`, "--transport", "http-only", "--allow-http"], {
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: work },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface({ input: remote.stdout })[Symbol.asyncIterator]();
  const ask = async (id, method, params) => {
    remote.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, "mcp-remote ended");
      const message = JSON.parse(value);
      if (message.id === id) return message.result;
    }
  };
  try {
    const clientInfo = { name: "test", version: "1" };
    await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    remote.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    const { tools } = await ask(2, "tools/list", {});
    assert.ok(tools.some(({ name }) => name === "search_spell"));
    const called = await ask(3, "tools/call", { name: "search_spell", arguments: { limit: "1" } });
    assert.equal(called.structuredContent.results.length, 1);
  } finally {
    remote.kill();
  }
}

/** What is exported as homebrew of 5etools is what the site's own schema takes. */
async function homebrew() {
  const folder = path.join(packages, "node_modules/5etools-utils/schema/brew");
  const ajv = new Ajv({ strict: false, allowUnionTypes: true });
  addFormats(ajv);
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(".json")) continue;
    const schema = JSON.parse(await readFile(path.join(folder, file), "utf8"));
    ajv.addSchema({ ...schema, $id: file.split(path.sep).join("/") });
  }
  // Scenes for a tabletop, which no book of ours has, are described elsewhere.
  const scenes = "https://raw.githubusercontent.com/TheGiddyLimit/plutonium-scenes/main/test/schema/shared.json";
  ajv.addSchema({ $id: scenes, $defs: { wallArray: {}, lightArray: {} } });
  const validate = ajv.getSchema("homebrew.json");
  for (const family of ["creatures", "spells", "equipment", "character_options", "rules"]) {
    // Compiling and validating block: let the event loop see first which kept connections the server closed meanwhile.
    await setImmediate();
    const file = await (await fetch(`${server}/export/${family}.5etools.json`)).json();
    assert.ok(validate(file), `${family}: ${JSON.stringify(validate.errors?.slice(-3), null, 1)}`);
  }
}

for (const client of [codegen, relay, urql, apollo, mcpRemote, homebrew]) {
  await client();
  console.log(`${client.name}: ok`);
}
process.exit(0);
