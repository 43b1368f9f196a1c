// Budgets: what the first card loads, and how long a press takes on a phone's processor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";

/** Bytes on the wire until the first card is there. */
const FIRST_CARD = 110_000;
/** Milliseconds of three quarters of all presses. */
const PRESS = 100;
/** How many times slower than this machine's the phone's processor is. */
const SLOWER = 4;

test("the first card is light", async (t) => {
  let bytes = 0;
  const prepare = async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  };
  await visit("/?id=spell:srd-2014:ember-ward", { prepare, width: 390 }, async (page) => {
    await page.locator(".entity h1").waitFor();
    await page.waitForLoadState("networkidle");
  });
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes <= FIRST_CARD, `${bytes} bytes`);
});

/** How long presses take, the shortest first. */
async function presses() {
  const watch = (page) =>
    page.addInitScript(() => {
      window.presses = [];
      new PerformanceObserver((list) => {
        for (const { duration, interactionId } of list.getEntries()) {
          if (interactionId) {
            window.presses.push(duration);
          }
        }
      }).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
  let durations = [];
  await visit("/?family=spell", { prepare: watch, width: 390 }, async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.locator(".hits a.hit").first().waitFor();
    await page.locator("#search").pressSequentially("ember", { delay: 40 });
    await page.locator(".hits a.hit").first().click();
    await page.locator(".entity h1").waitFor();
    await page.locator(".entity .collect, .actions .collect").first().click();
    await page.locator(".back").click();
    await page.getByRole("link", { name: "Encounter" }).click();
    await page.locator(".choices > li button").first().click();
    await page.locator(".members li").first().waitFor();
    await page.getByRole("button", { name: "Run it: roll initiative" }).click();
    for (let turn = 0; turn < 5; turn += 1) {
      await page.getByRole("button", { name: "Next turn" }).click();
    }
    await page.waitForTimeout(300);
    durations = await page.evaluate(() => window.presses);
  });
  return durations.sort((one, other) => one - other);
}

test("a press is answered at once", async (t) => {
  // What else the machine does makes a run slow, never fast.
  let best = Infinity;
  for (let run = 0; run < 3 && best > PRESS; run += 1) {
    const durations = await presses();
    assert.ok(durations.length >= 8, durations.join(" "));
    best = Math.min(best, durations[Math.floor(durations.length * 0.75)]);
  }
  t.diagnostic(`three quarters within ${best} ms`);
  assert.ok(best <= PRESS, `${best} ms`);
});
