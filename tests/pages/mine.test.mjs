// What a reader keeps: lists, shelves of named texts, and the storage below.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { read, write } = await load("storage");
const { nameIn, shelfIn, withName, withNew, withText, withoutHand } = await load("shelf");
const { isFull, listAddress, listIn, listsIn, withAgain, withMoved, withNote, withToggled } = await load("lists");

const listed = (...ids) => ({ name: "", entries: ids.map((id) => ({ id, note: "" })) });

test("lists as addresses", () => {
  assert.deepEqual(listIn("?ids=a,b,,a,%20,c"), listed("a", "b", "c"));
  assert.deepEqual(listIn(""), listed());
  assert.equal(listAddress(listed("spell:x:a", "rule:y:b")), "/list?ids=spell:x:a,rule:y:b");
  assert.equal(listAddress(listed()), "/list");
  const whole = {
    name: "Sitzung 3 & <b>",
    entries: [
      { id: "spell:x:a", note: "twice*, at dawn" },
      { id: "rule:y:b", note: "" },
      { id: "rule:y:c", note: "two\nlines" },
    ],
  };
  assert.deepEqual(listIn(new URL(listAddress(whole), "http://x").search), whole);
  // Too many for one list are several, and none is lost.
  const many = listsIn(`?name=All&ids=${Array.from({ length: 3000 }, (_, index) => `n${index}`)}`);
  assert.equal(many.length, 30);
  assert.equal(new Set(many.flatMap(({ entries }) => entries.map(({ id }) => id))).size, 3000);
  assert.deepEqual([many[0].name, many[1].name], ["All", "All 2"]);
  assert.deepEqual(listIn("?ids=a&note=x&note=1*y&note=7*z").entries, [{ id: "a", note: "y" }]);
});

test("lists change", () => {
  assert.deepEqual(withToggled(listed("a"), "b"), listed("a", "b"));
  assert.deepEqual(withToggled(listed("a", "b"), "a"), listed("b"));
  assert.deepEqual(withMoved(listed("a", "b", "c"), "c", -1), listed("a", "c", "b"));
  assert.deepEqual(withMoved(listed("a", "b"), "a", -1), listed("a", "b"));
  assert.deepEqual(withMoved(listed("a", "b"), "x", 1), listed("a", "b"));
  assert.deepEqual(withNote(listed("a", "b"), "b", "n").entries[1], { id: "b", note: "n" });
  const full = listed(...Array.from({ length: 100 }, (_, index) => `id${index}`));
  assert.deepEqual([isFull(full), isFull(listed("a"))], [true, false]);
  assert.deepEqual(withToggled(full, "new"), full);
  assert.equal(withToggled(full, "id0").entries.length, 99);
});

test("shelves keep what they are given, whatever was stored", () => {
  const empty = { all: [""], at: 0 };
  for (const broken of [null, "", "{", "[]", '{"all":[]}', '{"all":"x"}', '{"all":[1,null]}']) {
    assert.deepEqual(shelfIn(broken), empty, broken);
  }
  assert.deepEqual(shelfIn('{"all":["a","b"],"at":9}'), { all: ["a", "b"], at: 1 });
  const two = withNew(withText(empty, "?ids=a"), "?ids=b&name=Two");
  assert.deepEqual(two, { all: ["?ids=a", "?ids=b&name=Two"], at: 1 });
  assert.deepEqual(withoutHand(two), { all: ["?ids=a"], at: 0 });
  assert.deepEqual(withoutHand(withoutHand(two)), empty);
  assert.equal(nameIn(withName("?ids=a:b", "New & old")), "New & old");
  assert.equal(new URLSearchParams(withName("?ids=a:b&name=x", "")).get("ids"), "a:b");
});

test("a text that was stored is read after one that could not be", () => {
  const stored = new Map();
  let isOutOfRoom = false;
  globalThis.dispatchEvent = () => true;
  const localStorage = {
    getItem: (key) => stored.get(key) ?? null,
    removeItem: (key) => stored.delete(key),
    setItem: (key, text) => {
      if (isOutOfRoom) {
        throw new DOMException("full", "QuotaExceededError");
      }
      stored.set(key, text);
    },
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  write("key", "first");
  isOutOfRoom = true;
  write("key", "second");
  assert.equal(read("key"), "second");
  isOutOfRoom = false;
  write("key", "third");
  assert.equal(read("key"), "third");
  // Another window's.
  stored.set("key", "fourth");
  assert.equal(read("key"), "fourth");
  isOutOfRoom = true;
  write("key", "fifth");
  write("key", "");
  assert.equal(read("key"), null);
});

test("what was taken off a list comes back to its place, once", () => {
  const list = listed("a", "c");
  const entry = { id: "b", note: "x" };
  const again = withAgain(list, entry, 1);
  assert.deepEqual(again.entries, [list.entries[0], entry, list.entries[1]]);
  assert.equal(withAgain(again, entry, 0), again);
});

test("no name turns the direction of what stands behind it", () => {
  assert.equal(nameIn("?name=a%E2%80%AEb%E2%81%A6c"), "abc");
  assert.equal(listIn("?ids=a&note=1*x%E2%80%AEy&name=%E2%80%AEz").entries[0].note, "xy");
  assert.equal(nameIn("?name=%D7%A9%D7%9C%D7%95%D7%9D"), "שלום");
});
