// Dice: what a text has to roll, and what a roll gives. It needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [`${process.env.PAGES}/src/home/dice.ts`],
  bundle: true,
  write: false,
  format: "esm",
});
const { checkOf, diceIn, isTwenty, notationOf, rolled } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);

test("dice are found in texts", () => {
  for (const [text, expected, before] of [
    ["taking 8d6 Fire damage", { "8d6": "8d6" }],
    ["regains 2d8 + 4 hit points", { "2d8 + 4": "2d8+4" }],
    ["13 (2d10+4) or 3 (1d6 − 1)", { "2d10+4": "2d10+4", "1d6 − 1": "1d6-1" }],
    ["roll a d20, or d100.", { d20: "1d20", d100: "1d100" }],
    ["Melee Weapon Attack: +7 to hit, reach 5 ft.", { "+7": "1d20+7" }],
    ["+14, reach 10 ft.", { "+14": "1d20+14" }, "Melee Attack Roll: "],
    ["Melee or Ranged Attack Roll: -1, reach", { "-1": "1d20-1" }],
    ["1d8 + 1d6 damage", { "1d8": "1d8", "1d6": "1d6" }],
    ["5d4 × 10 gp", { "5d4 × 10": "5d4*10" }],
    // None of these is rolled.
    ["+14, reach 10 ft.", {}],
    ["a +2 bonus, word2d6, 2d6th, d1, 0d6, 900d6, 2d, v1.2d6", {}],
    ["D&D 5e, +3d", {}],
  ]) {
    const found = diceIn(text, before).map(({ start, end, dice }) => [text.slice(start, end), dice]);
    assert.deepEqual(Object.fromEntries(found), expected, text);
  }
});

test("every bonus among checks is rolled", () => {
  const text = " Sleight of Hand +5, Perception −1 (+2 more)";
  const found = diceIn(text, "Skills", true).map(({ start, dice }) => [checkOf(text.slice(0, start)), dice]);
  assert.deepEqual(found, [
    ["Sleight of Hand", "1d20+5"],
    ["Perception", "1d20-1"],
    ["", "1d20+2"],
  ]);
  assert.deepEqual(
    diceIn("18 (+4)", "", true).map(({ dice }) => dice),
    ["1d20+4"],
  );
});

test("a roll is the sum of its dice", () => {
  /** Dice that show these numbers. */
  const showing =
    (...numbers) =>
    () =>
      numbers.shift() - 1;
  assert.deepEqual(rolled("2d8+4", "plain", showing(3, 5)), {
    dice: "2d8+4",
    mode: "plain",
    total: 12,
    parts: "3 + 5 + 4",
  });
  assert.deepEqual(rolled("1d20-1", "advantage", showing(9, 14)), {
    dice: "1d20-1",
    mode: "advantage",
    total: 13,
    parts: "14 (of 9 and 14) − 1",
  });
  assert.equal(rolled("1d20+7", "disadvantage", showing(9, 14)).total, 16);
  assert.equal(rolled("5d4*10", "plain", showing(1, 1, 1, 1, 4)).total, 80);
  // Of a critical hit the dice are rolled twice, and the bonus counts once.
  assert.deepEqual(rolled("2d6+3", "critical", showing(1, 2, 3, 4)), {
    dice: "2d6+3",
    mode: "critical",
    total: 13,
    parts: "1 + 2 + 3 + 4 + 3",
  });
  assert.equal(rolled("1d20+7", "critical", showing(9)).mode, "plain");
  assert.deepEqual(
    [20, 1, 19].map((shown) => rolled("1d20+7", "plain", showing(shown)).natural),
    [20, 1, undefined],
  );
  // Advantage is of one twenty-sided die.
  assert.deepEqual([isTwenty("1d20+7"), isTwenty("2d20"), isTwenty("1d200")], [true, false, false]);
  assert.equal(rolled("2d6", "advantage", showing(1, 2)).mode, "plain");
  assert.equal(rolled("nonsense", "plain"), null);
});

test("dice are typed as people write them", () => {
  const total = (typed) => rolled(notationOf(typed), "plain", (sides) => sides - 1)?.total ?? null;
  for (const [typed, expected] of [
    ["3d6+2", 20],
    [" 2 D6 − 1", 11],
    ["d20", 20],
    ["2d8 + 1d6 - d4 + 3", 21],
    ["10 + 2d6", 22],
    ["-1d4+10", 6],
    ["5d4 x 10", 200],
    ["7", null],
    ["3d", null],
    ["d6d6", null],
    ["d6++2", null],
    ["d1", null],
    ["900d6", null],
    ["150d6+150d6", null],
    ["fireball", null],
    ["", null],
  ]) {
    assert.equal(total(typed), expected, typed);
  }
  assert.equal(rolled("10-2d6", "plain", () => 0).parts, "10 − 1 − 1");
  assert.equal(rolled("-1d4+10", "plain", () => 0).parts, "− 1 + 10");
});

test("each side of a die comes up, and nothing else", () => {
  const seen = new Set(Array.from({ length: 400 }, () => rolled("1d6", "plain").total));
  assert.deepEqual([...seen].sort(), [1, 2, 3, 4, 5, 6]);
});
