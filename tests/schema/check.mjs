// Compares the schema with an earlier one: node check.mjs BEFORE CURRENT ANNOUNCED
//
// A change that can break a client, and is not announced, fails.

import { readFile } from "node:fs/promises";
import { diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

// What inspectors call dangerous, and no client of ours can notice: it may be left out.
const HARMLESS = new Set(["FIELD_ARGUMENT_ADDED", "INPUT_FIELD_ADDED"]);

const [before, current, announcedAt] = process.argv.slice(2);
const schema = async (path) => buildSchema(await readFile(path, "utf8"));
const announced = JSON.parse(await readFile(announcedAt, "utf8"));

const changes = await diff(await schema(before), await schema(current));
const felt = changes.filter(
  ({ type, criticality: { level } }) =>
    level === "BREAKING" || (level === "DANGEROUS" && !HARMLESS.has(type)),
);
const name = ({ type, path }) => `${type} ${path ?? "schema"}`;

const unannounced = felt.filter((change) => !announced[name(change)]?.trim());

console.log(`${changes.length} changes; ${felt.length} that clients can feel.`);
for (const change of felt) {
  const sentence = announced[name(change)] ?? "NOT ANNOUNCED";
  console.log(`- ${change.criticality.level.toLowerCase()}: ${change.message}\n  ${sentence}`);
}
if (unannounced.length > 0) {
  console.log(`
Clients would break. Keep what they use, deprecated with a reason that names its successor;
or, where the change is meant, announce each in tests/schema/announced.json with a sentence on what to do instead:
${unannounced.map((change) => `  ${JSON.stringify(name(change))}: "..."`).join(",\n")}`);
}
process.exitCode = unannounced.length > 0 ? 1 : 0;
