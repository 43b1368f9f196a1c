// What the pages ask fits the schema.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { buildSchema, parse, validate } from "graphql";

const { PAGES, SCHEMA } = process.env;
const schema = buildSchema(await readFile(SCHEMA, "utf8"));

test("the operations of the home page", async () => {
  const folder = `${PAGES}/src/home/operations`;
  const names = await readdir(folder);
  assert.ok(names.length >= 4);
  for (const name of names) {
    const problems = validate(schema, parse(await readFile(`${folder}/${name}`, "utf8")));
    assert.deepEqual(problems, [], name);
  }
});

test("the examples of the playground", async () => {
  const { examples } = await import(pathToFileURL(`${PAGES}/plain/examples.js`));
  assert.ok(examples.length >= 7);
  for (const { key, query } of examples) {
    assert.deepEqual(validate(schema, parse(query)), [], key);
  }
});
