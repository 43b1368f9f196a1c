// A reader's presses on a phone: a search, a card, a list, and an encounter that is run.

import assert from "node:assert/strict";
import { visit } from "./browser.mjs";

/** How many times slower than this machine's the phone's processor is. */
const SLOWER = 4;

/** Presses as a reader does them, each with what it does. Milliseconds until each was answered, the shortest first. */
export async function presses() {
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
    const first = page.locator(".hits a.hit").first();
    await first.waitFor();
    await page.locator("#search").pressSequentially("ember", { delay: 40 });
    await first.filter({ hasText: /ember/i }).waitFor();
    await page.waitForURL("**q=ember**");
    await first.click();
    await page.locator(".entity h1").waitFor();
    await page.locator(".actions .collect").first().click();
    await page.locator(".actions .collect[aria-pressed=true]").waitFor();
    await page.getByRole("link", { name: "Your list 1" }).waitFor();
    await page.locator(".back").click();
    await page.locator(".entity h1").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Encounter" }).click();
    await page.locator(".choices > li button").first().click();
    await page.locator(".members li").first().waitFor();
    await page.getByRole("button", { name: "Run it: roll initiative" }).click();
    // One creature alone has each turn, and each is a round.
    for (let round = 2; round <= 6; round += 1) {
      await page.getByRole("button", { name: "Next turn" }).click();
      await page.getByRole("heading", { name: `Round ${round}` }).waitFor();
    }
    await page.waitForTimeout(300);
    durations = await page.evaluate(() => window.presses);
  });
  assert.ok(durations.length >= 8, `presses that were seen: ${durations.join(" ")}`);
  return durations.sort((one, other) => one - other);
}

/** Bytes on the wire until the first card is there. */
export async function firstCard() {
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
  return bytes;
}
