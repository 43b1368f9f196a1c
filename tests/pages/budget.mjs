// Measures by hand what the budget holds: the first card, and how long presses take. See docs/development/testing.md.

import { test } from "node:test";
import { firstCard, presses, within } from "./presses.mjs";

/** What else the machine does makes a run slow, never fast: the best of several counts. */
const RUNS = 5;

test("the budget", async () => {
  console.log(`first card: ${await firstCard()} bytes`);
  for (let run = 1; run <= RUNS; run += 1) {
    const all = await presses();
    const of = (wanted) => all.filter(([what]) => wanted === null || what === wanted).map(([, duration]) => duration);
    const [half, most, longest] = [0.5, 0.75, 1].map((share) => within(share, of(null)));
    console.log(
      `run ${run}: ${all.length} presses, half within ${half} ms, three quarters within ${most} ms, all within ${longest} ms`,
    );
    const kinds = [...new Set(all.map(([what]) => what))];
    console.log(`  three quarters: ${kinds.map((what) => `${what} ${within(0.75, of(what))}`).join(", ")}`);
  }
});
