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

test("a press is answered at once", async (t) => {
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
  let presses = [];
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
    presses = await page.evaluate(() => window.presses);
  });
  presses.sort((one, other) => one - other);
  const typical = presses[Math.floor(presses.length * 0.75)] ?? 0;
  t.diagnostic(`${presses.length} presses, three quarters within ${typical} ms`);
  assert.ok(presses.length >= 8 && typical <= PRESS, presses.join(" "));
});
