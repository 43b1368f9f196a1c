// Asks a server everything that the client can ask.
//
//   node dist/demo.js [URL] [WORDS]

import { WebSocket } from "ws";
import { changesSince, lorekeeper, LoreKeeperError } from "./index.js";

const [url = "http://127.0.0.1:8080/graphql", words = "protect me from fire"] = process.argv.slice(2);
const lore = lorekeeper(url, { webSocket: WebSocket });

const { search } = await lore.Search({ query: words, first: 3 });
console.log(`Found for "${words}":`);
for (const { node, score } of search.edges) console.log(`- ${node.name}, ${node.document.name} (${score?.toFixed(2)})`);

const { node } = await lore.Entity({ id: search.edges[0]?.node.id ?? "" });
if (node?.__typename === "Spell") console.log(`${node.name} is of level ${node.level}, ${node.castingTimeLabel}.`);

const party = [3, 3, 3, 3];
const { encounter } = await lore.Encounter({ party, creatures: [{ challengeRating: "1/2", count: 3 }] });
console.log(`Three creatures of challenge rating 1/2: ${encounter.difficulty}, ${encounter.experiencePoints} XP`);

const { changed, removed, completeUntil } = await changesSince(lore, "2020-01-01T00:00:00Z");
console.log(`Since 2020: ${changed.length} changed, ${new Set(changed.map(({ id }) => id)).size} of them different`);
console.log(`${removed.length} removed, complete until ${completeUntil}`);

for await (const { contentChanged } of lore.ContentChanged()) {
  console.log(`Revision ${contentChanged.revision}`);
  break;
}

// What cannot be asked is refused with a code that a program can act on.
try {
  await lore.Encounter({ party, creatures: [{ challengeRating: "a quarter" }] });
} catch (error) {
  if (!(error instanceof LoreKeeperError)) throw error;
  console.log(`Refused (${error.code}): ${error.message}`);
}
