// Measures by hand what the budget holds: the first card, and how long presses take. See docs/development/testing.md.

import { test } from "node:test";
import { firstCard, presses } from "./presses.mjs";

/** What else the machine does makes a run slow, never fast: the best of several counts. */
const RUNS = 5;

test("the budget", async () => {
  console.log(`first card: ${await firstCard()} bytes`);
  for (let run = 1; run <= RUNS; run += 1) {
    const durations = await presses();
    const part = (share) => durations[Math.min(Math.floor(durations.length * share), durations.length - 1)];
    console.log(
      `run ${run}: ${durations.length} presses, half within ${part(0.5)} ms, three quarters within ${part(0.75)} ms, all within ${part(1)} ms`,
    );
  }
});
