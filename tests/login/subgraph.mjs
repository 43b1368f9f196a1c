// Composes the schema of a LoreKeeper that is a subgraph with one that refers to its spells, and asks it for entities:
// npm ci && node subgraph.mjs SERVER

import assert from "node:assert/strict";
import { composeServices } from "@apollo/composition";
import { parse } from "graphql";

const [server] = process.argv.slice(2);

async function ask(query, variables) {
  const body = JSON.stringify({ query, variables });
  const answer = await fetch(`${server}/graphql`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { data, errors } = await answer.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const { _service } = await ask("{ _service { sdl } }");
const notes = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "@shareable"])
  type Query { notes: [Note!]! }
  type PageInfo @shareable { hasNextPage: Boolean! endCursor: String }
  type Note { text: String! spell: Spell }
  type Spell @key(fields: "id", resolvable: false) { id: ID! }
`;
const composed = composeServices([
  { name: "lorekeeper", url: `${server}/graphql`, typeDefs: parse(_service.sdl) },
  { name: "notes", url: "http://127.0.0.1:1", typeDefs: parse(notes) },
]);
assert.equal(composed.errors, undefined, composed.errors?.join("\n"));
assert.match(composed.supergraphSdl, /type Spell[^{]*@join__type\(graph: LOREKEEPER, key: "id"\)/);
const { spells } = await ask("{ spells(first: 3) { nodes { id name } } }");
const representations = spells.nodes.map(({ id }) => ({ __typename: "Spell", id }));
const found = await ask(
  "query($representations: [_Any!]!) { _entities(representations: $representations) { ... on Spell { id name } } }",
  { representations },
);
assert.deepEqual(found._entities, spells.nodes);
console.log(`composed: ${composed.supergraphSdl.length} bytes of supergraph, ${found._entities.length} entities`);
