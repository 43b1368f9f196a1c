// The budget of the first card, and presses that do what they say on a phone's processor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstCard, presses, within } from "./presses.mjs";

/** Bytes on the wire until the first card is there. */
const FIRST_CARD = 110_000;

test("the first card is light", async (t) => {
  const bytes = await firstCard();
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes <= FIRST_CARD, `${bytes} bytes`);
});

test("each press does what it says", async (t) => {
  const durations = (await presses()).map(([, duration]) => duration);
  t.diagnostic(`three quarters of ${durations.length} presses within ${within(0.75, durations)} ms`);
});
